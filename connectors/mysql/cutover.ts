import type { CutoverScripts } from '../core/connector.ts';

const quoted = (column: string) => `REPLACE(${column}, '\`', '\`\`')`;

/** Builds a query that writes one statement for each table of the database in a view of the information schema. */
const ofTables = (before: string, after: string, view: string, where: string): string =>
  `SELECT CONCAT('${before} \`', ${quoted('table_schema')}, '\`.\`', ${quoted('table_name')}, '\`${after};')
FROM information_schema.${view} WHERE table_schema = DATABASE() AND ${where};`;

export const cutover: CutoverScripts = {
  source: {
    freeze: 'SET GLOBAL read_only = ON;\nSHOW FULL PROCESSLIST;',
    thaw: 'SET GLOBAL read_only = OFF;',
  },
  target: {
    // If the number is taken, the server uses the next free one.
    numbers: ofTables(
      'ALTER TABLE',
      ' AUTO_INCREMENT = 1',
      'columns',
      "extra LIKE '%auto_increment%'",
    ),
    statistics: ofTables('ANALYZE TABLE', '', 'tables', "table_type = 'BASE TABLE'"),
    grants: `SELECT grantee, table_schema, privilege_type FROM information_schema.schema_privileges
WHERE table_schema = DATABASE() ORDER BY grantee, privilege_type;
SELECT grantee, table_name, privilege_type FROM information_schema.table_privileges
WHERE table_schema = DATABASE() ORDER BY grantee, table_name, privilege_type;`,
    smoke: ofTables('CHECK TABLE', '', 'tables', "table_type IN ('BASE TABLE', 'VIEW')"),
    watch: 'SHOW FULL PROCESSLIST;',
  },
};
