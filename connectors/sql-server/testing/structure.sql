SELECT o.object_id, s.name, o.name, o.type,
    (SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = o.object_id
      AND e.minor_id = 0 AND e.name = N'MS_Description')
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN ('U');

SELECT o.object_id, s.name, o.name, o.type,
    (SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = o.object_id
      AND e.minor_id = 0 AND e.name = N'MS_Description')
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN ('V');

SELECT o.object_id, s.name, o.name, o.type,
    (SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = o.object_id
      AND e.minor_id = 0 AND e.name = N'MS_Description')
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN ('FN', 'IF', 'TF', 'FS', 'FT', 'AF');

SELECT o.object_id, s.name, o.name, o.type,
    (SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = o.object_id
      AND e.minor_id = 0 AND e.name = N'MS_Description')
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN ('P', 'PC');

SELECT c.object_id, c.name, COALESCE(y.name, t.name),
    CASE WHEN t.is_user_defined = 1 THEN SCHEMA_NAME(t.schema_id) + N'.' + t.name
      WHEN t.name <> y.name THEN t.name END,
    CONVERT(int, c.max_length), CONVERT(int, c.precision), CONVERT(int, c.scale),
    c.is_nullable, c.is_identity, d.definition, g.definition, c.collation_name,
    (SELECT CONVERT(nvarchar(4000), e.value)
    FROM sys.extended_properties e WHERE e.class = 1 AND e.major_id = c.object_id
      AND e.minor_id = c.column_id AND e.name = N'MS_Description'), g.is_persisted
  FROM sys.columns c JOIN sys.types t ON t.user_type_id = c.user_type_id
  LEFT JOIN sys.types y ON y.user_type_id = c.system_type_id AND y.is_user_defined = 0
  LEFT JOIN sys.default_constraints d ON d.object_id = c.default_object_id
  LEFT JOIN sys.computed_columns g ON g.object_id = c.object_id AND g.column_id = c.column_id
  WHERE c.object_id IN (1, 2) ORDER BY c.object_id, c.column_id;

SELECT i.object_id, i.index_id, i.name,
    i.is_unique, i.is_primary_key, i.is_unique_constraint, i.filter_definition, c.name, x.is_descending_key,
    i.type, CASE WHEN i.type = 2 THEN x.is_included_column ELSE CONVERT(bit, 0) END,
    i.is_disabled
  FROM sys.indexes i
  JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id
  JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id IN (1, 2) AND i.is_hypothetical = 0
    AND (x.key_ordinal > 0 OR i.type IN (3, 4) OR i.type = 2 AND x.is_included_column = 1)
  ORDER BY i.object_id, i.name, i.index_id, x.is_included_column, x.key_ordinal, x.index_column_id;

SELECT f.parent_object_id, f.name,
    OBJECT_SCHEMA_NAME(f.referenced_object_id), OBJECT_NAME(f.referenced_object_id),
    CONVERT(int, f.update_referential_action), CONVERT(int, f.delete_referential_action), c.name, r.name,
    f.is_not_trusted, f.is_disabled, f.is_not_for_replication
  FROM sys.foreign_keys f
  JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
  JOIN sys.columns c ON c.object_id = k.parent_object_id AND c.column_id = k.parent_column_id
  LEFT JOIN sys.columns r ON r.object_id = k.referenced_object_id AND r.column_id = k.referenced_column_id
  WHERE f.parent_object_id IN (1, 2)
  ORDER BY f.parent_object_id, f.name, k.constraint_column_id;

SELECT k.parent_object_id, k.name, k.definition, k.is_not_trusted, k.is_disabled,
    k.is_not_for_replication
  FROM sys.check_constraints k WHERE k.parent_object_id IN (1, 2)
  ORDER BY k.parent_object_id, k.name;

SELECT p.object_id, SUM(p.rows)
  FROM sys.partitions p WHERE p.object_id IN (1, 2) AND p.index_id IN (0, 1)
  GROUP BY p.object_id;

SELECT m.object_id, m.definition,
    CASE WHEN m.uses_ansi_nulls = 0 THEN N'ANSI_NULLS' END,
    CASE WHEN m.uses_quoted_identifier = 0 THEN N'QUOTED_IDENTIFIER' END
  FROM sys.sql_modules m WHERE m.object_id IN (1, 2);

SELECT o.object_id,
    (SELECT COUNT(*) FROM sys.indexes i WHERE i.object_id = o.object_id AND i.index_id = 1),
    (SELECT MIN(COALESCE(d.referenced_schema_name + N'.', N'') + d.referenced_entity_name)
      FROM sys.sql_expression_dependencies d
      WHERE d.referencing_class = 1 AND d.referencing_id = o.object_id AND d.referenced_class = 1
        AND d.referenced_id IS NULL AND d.referenced_server_name IS NULL AND d.referenced_database_name IS NULL
        AND d.is_caller_dependent = 0 AND d.is_ambiguous = 0)
  FROM sys.objects o WHERE o.object_id IN (1, 2);

