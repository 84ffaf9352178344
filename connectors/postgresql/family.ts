import type { Member } from '../core/connecting/family.ts';
import type { Limits } from '../core/connector.ts';

/** Differences between the servers that speak PostgreSQL's protocol. */
export interface PostgresMember extends Member {
  /** Fixed `server_version_num` for a server that does not report one; describes its catalogue. */
  versionNumber: number | null;
  /** System schemas besides `pg_…` and `information_schema`. */
  ownSchemas: readonly string[];
  /** Regular expression (for the server) of table names that are its own storage; null if it has none. */
  ownTables: string | null;
  /** Whether it has extensions, and thus a catalogue of what they own. */
  extensions: boolean;
  /** The catalogue that lists routines, and its id column. */
  routines: { catalogue: string; id: string };
  /** Statements that make a session read-only and limit the time of its statements. */
  restrict(limits: Limits): string[];
}

/** Makes names resolve to system functions only. */
const SYSTEM_NAMES = 'SET search_path = pg_catalog';

/** Fixes how values are written as texts, whatever the server or the account prefers. */
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
    // People's statements are read this way before they are sent: a backslash hides no quote.
    'SET standard_conforming_strings = on',
    // A query whose rows a policy would hide fails: rows that nobody sees are no proof.
    'SET row_security = off',
    "SET client_encoding = 'UTF8'",
    ...WRITING,
  ],
} satisfies Omit<PostgresMember, keyof Member>;

/** From their documentation; only PostgreSQL itself has been tested. */
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
    // It branched off at 8.0.2 and lacks this setting.
    versionNumber: 80_002,
    ownSchemas: ['catalog_history'],
    // Storage of materialised views.
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
