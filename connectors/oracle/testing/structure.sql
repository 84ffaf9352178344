SELECT t.table_name, t.num_rows, c.comments, t.temporary, t.duration FROM sys.dba_all_tables t
     LEFT JOIN sys.dba_tab_comments c ON c.owner = t.owner AND c.table_name = t.table_name
    WHERE t.owner = :owner AND t.table_name IN (:n1, :n2);

SELECT o.object_name, o.object_type, v.comments, m.comments FROM sys.dba_objects o
     LEFT JOIN sys.dba_tab_comments v ON v.owner = o.owner AND v.table_name = o.object_name
     LEFT JOIN sys.dba_mview_comments m ON m.owner = o.owner AND m.mview_name = o.object_name
    WHERE o.owner = :owner AND o.object_name IN (:n1, :n2) AND o.object_type IN ('VIEW', 'MATERIALIZED VIEW');

SELECT v.view_name, v.text FROM sys.dba_views v WHERE v.owner = :owner AND v.view_name IN (:n1, :n2);

SELECT m.mview_name, m.query FROM sys.dba_mviews m WHERE m.owner = :owner AND m.mview_name IN (:n1, :n2);

SELECT e.name, MIN(e.text) KEEP (DENSE_RANK FIRST ORDER BY e.sequence) FROM sys.dba_errors e
    WHERE e.owner = :owner AND e.name IN (:n1, :n2) AND e.type IN ('VIEW', 'MATERIALIZED VIEW') AND e.attribute = 'ERROR'
    GROUP BY e.name;

SELECT c.table_name, c.column_name, c.data_type, c.data_type_owner, c.data_length, c.char_length, c.char_used,
          c.data_precision, c.data_scale, c.nullable, c.identity_column, c.virtual_column, t.comments
     FROM sys.dba_tab_cols c LEFT JOIN sys.dba_col_comments t
       ON t.owner = c.owner AND t.table_name = c.table_name AND t.column_name = c.column_name
    WHERE c.owner = :owner AND c.table_name IN (:n1, :n2) AND c.hidden_column = 'NO'
    ORDER BY c.table_name, c.column_id;

SELECT c.table_name, c.column_name, c.data_default FROM sys.dba_tab_cols c
    WHERE c.owner = :owner AND c.table_name IN (:n1, :n2) AND c.hidden_column = 'NO' AND c.default_length IS NOT NULL;

SELECT k.table_name, k.constraint_name, k.constraint_type, k.delete_rule, k.index_name,
          k.status, k.validated, k.deferrable, k.deferred
     FROM sys.dba_constraints k
    WHERE k.owner = :owner AND k.table_name IN (:n1, :n2) AND k.constraint_type IN ('P', 'U', 'R', 'C')
    ORDER BY k.table_name, k.constraint_name;

SELECT k.constraint_name, k.search_condition FROM sys.dba_constraints k
    WHERE k.owner = :owner AND k.table_name IN (:n1, :n2) AND k.constraint_type = 'C';

SELECT k.constraint_name, k.search_condition_vc FROM sys.dba_constraints k
    WHERE k.owner = :owner AND k.table_name IN (:n1, :n2) AND k.constraint_type = 'C';

SELECT k.constraint_name, k.column_name FROM sys.dba_cons_columns k
    WHERE k.owner = :owner AND k.table_name IN (:n1, :n2) AND k.position IS NOT NULL
    ORDER BY k.constraint_name, k.position;

SELECT k.constraint_name, r.owner, r.table_name, r.column_name
     FROM sys.dba_constraints k JOIN sys.dba_cons_columns r
       ON r.owner = k.r_owner AND r.constraint_name = k.r_constraint_name
    WHERE k.owner = :owner AND k.table_name IN (:n1, :n2) AND k.constraint_type = 'R'
    ORDER BY k.constraint_name, r.position;

