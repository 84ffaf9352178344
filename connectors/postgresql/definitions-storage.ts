import { groupBy } from '../core/group.ts';
import type { Covered, Spread, Storage } from '../core/definitions.ts';
import { coverRanges, literalsIn } from '../core/catalogue/partitions.ts';
import type { Session } from './session.ts';

type Row = [
  relation: number,
  unlogged: boolean,
  partitioning: string | null,
  partitions: number,
  secured: boolean,
  strategy: string | null,
  columns: string[] | null,
  forced: boolean,
];
type BoundRow = [relation: number, bound: string];
type PolicyRow = [relation: number, name: string, text: string, roles: string[] | null];

const COMMANDS = `CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END`;

/** By the table's id; null if the server is a derivative of PostgreSQL, which may lack these catalogues. */
export async function readStorage(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Storage> | null> {
  if (member.name !== 'PostgreSQL') return null;
  const rows = await query<Row>(
    `SELECT c.oid, c.relpersistence = 'u', CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END,
       CASE WHEN c.relkind = 'p' THEN (SELECT count(*)::int FROM pg_inherits i WHERE i.inhparent = c.oid) ELSE 0 END,
       c.relrowsecurity, p.partstrat,
       CASE WHEN NOT 0 = ANY(p.partattrs::int2[]) THEN ARRAY(SELECT a.attname::text FROM unnest(p.partattrs::int2[]) WITH ORDINALITY AS k(number, place)
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY k.place) END,
       c.relforcerowsecurity
     FROM pg_class c LEFT JOIN pg_partitioned_table p ON p.partrelid = c.oid WHERE c.oid = ANY($1::oid[])`,
    [relations],
  );
  const parted = rows.flatMap(([relation, , , , , strategy]) => (strategy ? [relation] : []));
  const bounds = groupBy(
    parted.length === 0
      ? []
      : await query<BoundRow>(
          `SELECT i.inhparent, pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
           WHERE i.inhparent = ANY($1::oid[])`,
          [parted],
        ),
    ([relation]) => relation,
  );
  const policies = groupBy(
    await query<PolicyRow>(
      `SELECT p.polrelid, p.polname,
         concat_ws(' ', CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, 'FOR', ${COMMANDS},
           'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')'),
         -- PUBLIC has the number 0.
         CASE WHEN NOT 0 = ANY(p.polroles) THEN ARRAY(SELECT pg_get_userbyid(r)::text FROM unnest(p.polroles) AS r ORDER BY 1) END
       FROM pg_policy p WHERE p.polrelid = ANY($1::oid[]) ORDER BY p.polname`,
      [relations],
    ),
    ([relation]) => relation,
  );
  return new Map(
    rows.map(
      ([relation, unlogged, partitioning, partitions, isSecured, strategy, columns, isForced]) => [
        relation,
        {
          unlogged,
          partitioning,
          partitions,
          ...toSpread(strategy, columns, bounds.get(relation) ?? []),
          // Policies have no effect while row security is disabled.
          policies: isSecured
            ? (policies.get(relation) ?? []).map(([, name, text, toRoles]) => ({
                name,
                text,
                ...(toRoles && { toRoles }),
              }))
            : null,
          ...(isSecured && isForced && { policiesForced: true as const }),
        },
      ],
    ),
  );
}

const METHODS: Record<string, Spread['method']> = { r: 'range', l: 'list', h: 'hash' };

function toSpread(
  strategy: string | null,
  columns: string[] | null,
  bounds: readonly BoundRow[],
): Pick<Storage, 'spread'> {
  const method = METHODS[strategy ?? ''];
  if (!method) return {};
  const texts = bounds.map(([, text]) => text);
  return { spread: { method, columns, covered: coveredBy(method, columns, texts) } };
}

function coveredBy(
  method: Spread['method'],
  columns: string[] | null,
  bounds: readonly string[],
): Covered {
  if (bounds.includes('DEFAULT')) return 'all';
  if (method === 'hash' || columns?.length !== 1) return 'unknown';
  const lists = bounds.map((bound) =>
    /^FOR VALUES (?:IN \((?<list>.*)\)|FROM \((?<from>.*)\) TO \((?<to>.*)\))$/s.exec(bound),
  );
  if (method === 'list') {
    const values = lists.map((found) => literalsIn(found?.groups?.['list'] ?? ''));
    return values.includes(null) ? 'unknown' : { values: values.flatMap((some) => some ?? []) };
  }
  const ends = lists.map((found) => {
    const [from, to] = [found?.groups?.['from'], found?.groups?.['to']].map((text) =>
      literalsIn(text ?? ''),
    );
    return from?.length === 1 && to?.length === 1
      ? ([endOf(from[0]!), endOf(to[0]!)] as const)
      : null;
  });
  return ends.includes(null) ? 'unknown' : coverRanges(ends.flatMap((end) => (end ? [end] : [])));
}

const endOf = (value: string): string | null =>
  value === 'MINVALUE' || value === 'MAXVALUE' ? null : value;
