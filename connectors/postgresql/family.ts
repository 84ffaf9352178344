import type { Member } from '../core/family.ts';
import type { Limits } from '../core/connector.ts';

/** What differs between the servers that speak PostgreSQL's protocol. */
export interface PostgresMember extends Member {
  /** As `server_version_num`, where the server does not say; it stands for the catalogue that it has. */
  versionNumber: number | null;
  /** Schemas of its own besides `pg_…` and `information_schema`. */
  ownSchemas: readonly string[];
  /** Names of tables that are storage of its own, as a regular expression of the server's; null where it has none. */
  ownTables: string | null;
  /** Whether it has extensions, and so a catalogue of what they own. */
  extensions: boolean;
  /** Where routines are listed, and the name of their id there. */
  routines: { catalogue: string; id: string };
  /** Statements after which a session only reads and no statement of it runs for ever. */
  restrict(limits: Limits): string[];
}

/** Names resolve to the system's own functions only. */
const SYSTEM_NAMES = 'SET search_path = pg_catalog';

/** How values are written as texts, whatever the server or the account prefers. */
const WRITING = [
  "SET TimeZone = 'UTC'",
  "SET DateStyle = 'ISO, YMD'",
  "SET IntervalStyle = 'iso_8601'",
  'SET extra_float_digits = 2',
];

const genuine = {
  versionNumber: null,
  ownSchemas: [],
  ownTables: null,
  extensions: true,
  routines: { catalogue: 'pg_proc', id: 'oid' },
  restrict: ({ statement }: Limits) => [
    'SET default_transaction_read_only = on',
    `SET statement_timeout = ${statement}`,
    `SET lock_timeout = ${statement}`,
    SYSTEM_NAMES,
    "SET client_encoding = 'UTF8'",
    ...WRITING,
  ],
} satisfies Omit<PostgresMember, keyof Member>;

/** By their documentation; only PostgreSQL itself has been run. */
export const POSTGRES_FAMILY: readonly [...PostgresMember[], PostgresMember] = [
  {
    ...genuine,
    name: 'CockroachDB',
    pattern: /^CockroachDB .*?\bv(\d+(?:\.\d+)+)/,
    ownSchemas: ['crdb_internal'],
  },
  { ...genuine, name: 'YugabyteDB', pattern: /^PostgreSQL \S+-YB-(\d+(?:\.\d+)+)/ },
  {
    ...genuine,
    name: 'Amazon Redshift',
    pattern: /\bRedshift (\d+(?:\.\d+)+)/,
    // It branched off at 8.0.2 and knows no such setting.
    versionNumber: 80_002,
    ownSchemas: ['catalog_history'],
    // Where materialised views keep their rows.
    ownTables: '^mv_tbl__',
    extensions: false,
    routines: { catalogue: 'pg_proc_info', id: 'prooid' },
    restrict: ({ statement }) => [
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
      `SET statement_timeout = ${statement}`,
      SYSTEM_NAMES,
    ],
  },
  { ...genuine, name: 'PostgreSQL', pattern: /^PostgreSQL (\d+(?:\.\d+)*)/ },
];
