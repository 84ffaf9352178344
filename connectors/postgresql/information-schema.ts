import type { StandardType } from '../../contract/engines.ts';
import type { Session } from './session.ts';

/**
 * The standard's views show only objects on which the account has a privilege: used if the catalogue is closed to it.
 */
const OBJECTS: Record<StandardType, string> = {
  tables: `SELECT table_name::text, NULL::text FROM information_schema.tables
    WHERE table_schema = $1 AND table_type IN ('BASE TABLE', 'FOREIGN', 'FOREIGN TABLE')`,
  views: `SELECT table_name::text, NULL::text FROM information_schema.tables WHERE table_schema = $1 AND table_type = 'VIEW'`,
  functions: routines(`(r.routine_type = 'FUNCTION' OR r.routine_type IS NULL)`),
  procedures: routines(`r.routine_type = 'PROCEDURE'`),
};

function routines(condition: string): string {
  return `SELECT r.routine_name::text, CASE WHEN count(*) OVER (PARTITION BY r.routine_name) > 1 THEN coalesce(
      (SELECT string_agg(CASE WHEN p.data_type IN ('ARRAY', 'USER-DEFINED') THEN p.udt_name ELSE p.data_type END, ', '
         ORDER BY p.ordinal_position)
       FROM information_schema.parameters p
       WHERE p.specific_schema = r.specific_schema AND p.specific_name = r.specific_name AND p.parameter_mode <> 'OUT'),
      '') END
    FROM information_schema.routines r WHERE r.routine_schema = $1 AND ${condition}`;
}

export const readSchemas = (session: Session): Promise<[string][]> =>
  session.query<[string]>(
    `SELECT s.name::text FROM (
       SELECT schema_name AS name FROM information_schema.schemata
       UNION SELECT table_schema FROM information_schema.tables
       UNION SELECT routine_schema FROM information_schema.routines) s
     WHERE s.name !~ '^pg_' AND s.name <> 'information_schema'`,
  );

export const readObjects = (
  session: Session,
  type: StandardType,
  schema: string,
): Promise<[string, string | null][]> =>
  session.query<[string, string | null]>(OBJECTS[type], [schema]);