SELECT i.table_name, i.index_name, i.uniqueness, c.column_name, c.column_position, c.descend,
          CASE WHEN i.index_type LIKE '%DOMAIN' THEN i.ityp_name END, i.status,
          i.funcidx_status
     FROM sys.dba_indexes i JOIN sys.dba_ind_columns c
       ON c.index_owner = i.owner AND c.index_name = i.index_name
    WHERE i.table_owner = :owner AND i.table_name IN (:n1, :n2) AND i.index_type <> 'LOB'
    ORDER BY i.table_name, i.index_name, c.column_position;

SELECT p.index_name, p.partition_name FROM sys.dba_indexes i JOIN sys.dba_ind_partitions p
       ON p.index_owner = i.owner AND p.index_name = i.index_name
    WHERE i.table_owner = :owner AND i.table_name IN (:n1, :n2) AND i.indexing = 'FULL'
      AND (p.status = 'UNUSABLE' OR i.funcidx_status = 'DISABLED') AND p.composite = 'NO'
    ORDER BY p.index_name, p.partition_position;

SELECT s.index_name, s.subpartition_name FROM sys.dba_indexes i JOIN sys.dba_ind_subpartitions s
       ON s.index_owner = i.owner AND s.index_name = i.index_name
    WHERE i.table_owner = :owner AND i.table_name IN (:n1, :n2) AND i.indexing = 'FULL'
      AND (s.status = 'UNUSABLE' OR i.funcidx_status = 'DISABLED')
    ORDER BY s.index_name, s.subpartition_name;

SELECT e.index_name, e.column_position, e.column_expression FROM sys.dba_ind_expressions e
    WHERE e.table_owner = :owner AND e.table_name IN (:n1, :n2);

SELECT p.table_name, p.partitioning_type, p.partition_count, p.interval FROM sys.dba_part_tables p
    WHERE p.owner = :owner AND p.table_name IN (:n1, :n2);

SELECT k.name, k.column_name FROM sys.dba_part_key_columns k
    WHERE k.owner = :owner AND k.name IN (:n1, :n2) AND RTRIM(k.object_type) = 'TABLE'
    ORDER BY k.name, k.column_position;

SELECT e.table_name, e.high_value FROM sys.dba_tab_partitions e JOIN sys.dba_part_tables p
       ON p.owner = e.table_owner AND p.table_name = e.table_name
    WHERE e.table_owner = :owner AND e.table_name IN (:n1, :n2) AND p.partitioning_type = 'RANGE' AND p.interval IS NULL
      AND e.partition_position = p.partition_count;

SELECT a.package_name, a.object_name, a.subprogram_id, a.position, a.argument_name, a.in_out,
          COALESCE(a.type_name, a.data_type), CASE WHEN a.type_name IS NOT NULL THEN a.type_owner END,
          a.data_length, a.char_length, a.char_used, a.data_precision, a.data_scale, a.data_type, a.type_subname,
          CASE WHEN a.position = 0 THEN (SELECT MAX(p.pipelined) FROM sys.dba_procedures p
            WHERE p.object_id = a.object_id AND p.subprogram_id = a.subprogram_id) END
     FROM sys.dba_arguments a
    WHERE a.owner = :owner AND COALESCE(a.package_name, a.object_name) IN (:n1, :n2)
      AND a.data_level = 0 AND a.data_type IS NOT NULL
    ORDER BY a.object_id, a.subprogram_id, a.position;

SELECT s.name, s.text FROM sys.dba_source s
    WHERE s.owner = :owner AND s.name IN (:n1, :n2) AND s.type IN ('FUNCTION', 'PROCEDURE')
    ORDER BY s.name, s.line;

SELECT t.table_name, t.trigger_name, t.trigger_type, t.triggering_event, t.status, t.when_clause
     FROM sys.dba_triggers t WHERE t.table_owner = :owner AND t.table_name IN (:n1, :n2) AND t.base_object_type = 'TABLE' AND t.trigger_name NOT LIKE 'BIN$%' ORDER BY t.table_name, t.trigger_name;

