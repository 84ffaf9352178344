/** Which views of the dictionary to use: those of the whole database, or those of what the account can access. */
export type Scope = 'dba' | 'all';

// Queries on the catalogue. Views are qualified with their owner, because a user's own object of
// the same name would take precedence. Columns of type LONG are never read: each row would cost a
// round trip. Sources are the pages of the “Database Reference” that the connector's documentation
// names.

/** ALL_USERS: “lists all users of the database visible to the current user”; ORACLE_MAINTAINED since 12.1. */
export const SCHEMAS = `SELECT username FROM sys.all_users WHERE oracle_maintained = 'N'`;

/** SQL Language Reference, SYS_CONTEXT: SESSION_USER is the user that signed in. */
export const SESSION_USER = `SELECT SYS_CONTEXT('USERENV', 'SESSION_USER') FROM sys.dual`;

/**
 * SESSION_PRIVS: system privileges, including those of active roles. ALL_TAB_PRIVS: GRANTEE, PRIVILEGE, TYPE
 * (DIRECTORY among them), for the user, its roles and PUBLIC. ROLE_SYS_PRIVS, ROLE_TAB_PRIVS: those of roles that it
 * could activate. An owner needs no privilege.
 */
export const RIGHTS = `SELECT privilege FROM sys.session_privs
   UNION SELECT CASE p.type WHEN 'DIRECTORY' THEN p.type ELSE p.privilege END FROM sys.all_tab_privs p
    WHERE (p.grantee = SYS_CONTEXT('USERENV', 'SESSION_USER') OR p.grantee IN (SELECT r.role FROM sys.session_roles r)
        OR p.grantee = 'PUBLIC' AND p.table_schema IN (SELECT u.username FROM sys.all_users u WHERE u.oracle_maintained = 'N'))
      AND (p.type = 'DIRECTORY' OR p.privilege IN ('INSERT', 'UPDATE', 'DELETE'))
   UNION SELECT r.privilege FROM sys.role_sys_privs r
   UNION SELECT r.privilege FROM sys.role_tab_privs r WHERE r.privilege IN ('INSERT', 'UPDATE', 'DELETE')
   UNION SELECT 'OWNER' FROM sys.dual WHERE EXISTS (SELECT 1 FROM sys.user_tables)`;

/** “Static Data Dictionary Views”: DBA_ views need SELECT ANY DICTIONARY or SELECT_CATALOG_ROLE. */
export const WHOLE_DATABASE = [
  'objects',
  'all_tables',
  'mviews',
  'mview_logs',
  'procedures',
  'arguments',
]
  .map((view) => `SELECT 1 FROM sys.dba_${view} WHERE 1 = 0`)
  .join(' UNION ALL ');

/** ALL_OBJECTS: OBJECT_TYPE; SECONDARY is 'Y' for objects that belong to a domain index. */
const objects = (types: string) => (scope: Scope) =>
  `SELECT o.object_name FROM sys.${scope}_objects o
    WHERE o.owner = :owner AND o.object_type IN (${types}) AND o.secondary = 'N'`;

/** Relational, object, XMLType, temporary and external tables; a partition is of another type. */
export const tables = objects(`'TABLE'`);
/** A materialised view is two objects: the view and the table that holds its rows. */
export const views = objects(`'VIEW', 'MATERIALIZED VIEW'`);
export const functions = objects(`'FUNCTION'`);
export const procedures = objects(`'PROCEDURE'`);

/**
 * Tables that are storage of another object. ALL_ALL_TABLES: NESTED, IOT_TYPE, DROPPED (in the recycle bin);
 * ALL_MVIEWS: CONTAINER_NAME; ALL_MVIEW_LOGS: LOG_TABLE, which comes with an RUPD$_ table.
 */
