import type { CutoverScripts } from '../core/connector.ts';

export const cutover: CutoverScripts = {
  source: {
    freeze: `ALTER SYSTEM ENABLE RESTRICTED SESSION;
SELECT 'ALTER SYSTEM KILL SESSION ''' || sid || ',' || serial# || ''' IMMEDIATE;'
FROM v$session WHERE type = 'USER' AND sid <> SYS_CONTEXT('USERENV', 'SID');`,
    thaw: 'ALTER SYSTEM DISABLE RESTRICTED SESSION;',
  },
  target: {
    numbers: `SELECT 'ALTER TABLE "' || table_name || '" MODIFY ("' || column_name || '" GENERATED ' || generation_type
  || ' AS IDENTITY (START WITH LIMIT VALUE));'
FROM user_tab_identity_cols;
SELECT sequence_name, last_number, increment_by FROM user_sequences WHERE sequence_name NOT LIKE 'ISEQ$$%';`,
    statistics: 'EXEC DBMS_STATS.GATHER_SCHEMA_STATS(ownname => USER, cascade => TRUE);',
    grants: `SELECT grantee, table_name, privilege FROM user_tab_privs_made ORDER BY grantee, table_name, privilege;`,
    smoke: `SELECT object_type, object_name FROM user_objects WHERE status <> 'VALID';
SELECT table_name, constraint_name FROM user_constraints WHERE status <> 'ENABLED' OR validated <> 'VALIDATED';
SELECT index_name FROM user_indexes WHERE status = 'UNUSABLE';`,
    watch: `SELECT sid, serial#, username, event, seconds_in_wait, sql_id
FROM v$session WHERE type = 'USER' AND status = 'ACTIVE';`,
  },
};
