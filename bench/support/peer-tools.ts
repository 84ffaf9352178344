import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueServer } from './catalogue-servers.ts';
import type { Program } from './run-limited.ts';

/** Packages that are installed in a separate folder for the duration of the comparison. */
export const PACKAGES = [
  '@supabase/postgres-meta@0.99.0',
  'knex@3.3.0',
  'knex-schema-inspector@3.1.0',
  'drizzle-kit@0.31.11',
  'drizzle-orm@0.45.4',
  'pg@8.23.1',
  'mysql2@3.24.5',
];

export interface Peer {
  name: string;
  server: CatalogueServer['name'];
  reads: string;
  /** Programs that run one after the other; together they read the whole server. */
  programs(server: CatalogueServer, folder: string): Program[];
}

const inNode =
  (tool: string): Peer['programs'] =>
  ({ url, schemas }, folder) => [
    {
      command: process.execPath,
      args: [join(process.cwd(), 'scripts/bench-peer.mjs'), folder, tool, url, ...schemas],
      cwd: process.cwd(),
    },
  ];

/** One run per schema. */
const drizzle =
  (dialect: 'postgresql' | 'mysql'): Peer['programs'] =>
  ({ url, schemas }, folder) =>
    schemas.map((schema) => {
      const address = new URL(url);
      if (dialect === 'mysql') address.pathname = `/${schema}`;
      const config = join(folder, `drizzle-${dialect}-${schema}.config.json`);
      const settings = {
        dialect,
        out: `./drizzle-${dialect}-${schema}`,
        dbCredentials: { url: address.href },
        ...(dialect === 'postgresql' && { schemaFilter: [schema] }),
      };
      writeFileSync(config, JSON.stringify(settings));
      const program = join(folder, 'node_modules/drizzle-kit/bin.cjs');
      return {
        command: process.execPath,
        args: [program, 'introspect', `--config=${config}`],
        cwd: folder,
      };
    });

const ora2pg: Peer['programs'] = ({ url, schemas }, folder) => {
  const { hostname, port, username, password } = new URL(url);
  return schemas.map((schema) => {
    const config = join(folder, `ora2pg-${schema}.conf`);
    const settings = {
      ORACLE_DSN: `dbi:mysql:host=${hostname};database=${schema};port=${port}`,
      ORACLE_USER: username,
      ORACLE_PWD: password,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
    writeFileSync(config, `${lines.join('\n')}\n`);
    return { command: 'ora2pg', args: ['-m', '-c', config, '-t', 'SHOW_REPORT'], cwd: folder };
  });
};

/** This tool cannot only read: it also creates the tables in a PostgreSQL server of its own. */
const pgloaderInto =
  (target: string): Peer['programs'] =>
  ({ url, schemas }, folder) =>
    schemas.map((schema) => {
      const address = new URL(url);
      address.pathname = `/${schema}`;
      const source = address.href;
      return { command: 'pgloader', args: ['--with', 'schema only', source, target], cwd: folder };
    });

export const peersWith = (target: string): Peer[] => [
  {
    name: 'kysely 0.28',
    server: 'PostgreSQL',
    reads: 'tables, views, columns',
    programs: inNode('kysely-postgresql'),
  },
  {
    name: 'postgres-meta 0.99',
    server: 'PostgreSQL',
    reads: 'tables with keys and sizes, views, functions',
    programs: inNode('postgres-meta'),
  },
  {
    name: 'knex-schema-inspector 3.1',
    server: 'PostgreSQL',
    reads: 'tables, columns',
    programs: inNode('knex-postgresql'),
  },
  {
    name: 'drizzle-kit 0.31',
    server: 'PostgreSQL',
    reads: 'everything of tables and views',
    programs: drizzle('postgresql'),
  },
  {
    name: 'kysely 0.28',
    server: 'MariaDB',
    reads: 'tables, views, columns',
    programs: inNode('kysely-mariadb'),
  },
  {
    name: 'knex-schema-inspector 3.1',
    server: 'MariaDB',
    reads: 'tables, columns',
    programs: inNode('knex-mariadb'),
  },
  {
    name: 'drizzle-kit 0.31',
    server: 'MariaDB',
    reads: 'everything of tables and views',
    programs: drizzle('mysql'),
  },
  { name: 'ora2pg 23.2', server: 'MariaDB', reads: 'report of all objects', programs: ora2pg },
  {
    name: 'pgloader 3.6',
    server: 'MariaDB',
    reads: 'tables, and makes them elsewhere',
    programs: pgloaderInto(target),
  },
];