SELECT t.table_name, t.trigger_name, t.trigger_body FROM sys.dba_triggers t WHERE t.table_owner = :owner AND t.table_name IN (:n1, :n2) AND t.base_object_type = 'TABLE' AND t.trigger_name NOT LIKE 'BIN$%';

SELECT t.table_name, t.trigger_name, t.trigger_type, t.triggering_event, t.status, t.when_clause
     FROM sys.dba_triggers t WHERE t.table_owner = :owner AND t.table_name IN (:n1, :n2) AND t.base_object_type = 'VIEW' AND t.trigger_name NOT LIKE 'BIN$%' ORDER BY t.table_name, t.trigger_name;

SELECT t.table_name, t.trigger_name, t.trigger_body FROM sys.dba_triggers t WHERE t.table_owner = :owner AND t.table_name IN (:n1, :n2) AND t.base_object_type = 'VIEW' AND t.trigger_name NOT LIKE 'BIN$%';

SELECT t.table_name, t.trigger_name, t.trigger_type, t.triggering_event, t.status, t.when_clause
     FROM sys.dba_triggers t WHERE t.owner = :owner AND t.trigger_name IN (:n1, :n2) AND t.base_object_type IN ('TABLE', 'VIEW') ORDER BY t.table_name, t.trigger_name;

SELECT t.table_name, t.trigger_name, t.trigger_body FROM sys.dba_triggers t WHERE t.owner = :owner AND t.trigger_name IN (:n1, :n2) AND t.base_object_type IN ('TABLE', 'VIEW');

SELECT s.sequence_name, s.increment_by, s.min_value, s.max_value, s.cycle_flag, s.cache_size, s.last_number
     FROM sys.dba_sequences s WHERE s.sequence_owner = :owner AND s.sequence_name IN (:n1, :n2);

SELECT i.table_name, i.column_name, s.increment_by, s.min_value, s.max_value, s.cycle_flag, s.last_number,
          i.generation_type
     FROM sys.dba_tab_identity_cols i JOIN sys.dba_sequences s
       ON s.sequence_owner = i.owner AND s.sequence_name = i.sequence_name
    WHERE i.owner = :owner AND i.table_name IN (:n1, :n2);

SELECT p.object_name, p.policy_name, p.sel,
    RTRIM(DECODE(p.sel, 'YES', 'SELECT ') || DECODE(p.ins, 'YES', 'INSERT ') || DECODE(p.upd, 'YES', 'UPDATE ')
      || DECODE(p.del, 'YES', 'DELETE ')) || ' BY ' || p.pf_owner || '.' || DECODE(p.package, NULL, NULL, p.package || '.') || p.function
   FROM sys.dba_policies p WHERE p.object_owner = :owner AND p.enable = 'YES' ORDER BY p.object_name, p.policy_name;

SELECT DISTINCT p.object_owner, p.object_name FROM sys.dba_policies p WHERE p.enable = 'YES' AND p.sel = 'YES' AND p.object_owner IN (
    SELECT u.username FROM sys.all_users u WHERE u.oracle_maintained = 'N');

SELECT DISTINCT d.owner, d.name FROM sys.dba_dependencies d WHERE d.type = 'VIEW'
    START WITH d.type IN ('VIEW', 'SYNONYM', 'FUNCTION')
      AND (d.referenced_owner, d.referenced_name) IN (SELECT p.object_owner, p.object_name FROM sys.dba_policies p WHERE p.enable = 'YES' AND p.sel = 'YES' AND p.object_owner IN (
    SELECT u.username FROM sys.all_users u WHERE u.oracle_maintained = 'N'))
    CONNECT BY NOCYCLE PRIOR d.owner = d.referenced_owner AND PRIOR d.name = d.referenced_name AND d.type IN ('VIEW', 'SYNONYM', 'FUNCTION');

SELECT 1 FROM sys.dual WHERE SYS_CONTEXT('USERENV', 'SESSION_USER') = 'SYS'
  OR EXISTS (SELECT 1 FROM sys.session_privs s WHERE s.privilege = 'EXEMPT ACCESS POLICY');
