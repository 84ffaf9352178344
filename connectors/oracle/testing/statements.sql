ALTER SESSION SET TIME_ZONE = '+00:00' NLS_NUMERIC_CHARACTERS = '.,' NLS_CALENDAR = 'GREGORIAN' NLS_SORT = 'BINARY' NLS_COMP = 'BINARY' NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS' NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF' NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM';

SELECT username FROM sys.all_users WHERE oracle_maintained = 'N';

SELECT SYS_CONTEXT('USERENV', 'SESSION_USER') FROM sys.dual;

SELECT privilege FROM sys.session_privs
   UNION SELECT CASE p.type WHEN 'DIRECTORY' THEN p.type ELSE p.privilege END FROM sys.all_tab_privs p
    WHERE (p.grantee = SYS_CONTEXT('USERENV', 'SESSION_USER') OR p.grantee IN (SELECT r.role FROM sys.session_roles r)
        OR p.grantee = 'PUBLIC' AND p.table_schema IN (SELECT u.username FROM sys.all_users u WHERE u.oracle_maintained = 'N'))
      AND (p.type = 'DIRECTORY' OR p.privilege IN ('INSERT', 'UPDATE', 'DELETE'))
   UNION SELECT r.privilege FROM sys.role_sys_privs r
   UNION SELECT r.privilege FROM sys.role_tab_privs r WHERE r.privilege IN ('INSERT', 'UPDATE', 'DELETE')
   UNION SELECT 'OWNER' FROM sys.dual WHERE EXISTS (SELECT 1 FROM sys.user_tables);

SELECT 1 FROM sys.dba_objects WHERE 1 = 0 UNION ALL SELECT 1 FROM sys.dba_all_tables WHERE 1 = 0 UNION ALL SELECT 1 FROM sys.dba_mviews WHERE 1 = 0 UNION ALL SELECT 1 FROM sys.dba_mview_logs WHERE 1 = 0 UNION ALL SELECT 1 FROM sys.dba_procedures WHERE 1 = 0 UNION ALL SELECT 1 FROM sys.dba_arguments WHERE 1 = 0;

SELECT o.object_name FROM sys.dba_objects o
    WHERE o.owner = :owner AND o.object_type IN ('TABLE') AND o.secondary = 'N';

SELECT t.table_name FROM sys.dba_all_tables t
    WHERE t.owner = :owner
      AND (t.nested = 'YES' OR t.dropped = 'YES' OR t.iot_type IN ('IOT_OVERFLOW', 'IOT_MAPPING'))
   UNION ALL SELECT m.container_name FROM sys.dba_mviews m WHERE m.owner = :owner
   UNION ALL SELECT l.log_table FROM sys.dba_mview_logs l WHERE l.log_owner = :owner
   UNION ALL SELECT REPLACE(l.log_table, 'MLOG$_', 'RUPD$_') FROM sys.dba_mview_logs l WHERE l.log_owner = :owner;

SELECT o.object_name FROM sys.dba_objects o
    WHERE o.owner = :owner AND o.object_type IN ('VIEW', 'MATERIALIZED VIEW') AND o.secondary = 'N';

SELECT o.object_name FROM sys.dba_objects o
    WHERE o.owner = :owner AND o.object_type IN ('FUNCTION') AND o.secondary = 'N';

SELECT o.object_name FROM sys.dba_objects o
    WHERE o.owner = :owner AND o.object_type IN ('PROCEDURE') AND o.secondary = 'N';

SELECT p.object_name, p.procedure_name, p.object_id, p.subprogram_id, p.overload
     FROM sys.dba_procedures p
    WHERE p.owner = :owner AND p.object_type = 'PACKAGE' AND p.procedure_name IS NOT NULL;

SELECT a.object_id, a.subprogram_id, a.position, a.argument_name,
          a.data_type, a.pls_type, a.type_owner, a.type_name, a.type_subname
     FROM sys.dba_arguments a
    WHERE a.owner = :owner AND a.package_name IS NOT NULL AND a.data_level = 0
      AND a.data_type IS NOT NULL AND (a.position = 0 OR a.overload IS NOT NULL);

SELECT o.object_name FROM sys.dba_objects o
    WHERE o.owner = :owner AND o.object_type IN ('PACKAGE') AND o.secondary = 'N' AND o.status = 'INVALID';
