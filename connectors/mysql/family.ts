import type { Limits } from '../core/connector.ts';
import type { Member } from '../core/connecting/family.ts';

/** Differences between the servers that speak MySQL's protocol. */
export interface MysqlMember extends Member {
  /** The oldest supported version; null if all are supported. */
  oldest: string | null;
  /** System schemas, in lower case. */
  ownSchemas: readonly string[];
  /** Whether it has stored functions and procedures. */
  routines: boolean;
  /** Whether a version stores routines in `mysql.proc`; an account that may read that table sees all of them. */
  hasRoutineTable(version: string): boolean;
  /** Whether a version has the privilege SHOW_ROUTINE, which reveals the texts of routines. */
  hasShowRoutine(version: string): boolean;
  /** Whether SHOW GRANTS includes the grants of active roles; otherwise it needs their names. */
  grantsIncludeRoles: boolean;
  /** What its information_schema says about definitions; null if that version's says too little. */
  definitions(version: string): DefinitionFacts | null;
  /** Whether the server cuts its text of a double at 22 characters. */
  cutsDoubles: boolean;
  /** Whether it has packages. */
  packages: boolean;
  /** Statements that make a session read-only and limit the time of its statements. */
  restrict(limits: Limits): string[];
}

export interface DefinitionFacts {
  /** Whether a check is identified by table and name, or by its name alone; null if there are no checks. */
  checks: 'by table' | 'by name' | null;
  /** Whether it tells checks of a column from those of a table; otherwise those called like a column count as its own. */
  checkLevels?: boolean;
  /** Whether a check can be NOT ENFORCED, and it tells which ones are. */
  checksEnforced?: boolean;
  /** Whether parts of indexes may be expressions. */
  indexExpressions: boolean;
  /** Whether a default is shown as SQL; otherwise a literal appears as its bare value. */
  defaultsAsSql: boolean;
  /** Whether it has triggers. */
  triggers: boolean;
  /** Whether the catalogue caches the next numbers for up to a day, unless a setting disables that. */
  remembersNumbers: boolean;
}

const READ_ONLY = 'SET SESSION TRANSACTION READ ONLY';
/** Fixes how the session parses texts and writes values, whatever the server's defaults are. */
const WRITING = "SET SESSION sql_mode = '', time_zone = '+00:00'";
const OWN_SCHEMAS = ['mysql', 'information_schema', 'performance_schema', 'sys'];

const genuine = {
  oldest: '5.7.8',
  ownSchemas: OWN_SCHEMAS,
  routines: true,
  hasRoutineTable: (version: string) => isOlder(version, '8'),
  hasShowRoutine: (version: string) => !isOlder(version, '8.0.20'),
  grantsIncludeRoles: false,
  definitions: (version: string): DefinitionFacts | null => ({
    checks: isOlder(version, '8.0.16') ? null : 'by name',
    checksEnforced: true,
    indexExpressions: !isOlder(version, '8.0.13'),
    defaultsAsSql: false,
    triggers: true,
    remembersNumbers: !isOlder(version, '8'),
  }),
  cutsDoubles: true,
  packages: false,
  // Milliseconds, for SELECT only: other statements that run too long are cancelled from this side.
  restrict: ({ statement }: Limits) => [
    READ_ONLY,
    `SET SESSION max_execution_time = ${statement}`,
    WRITING,
  ],
} satisfies Omit<MysqlMember, keyof Member>;

/** From their documentation; only MariaDB and MySQL have been tested. */
export const MYSQL_FAMILY: readonly [...MysqlMember[], MysqlMember] = [
  {
    ...genuine,
    name: 'TiDB',
    pattern: /-TiDB-v(\d+(?:\.\d+)+)/,
    oldest: null,
    ownSchemas: [...OWN_SCHEMAS, 'metrics_schema'],
    routines: false,
    hasRoutineTable: () => false,
    hasShowRoutine: () => false,
    definitions: (version) => ({
      checks: isOlder(version, '7.4') ? null : 'by name',
      indexExpressions: true,
      defaultsAsSql: false,
      triggers: false,
      remembersNumbers: false,
    }),
    // It rejects read-only transactions, or accepts them and writes all the same.
    restrict: ({ statement }) => [`SET SESSION max_execution_time = ${statement}`, WRITING],
  },
  {
    ...genuine,
    name: 'Aurora MySQL',
    pattern: /\baurora_version=(\d+(?:\.\d+)+)/,
    oldest: null,
    hasRoutineTable: (version) => isOlder(version, '3'),
    hasShowRoutine: (version) => !isOlder(version, '3'),
    definitions: (version) => genuine.definitions(isOlder(version, '3') ? '5.7' : '8.0.23'),
  },
  {
    ...genuine,
    name: 'MariaDB',
    // MariaDB pretends to be version 5.5.5 to old clients.
    pattern: /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)\S*mariadb/i,
    oldest: '10.1',
    hasRoutineTable: () => true,
    hasShowRoutine: () => false,
    definitions: (version) =>
      isOlder(version, '10.3.10')
        ? null
        : {
            checks: 'by table',
            checkLevels: !isOlder(version, '10.5.10'),
            indexExpressions: false,
            defaultsAsSql: true,
            triggers: true,
            remembersNumbers: false,
          },
    grantsIncludeRoles: true,
    cutsDoubles: false,
    packages: true,
    // Seconds, for every statement.
    restrict: ({ statement }) => [
      READ_ONLY,
      `SET SESSION max_statement_time = ${statement / 1_000}`,
      WRITING,
    ],
  },
  { ...genuine, name: 'MySQL', pattern: /^(\d+(?:\.\d+)+)/ },
];

/** Compares the first numbers of two versions, as many as the second version has. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const differing = other.findIndex((number, index) => (own[index] ?? 0) !== number);
  return differing !== -1 && (own[differing] ?? 0) < (other[differing] ?? 0);
}
