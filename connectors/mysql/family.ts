import type { Limits } from '../core/connector.ts';
import type { Member } from '../core/family.ts';

/** What differs between the servers that speak MySQL's protocol. */
export interface MysqlMember extends Member {
  /** The oldest version that can be read; null where there is none older. */
  oldest: string | null;
  /** Schemas of its own, in lower case. */
  ownSchemas: readonly string[];
  /** Whether it has stored functions and procedures at all. */
  routines: boolean;
  /** Whether a version keeps its routines in `mysql.proc`, where whoever may read that table sees them all. */
  hasRoutineTable(version: string): boolean;
  /** Whether a version has a privilege for what routines consist of. */
  hasShowRoutine(version: string): boolean;
  /** Whether SHOW GRANTS lists those of the active roles, too; otherwise only when it is told their names. */
  grantsIncludeRoles: boolean;
  /** How its information_schema tells what objects are made of; null where a version's tells too little. */
  definitions(version: string): DefinitionFacts | null;
  /** Whether a text that the server makes of a double is cut at 22 characters. */
  cutsDoubles: boolean;
  /** Whether packages group routines. */
  packages: boolean;
  /** Statements after which a session only reads and no statement of it runs for ever. */
  restrict(limits: Limits): string[];
}

export interface DefinitionFacts {
  /** Whether a check is known by its table and name, or by its name alone; null where there are none. */
  checks: 'by table' | 'by name' | null;
  /** Whether parts of indexes may be expressions. */
  indexExpressions: boolean;
  /** Whether a default is written as SQL; otherwise the value of a literal stands bare. */
  defaultsAsSql: boolean;
  /** Whether there are triggers at all. */
  triggers: boolean;
  /** Whether the catalogue tells numbers as they were up to a day ago, unless it is told not to. */
  remembersNumbers: boolean;
}

const READ_ONLY = 'SET SESSION TRANSACTION READ ONLY';
/** How texts are understood and values are written, whatever the server prefers. */
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
    indexExpressions: !isOlder(version, '8.0.13'),
    defaultsAsSql: false,
    triggers: true,
    remembersNumbers: !isOlder(version, '8'),
  }),
  cutsDoubles: true,
  packages: false,
  // Milliseconds, of SELECT only: whatever else runs too long is ended from this side.
  restrict: ({ statement }: Limits) => [
    READ_ONLY,
    `SET SESSION max_execution_time = ${statement}`,
    WRITING,
  ],
} satisfies Omit<MysqlMember, keyof Member>;

/** By their documentation; MariaDB and MySQL have been run. */
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
    // It refuses read-only transactions, or takes them and writes all the same.
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
    // Old clients are told a version 5.5.5 that is none.
    pattern: /^(?:5\.5\.5-)?(\d+(?:\.\d+)+)\S*mariadb/i,
    oldest: '10.1',
    hasRoutineTable: () => true,
    hasShowRoutine: () => false,
    definitions: (version) =>
      isOlder(version, '10.3.10')
        ? null
        : {
            checks: 'by table',
            indexExpressions: false,
            defaultsAsSql: true,
            triggers: true,
            remembersNumbers: false,
          },
    grantsIncludeRoles: true,
    cutsDoubles: false,
    packages: true,
    // Seconds, of every statement.
    restrict: ({ statement }) => [
      READ_ONLY,
      `SET SESSION max_statement_time = ${statement / 1_000}`,
      WRITING,
    ],
  },
  { ...genuine, name: 'MySQL', pattern: /^(\d+(?:\.\d+)+)/ },
];

/** Compares the numbers of two versions, as many as the second one has. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split('.').map(Number)) as [
    number[],
    number[],
  ];
  const differing = other.findIndex((number, index) => (own[index] ?? 0) !== number);
  return differing !== -1 && (own[differing] ?? 0) < (other[differing] ?? 0);
}
