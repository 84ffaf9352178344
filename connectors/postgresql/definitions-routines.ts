import { type Message, message } from '../../contract/messages/message.ts';
import type { Parameter, RoutineDefinition } from '../core/definitions.ts';
import type { RoutineSignature } from '../core/routine-signature.ts';
import { isOfTriggers, readServed } from './definitions-belonging.ts';
import { findRoutines } from './catalogue.ts';
import { type Manner, mannerOf, mannerSql } from './definitions-manner.ts';
import type { Session } from './session.ts';
import { readTypes, type TypeBook } from './definitions-types.ts';

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
  strict: boolean,
  ...how: Calling,
  /** The CREATE statement; null for an aggregate. */
  written: string | null,
  /** Not read from relatives of PostgreSQL. */
  ...manner: Manner | [],
];

/** Facts that a call needs. */
type Calling = [
  name: string,
  /** `p`rocedure, `f`unction, `a`ggregate, `w`indow function. */
  kind: string,
  aggregate: string | null,
  returns: string,
  /** `c`omposite, `p`seudo type … */
  returnsKind: string,
  /** A pseudo-type among the parameters, which only a caller resolves. */
  pseudo: string | null,
  /** With a type modifier, so that `bit` stands for any number of bits. */
  spellings: string[],
];

/** Before version 11, the catalogue marks the kind of functions only. */
const kindOf = ({ serverVersionNumber }: Session) =>
  serverVersionNumber >= 110_000
    ? 'p.prokind::text'
    : `CASE WHEN p.proisagg THEN 'a' WHEN p.proiswindow THEN 'w' ELSE 'f' END`;

/** For an aggregate, its definition stands in for a body. Standard SQL bodies are stored separately. */
const routinesSql = (session: Session) => `
  SELECT p.oid, l.lanname,
    CASE WHEN a.aggfnoid IS NOT NULL THEN concat_ws(', ', 'SFUNC = ' || a.aggtransfn, 'STYPE = ' || format_type(a.aggtranstype, NULL),
        'FINALFUNC = ' || nullif(a.aggfinalfn::oid, 0)::regproc, 'INITCOND = ' || quote_literal(a.agginitval))
      ${session.serverVersionNumber >= 140_000 ? 'WHEN p.prosqlbody IS NOT NULL THEN pg_get_function_sqlbody(p.oid)' : ''}
      ELSE p.prosrc END,
    p.prorettype, p.proretset,
    coalesce(p.proallargtypes, string_to_array(p.proargtypes::text, ' ')::oid[]),
    p.proargmodes::text[], p.proargnames,
    CASE WHEN p.pronargdefaults > 0 THEN ARRAY(SELECT pg_get_function_arg_default(p.oid, n)
      FROM generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs)) AS n) END,
    t.description, p.proisstrict,
    p.proname, ${kindOf(session)}, a.aggkind::text, r.typname, r.typtype::text,
    (SELECT min(format_type(x.oid, NULL)) FROM pg_type x
      WHERE x.oid = ANY (p.proargtypes::oid[]) AND x.typtype = 'p'),
    ARRAY(SELECT format_type(x.oid, -1)
      FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS x (oid, n) ORDER BY x.n),
    ${session.member.name === 'PostgreSQL' ? `CASE WHEN a.aggfnoid IS NULL THEN pg_get_functiondef(p.oid) END, ${mannerSql('p')}` : 'NULL::text'}
  FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang JOIN pg_type r ON r.oid = p.prorettype
  LEFT JOIN pg_aggregate a ON a.aggfnoid = p.oid
  LEFT JOIN pg_description t ON t.objoid = p.oid AND t.objsubid = 0 AND t.classoid = 'pg_proc'::regclass
  WHERE p.oid = ANY($1::oid[])`;

export async function readRoutines(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
  names: readonly string[],
): Promise<RoutineDefinition[]> {
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
  const served = await readServed(
    session,
    rows.filter((row) => isOfTriggers(row[14])).map(([oid]) => oid),
  );
  return rows.map((row) => {
    const [oid, language, text, returns, set, , , , , comment, strict] = row;
    const { type: spelling, canonical } = typeOf([returns, null]);
    return {
      kind: 'routine',
      name: nameOf.get(oid) ?? '',
      parameters: toParameters(row, typeOf),
      returns: type === 'procedures' ? null : { type: spelling, canonical, set },
      language,
      text,
      ...writtenAs(schema, row),
      ...(strict && { strict }),
      ...attributesOf(session, row),
      comment,
      ...(served.has(oid) && { belongsTo: served.get(oid)! }),
      signature: signatureOf(schema, row),
    };
  });
}

/** Those of an aggregate are its functions'; of relatives of PostgreSQL, none are read. */
function attributesOf({ member }: Session, row: Row): Pick<RoutineDefinition, 'attributes'> {
  if (member.name !== 'PostgreSQL') return {};
  return { attributes: row[12] === 'a' ? [] : mannerOf(row.slice(-5) as Manner) };
}

/** Splits the server's CREATE statement around the routine's body. */
function writtenAs(
  schema: string,
  [, , text, , , , , , , , , name, , , , , , , written]: Row,
): Pick<RoutineDefinition, 'written'> {
  const [, from] =
    /^CREATE OR REPLACE (?:FUNCTION|PROCEDURE) [^()]*\((.*)$/su.exec(written?.trimEnd() ?? '') ??
    [];
  const at = text === null || text === '' ? -1 : (from?.lastIndexOf(text) ?? -1);
  if (from === undefined || at === -1 || /[()]/u.test(schema + name)) return {};
  return { written: [from.slice(0, at), from.slice(at + text!.length)] };
}

function signatureOf(schema: string, row: Row): RoutineSignature {
  const [, , , , set, , modes, , , , , name, kind, , , returnsKind, , types] = row;
  const isRecord = modes?.some((mode) => mode === 'o' || mode === 'b' || mode === 't') ?? false;
  const isRows = set || returnsKind === 'c' || isRecord;
  const form = kind === 'p' ? 'procedure' : kind === 'w' ? 'window' : isRows ? 'rows' : 'function';
  return { path: [schema, name], form, types, obstacle: findObstacle(row, isRecord) };
}

/** Pseudo-types that a call can return nevertheless. */
const RETURNED = ['void', 'record'];

function findObstacle(row: Row, isRecord: boolean): Message | null {
  const [, , , , set, , , , , , , , kind, aggregate, returns, returnsKind, pseudo] = row;
  if (pseudo !== null && pseudo !== 'record')
    return message('proposal.takesPseudo', { type: pseudo });
  if (kind !== 'p' && returnsKind === 'p' && !RETURNED.includes(returns))
    return message('proposal.returnsPseudo', { type: returns });
  if (returns === 'record' && set && !isRecord) return message('proposal.returnsRecords');
  return aggregate === 'o' || aggregate === 'h' ? message('proposal.orderedAggregate') : null;
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