SELECT t.parent_id, t.name,
    t.is_instead_of_trigger, t.is_disabled, e.type_desc, LEFT(m.definition, 10000)
  FROM sys.triggers t JOIN sys.trigger_events e ON e.object_id = t.object_id
  LEFT JOIN sys.sql_modules m ON m.object_id = t.object_id
  WHERE t.parent_id IN (1, 2) AND t.is_ms_shipped = 0
  ORDER BY t.parent_id, t.name, e.type;

SELECT i.object_id, i.name,
    CONVERT(nvarchar(40), i.increment_value)
  FROM sys.identity_columns i WHERE i.object_id IN (1, 2);

SELECT i.object_id, c.name,
    CONVERT(int, f.fanout), f.boundary_value_on_right
  FROM sys.indexes i JOIN sys.partition_schemes s ON s.data_space_id = i.data_space_id
  JOIN sys.partition_functions f ON f.function_id = s.function_id
  JOIN sys.index_columns x ON x.object_id = i.object_id AND x.index_id = i.index_id AND x.partition_ordinal > 0
  JOIN sys.columns c ON c.object_id = x.object_id AND c.column_id = x.column_id
  WHERE i.object_id IN (1, 2) AND i.index_id IN (0, 1);

SELECT p.object_id, p.parameter_id, p.name,
    COALESCE(y.name, t.name),
    CASE WHEN t.is_user_defined = 1 THEN SCHEMA_NAME(t.schema_id) + N'.' + t.name
      WHEN t.name <> y.name THEN t.name END,
    CONVERT(int, p.max_length), CONVERT(int, p.precision), CONVERT(int, p.scale), p.is_output, p.is_readonly, p.is_cursor_ref
  FROM sys.parameters p JOIN sys.types t ON t.user_type_id = p.user_type_id
  LEFT JOIN sys.types y ON y.user_type_id = p.system_type_id AND y.is_user_defined = 0
  WHERE p.object_id IN (1, 2) ORDER BY p.object_id, p.parameter_id;

SELECT o.name, i.name, CONVERT(nvarchar(40), COALESCE(
      CONVERT(decimal(38, 0), i.last_value) + CONVERT(decimal(38, 0), i.increment_value),
      CONVERT(decimal(38, 0), i.seed_value)))
  FROM sys.identity_columns i JOIN sys.objects o ON o.object_id = i.object_id
  JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.name IN (@p2, @p3);

SELECT s.name, p.object_id, p.name, t.name
  FROM sys.triggers t JOIN sys.objects p ON p.object_id = t.parent_id
  JOIN sys.schemas s ON s.schema_id = p.schema_id
  WHERE s.name = @p1 AND t.is_ms_shipped = 0;

SELECT s.name, q.name, CONVERT(nvarchar(40), q.start_value), CONVERT(nvarchar(40), q.increment),
    CONVERT(nvarchar(40), q.minimum_value), CONVERT(nvarchar(40), q.maximum_value), q.is_cycling,
    CONVERT(nvarchar(40), q.cache_size), CONVERT(nvarchar(40), q.current_value)
  FROM sys.sequences q JOIN sys.schemas s ON s.schema_id = q.schema_id WHERE s.name = @p1;

SELECT o.object_id, USER_NAME(COALESCE(o.principal_id, s.principal_id))
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE o.object_id IN (1, 2);

SELECT o.object_id, u.name, p.permission_name,
    p.state, COL_NAME(o.object_id, CASE p.class WHEN 1 THEN p.minor_id END), CONVERT(bit, CASE p.class WHEN 3 THEN 1 ELSE 0 END)
  FROM sys.database_permissions p
  JOIN sys.objects o ON p.class = 1 AND p.major_id = o.object_id OR p.class = 3 AND p.major_id = o.schema_id
  JOIN sys.database_principals u ON u.principal_id = p.grantee_principal_id
  WHERE o.object_id IN (1, 2);

SELECT p.target_object_id,
    SCHEMA_NAME(y.schema_id) + N'.' + y.name, p.predicate_type_desc, p.operation_desc, p.predicate_definition
  FROM sys.security_predicates p JOIN sys.security_policies y ON y.object_id = p.object_id
  WHERE y.is_enabled = 1 AND p.target_object_id IN (1, 2)
  ORDER BY p.target_object_id, y.name, p.security_predicate_id;

SELECT o.object_id, SCHEMA_NAME(o.schema_id), o.name FROM sys.objects o
  WHERE o.object_id IN (SELECT p.target_object_id FROM sys.security_predicates p JOIN sys.security_policies y ON y.object_id = p.object_id
  WHERE y.is_enabled = 1 AND p.predicate_type = 0);

SELECT d.referencing_id, d.referenced_id FROM sys.sql_expression_dependencies d
    WHERE d.referencing_class = 1 AND d.referenced_class = 1 AND d.referenced_id IS NOT NULL
  UNION SELECT s.object_id, OBJECT_ID(s.base_object_name) FROM sys.synonyms s
    WHERE PARSENAME(s.base_object_name, 4) IS NULL AND OBJECT_ID(s.base_object_name) IS NOT NULL
      AND ISNULL(PARSENAME(s.base_object_name, 3), DB_NAME()) = DB_NAME();
