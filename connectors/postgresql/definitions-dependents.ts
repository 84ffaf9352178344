import { groupBy } from '../core/group.ts';
import type { DependentView } from '../core/definitions.ts';
import type { Session } from './session.ts';

/** Texts of more views of a table are not read: they would be kept with it. */
const MAX_VIEWS = 12;
const MAX_TEXT = 20_000;

/**
 * Views that use columns of tables, also through other views; `place` puts each behind those that it uses. A rule belongs to its
 * own table, and only holds the columns that it names.
 */
const USES = `
  WITH RECURSIVE used(root, number, view, place) AS (
    SELECT d.refobjid, d.refobjsubid, r.ev_class, 1
    FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
    WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = ANY($1::oid[])
      AND (r.ev_class <> d.refobjid OR d.refobjsubid > 0)
    UNION
    SELECT u.root, u.number, r.ev_class, u.place + 1
    FROM used u JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = u.view
    JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid AND r.ev_class <> u.view
    WHERE u.place < 32)
  SELECT root, view, array_agg(DISTINCT number), max(place) FROM used GROUP BY root, view ORDER BY root, max(place), view`;

/**
 * How each view is made again. What CREATE VIEW does not bring back, and no statement here does either, makes it
 * impossible: rights to columns, defaults, labels, and whatever else depends on the view.
 */
const VIEWS = `
  SELECT c.oid,
    format('DROP %sVIEW %I.%I', kind, n.nspname, c.relname),
    format('CREATE %sVIEW %I.%I%s AS', kind, n.nspname, c.relname, ' WITH (' || array_to_string(c.reloptions, ', ') || ')'),
    rtrim(pg_get_viewdef(c.oid), ';') || CASE WHEN c.relkind = 'm' AND NOT c.relispopulated THEN ' WITH NO DATA' ELSE '' END,
    ARRAY(SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE i.indrelid = c.oid ORDER BY i.indexrelid)
    || ARRAY(SELECT rtrim(pg_get_ruledef(r.oid), ';') FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.rulename <> '_RETURN' ORDER BY r.oid)
    || ARRAY(SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal ORDER BY t.oid)
    || ARRAY(SELECT CASE WHEN d.objsubid = 0 THEN format('COMMENT ON %sVIEW %I.%I IS %L', kind, n.nspname, c.relname, d.description)
        ELSE format('COMMENT ON COLUMN %I.%I.%I IS %L', n.nspname, c.relname, a.attname, d.description) END
      FROM pg_description d LEFT JOIN pg_attribute a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
      WHERE d.classoid = 'pg_class'::regclass AND d.objoid = c.oid ORDER BY d.objsubid)
    || ARRAY(SELECT format('GRANT %s ON %I.%I TO %s%s', string_agg(x.privilege_type, ', ' ORDER BY x.privilege_type), n.nspname, c.relname,
        CASE WHEN x.grantee = 0 THEN 'PUBLIC' ELSE format('%I', g.rolname) END, CASE WHEN x.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
      FROM aclexplode(c.relacl) x LEFT JOIN pg_roles g ON g.oid = x.grantee
      WHERE x.grantee <> c.relowner GROUP BY x.grantee, g.rolname, x.is_grantable ORDER BY g.rolname, x.is_grantable)
    || format('ALTER %sVIEW %I.%I OWNER TO %I', kind, n.nspname, c.relname, pg_get_userbyid(c.relowner)),
    c.relkind IN ('v', 'm') AND c.reltablespace = 0
    AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND (a.attacl IS NOT NULL OR a.atthasdef))
    AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisclustered)
    AND NOT EXISTS (SELECT 1 FROM aclexplode(c.relacl) x WHERE x.grantor <> c.relowner)
    AND NOT EXISTS (SELECT 1 FROM pg_seclabel s WHERE s.classoid = 'pg_class'::regclass AND s.objoid = c.oid)
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('e', 'x'))
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.deptype IN ('n', 'a') AND (
      d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid
        AND d.classid NOT IN ('pg_rewrite'::regclass, 'pg_trigger'::regclass, 'pg_class'::regclass)
      OR d.refclassid = 'pg_type'::regclass AND d.refobjid IN (c.reltype, (SELECT y.typarray FROM pg_type y WHERE y.oid = c.reltype))))
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  CROSS JOIN LATERAL (SELECT CASE c.relkind WHEN 'm' THEN 'MATERIALIZED ' ELSE '' END AS kind) k
  WHERE c.oid = ANY($1::oid[])`;

type UseRow = [root: number, view: number, numbers: number[], place: number];
type ViewRow = [
  oid: number,
  drop: string,
  head: string,
  query: string | null,
  behind: string[],
  isWhole: boolean,
];

/** Views that use the columns of tables, by the table's id; tables of which too many do are left out, and so are all on a derivative of PostgreSQL. */
export async function readDependents(
  session: Session,
  tables: ReadonlyMap<number, ReadonlyMap<number, { name: string }>>,
): Promise<Map<number, DependentView[]>> {
  if (session.member.name !== 'PostgreSQL') return new Map();
  const uses = await session.query<UseRow>(USES, [[...tables.keys()]]);
  const of = groupBy(uses, ([root]) => root);
  const few = [...of].filter(([, rows]) => rows.length <= MAX_VIEWS);
  const made = await readViews(session, [
    ...new Set(few.flatMap(([, rows]) => rows.map(([, view]) => view))),
  ]);
  const found = new Map<number, DependentView[]>(
    [...tables.keys()].filter((root) => !of.has(root)).map((root) => [root, []]),
  );
  for (const [root, rows] of few) {
    const columns = tables.get(root);
    const nameOf = (number: number) => columns?.get(number)?.name ?? '';
    const views = rows.flatMap(([, view, numbers]): DependentView[] => {
      const statements = made.get(view);
      // A view of whole rows uses all columns.
      const isOfAll = numbers.includes(0);
      return statements ? [{ columns: isOfAll ? null : numbers.map(nameOf), ...statements }] : [];
    });
    const length = views.flatMap(({ create }) => create ?? []).join('').length;
    if (views.length === rows.length && length <= MAX_TEXT) found.set(root, views);
  }
  return found;
}

/** Each text locks the view and everything that it reads. */
const AT_ONCE = 100;

async function readViews(
  session: Session,
  oids: readonly number[],
): Promise<Map<number, Pick<DependentView, 'drop' | 'create'>>> {
  const found = new Map<number, Pick<DependentView, 'drop' | 'create'>>();
  for (let start = 0; start < oids.length; start += AT_ONCE) {
    const rows = await session.query<ViewRow>(VIEWS, [oids.slice(start, start + AT_ONCE)]);
    for (const [oid, drop, head, query, behind, isWhole] of rows)
      found.set(oid, {
        drop,
        create: isWhole && query !== null ? [`${head}\n${query}`, ...behind] : null,
      });
  }
  return found;
}
