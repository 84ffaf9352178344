import type { Parameter, RoutineStructure } from '../core/structure.ts';
import { findRoutines } from './catalogue.ts';
import type { Session } from './session.ts';
import { readTypes, type TypeBook } from './structure-types.ts';

type Row = [
  oid: number,
  language: string,
  text: string | null,
  returns: number,
  set: boolean,
  types: number[],
  modes: string[] | null,
  names: string[] | null,
  defaults: (string | null)[] | null,
  comment: string | null,
];

/** An aggregate has no body; what it consists of stands for it. Bodies of the standard's kind are kept apart. */
const routinesSql = ({ serverVersionNumber }: Session) => `
  SELECT p.oid, l.lanname,
    CASE WHEN a.aggfnoid IS NOT NULL THEN concat_ws(', ', 'SFUNC = ' || a.aggtransfn, 'STYPE = ' || format_type(a.aggtranstype, NULL),
        'FINALFUNC = ' || nullif(a.aggfinalfn::oid, 0)::regproc, 'INITCOND = ' || quote_literal(a.agginitval))
      ${serverVersionNumber >= 140_000 ? 'WHEN p.prosqlbody IS NOT NULL THEN pg_get_function_sqlbody(p.oid)' : ''}
      ELSE p.prosrc END,
    p.prorettype, p.proretset,
    coalesce(p.proallargtypes, string_to_array(p.proargtypes::text, ' ')::oid[]),
    p.proargmodes::text[], p.proargnames,
    CASE WHEN p.pronargdefaults > 0 THEN ARRAY(SELECT pg_get_function_arg_default(p.oid, n)
      FROM generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) AS n) END,
    t.description
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
  LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid
  LEFT JOIN pg_description t ON t.objoid = p.oid AND t.objsubid = 0 AND t.classoid = 'pg_proc'::regclass
  WHERE p.oid = ANY($1::oid[])`;

export async function readRoutines(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
  names: readonly string[],
): Promise<RoutineStructure[]> {
  const wanted = new Set(names);
  const found = await findRoutines(session, type, schema);
  const nameOf = new Map(
    [...found].flatMap(([name, oid]) => (wanted.has(name) ? [[oid, name]] : [])),
  );
  const rows = await session.query<Row>(routinesSql(session), [[...nameOf.keys()]]);
  const typeOf = await readTypes(
    session,
    rows.flatMap((row) => [row[3], ...row[5]]).map((oid) => [oid, null] as const),
  );
  return rows.map((row) => {
    const [oid, language, text, returns, set, , , , , comment] = row;
    const { type: spelling, canonical } = typeOf([returns, null]);
    return {
      kind: 'routine',
      name: nameOf.get(oid) ?? '',
      parameters: toParameters(row, typeOf),
      returns: type === 'procedures' ? null : { type: spelling, canonical, set },
      language,
      text,
      comment,
    };
  });
}

const MODES: Record<string, Parameter['mode']> = {
  i: 'in',
  o: 'out',
  b: 'inout',
  v: 'variadic',
  t: 'table',
};

function toParameters(row: Row, typeOf: TypeBook): Parameter[] {
  const [, , , , , types, modes, names, defaults] = row;
  return types.map((oid, index) => {
    const { type, canonical } = typeOf([oid, null]);
    return {
      name: names?.[index] || null,
      mode: MODES[modes?.[index] ?? 'i'] ?? 'in',
      type,
      canonical,
      default: defaults?.[index] ?? null,
    };
  });
}
