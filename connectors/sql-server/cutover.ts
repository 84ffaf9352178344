import type { CutoverScripts } from '../core/connector.ts';

export const cutover: CutoverScripts = {
  source: {
    freeze: 'ALTER DATABASE CURRENT SET READ_ONLY WITH ROLLBACK AFTER 30 SECONDS;',
    thaw: 'ALTER DATABASE CURRENT SET READ_WRITE WITH ROLLBACK AFTER 30 SECONDS;',
  },
  target: {
    numbers: `SELECT 'DBCC CHECKIDENT (''' + REPLACE(QUOTENAME(s.name) + '.' + QUOTENAME(t.name), '''', '''''') + ''', RESEED);'
FROM sys.identity_columns c
JOIN sys.tables t ON t.object_id = c.object_id
JOIN sys.schemas s ON s.schema_id = t.schema_id;
SELECT SCHEMA_NAME(schema_id) AS schema_name, name, current_value FROM sys.sequences;`,
    statistics: 'EXEC sp_updatestats;',
    grants: `SELECT USER_NAME(grantee_principal_id) AS grantee, OBJECT_SCHEMA_NAME(major_id) AS schema_name,
  OBJECT_NAME(major_id) AS object_name, state_desc, permission_name
FROM sys.database_permissions WHERE class = 1 ORDER BY grantee, schema_name, object_name;`,
    smoke: `SELECT OBJECT_NAME(parent_object_id) AS table_name, name FROM sys.foreign_keys WHERE is_disabled = 1 OR is_not_trusted = 1
UNION ALL
SELECT OBJECT_NAME(parent_object_id), name FROM sys.check_constraints WHERE is_disabled = 1 OR is_not_trusted = 1
UNION ALL
SELECT OBJECT_NAME(object_id), name FROM sys.indexes WHERE is_disabled = 1;`,
    watch: `SELECT session_id, status, command, wait_type, blocking_session_id, total_elapsed_time
FROM sys.dm_exec_requests WHERE database_id = DB_ID() AND session_id <> @@SPID;`,
  },
};