export const partsOfOthers = (scope: Scope): string =>
  `SELECT t.table_name FROM sys.${scope}_all_tables t
    WHERE t.owner = :owner
      AND (t.nested = 'YES' OR t.dropped = 'YES' OR t.iot_type IN ('IOT_OVERFLOW', 'IOT_MAPPING'))
   UNION ALL SELECT m.container_name FROM sys.${scope}_mviews m WHERE m.owner = :owner
   UNION ALL SELECT l.log_table FROM sys.${scope}_mview_logs l WHERE l.log_owner = :owner
   UNION ALL SELECT REPLACE(l.log_table, 'MLOG$_', 'RUPD$_') FROM sys.${scope}_mview_logs l WHERE l.log_owner = :owner`;

/** Package, routine, object and subprogram number, overload number or null. */
export type MemberRow = [string, string, string, string, string | null];

/**
 * ALL_PROCEDURES: a row for each routine that a package declares; the row of the package itself has no procedure
 * name.
 */
export const packageMembers = (scope: Scope): string =>
  `SELECT p.object_name, p.procedure_name, p.object_id, p.subprogram_id, p.overload
     FROM sys.${scope}_procedures p
    WHERE p.owner = :owner AND p.object_type = 'PACKAGE' AND p.procedure_name IS NOT NULL`;

/** Object and subprogram number, position, name; types: SQL's, PL/SQL's, and owner, name and subname of a declared one. */
export type ArgumentRow = [
  string,
  string,
  string,
  string | null,
  string,
  string | null,
  string | null,
  string | null,
  string | null,
];

/**
 * ALL_ARGUMENTS: position 0 is the return value; in some versions a routine without arguments has a row without a
 * type; rows with DATA_LEVEL above 0 describe parts of a composite type.
 */
export const packageArguments = (scope: Scope): string =>
  `SELECT a.object_id, a.subprogram_id, a.position, a.argument_name,
          a.data_type, a.pls_type, a.type_owner, a.type_name, a.type_subname
     FROM sys.${scope}_arguments a
    WHERE a.owner = :owner AND a.package_name IS NOT NULL AND a.data_level = 0
      AND a.data_type IS NOT NULL AND (a.position = 0 OR a.overload IS NOT NULL)`;

/** ALL_OBJECTS: STATUS. */
export const invalidPackages = (scope: Scope): string =>
  `${objects(`'PACKAGE'`)(scope)} AND o.status = 'INVALID'`;

/** ALL_SEQUENCES; excludes those of ALL_TAB_IDENTITY_COLS: SEQUENCE_NAME, which belong to a table. */
export const sequences = (scope: Scope): string =>
  `SELECT s.sequence_name FROM sys.${scope}_sequences s WHERE s.sequence_owner = :owner
     AND s.sequence_name NOT IN (SELECT i.sequence_name FROM sys.${scope}_tab_identity_cols i WHERE i.owner = :owner)`;
/** ALL_SYNONYMS: private ones; a public one belongs to nobody. */
export const synonyms = (scope: Scope): string =>
  `SELECT s.synonym_name FROM sys.${scope}_synonyms s WHERE s.owner = :owner`;
/** ALL_OBJECTS: GENERATED is 'Y' if the system made the name, as for types that a package's types need. */
export const types = (scope: Scope): string => `${objects(`'TYPE'`)(scope)} AND o.generated = 'N'`;
export const packages = objects(`'PACKAGE'`);
/** ALL_TRIGGERS: TABLE_NAME is null for one of a schema or of the database. */
export const triggers = (scope: Scope): string =>
  `SELECT t.trigger_name, t.table_name FROM sys.${scope}_triggers t WHERE t.owner = :owner`;
/** ALL_SCHEDULER_JOBS. */
export const jobs = (scope: Scope): string =>
  `SELECT j.job_name FROM sys.${scope}_scheduler_jobs j WHERE j.owner = :owner`;
/** ALL_DB_LINKS. */
export const links = (scope: Scope): string =>
  `SELECT l.db_link FROM sys.${scope}_db_links l WHERE l.owner = :owner`;
