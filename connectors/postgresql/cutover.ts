import type { CutoverScripts } from '../core/connector.ts';

export const cutover: CutoverScripts = {
  source: {
    freeze: `SELECT format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()) \\gexec
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();`,
    thaw: `SET default_transaction_read_only = off;
SELECT format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()) \\gexec`,
  },
  target: {
    numbers: `SELECT format('SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %I.%I',
  pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname), a.attname, n.nspname, c.relname)
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p')
  AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL \\gexec`,
    statistics: 'VACUUM (ANALYZE);',
    grants: `SELECT grantee, table_schema, table_name, string_agg(privilege_type, ', ' ORDER BY privilege_type)
FROM information_schema.role_table_grants
WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
GROUP BY grantee, table_schema, table_name ORDER BY grantee, table_schema, table_name;`,
    smoke: `SELECT conrelid::regclass AS "table", conname AS not_validated FROM pg_constraint WHERE NOT convalidated;
SELECT indexrelid::regclass AS not_valid FROM pg_index WHERE NOT indisvalid;
SELECT tgrelid::regclass AS "table", tgname AS disabled FROM pg_trigger WHERE tgenabled = 'D';`,
    watch: `SELECT pid, usename, state, wait_event_type, now() - query_start AS runs_for, left(query, 100) AS query
FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' ORDER BY query_start;`,
  },
};
