import { groupBy } from '../core/group.ts';
import type { Parameter, RoutineDefinition } from '../core/definitions.ts';
import { signatureOf } from './routine-types.ts';
import { nameRoutines } from './routines.ts';
import type { Session } from './session.ts';
import * as sql from './sql.ts';
import * as texts from './definitions-sql.ts';
import { describeType } from './types.ts';

/** Identifies a routine: by name, or by its package and number in it. */
interface RoutinePlace {
  name: string;
  package: string | null;
  object: string;
  subprogram: string | null;
}

/** A routine in a package has no text of its own: the package holds it. */
export async function readRoutines(
  session: Session,
  scope: sql.Scope,
  schema: string,
  names: readonly string[],
  functions: boolean,
): Promise<RoutineDefinition[]> {
  const places = await findRoutines(session, scope, schema, names, functions);
  const holders = [...new Set(places.map((place) => place.package ?? place.object))];
  if (holders.length === 0) return [];
  const binds = Object.fromEntries(holders.map((name, index) => [`n${index + 1}`, name]));
  const ask = <Row extends unknown[]>(text: texts.Text) =>
    session.query<Row>(text(scope, holders.length), { owner: schema, ...binds });
  const parameters = await ask<texts.ParameterRow>(texts.parameters);
  const lines = groupBy(await ask<[string, string | null]>(texts.sources), ([name]) => name);
  return places.map((place) => {
    const rows = parameters.filter((row) => isOf(row, place));
    const source = place.package === null ? lines.get(place.object) : undefined;
    return {
      kind: 'routine',
      name: place.name,
      parameters: rows.filter((row) => row[3] !== '0').map(toParameter),
      returns: functions ? toReturns(rows.find((row) => row[3] === '0')) : null,
      language: 'PL/SQL',
      text: source?.map(([, line]) => line ?? '').join('') ?? null,
      comment: null,
      signature: signatureOf(pathOf(schema, place), rows, functions),
    };
  });
}

const pathOf = (schema: string, place: RoutinePlace): string[] =>
  place.package === null ? [schema, place.object] : [schema, place.package, place.object];

/** Finds routines by their names in the inventory. */
async function findRoutines(
  session: Session,
  scope: sql.Scope,
  schema: string,
  names: readonly string[],
  functions: boolean,
): Promise<RoutinePlace[]> {
  const binds = { owner: schema };
  const own = await session.query<[string]>(
    functions ? sql.functions(scope) : sql.procedures(scope),
    binds,
  );
  const members = await session.query<sql.MemberRow>(sql.packageMembers(scope), binds);
  const args = await session.query<sql.ArgumentRow>(sql.packageArguments(scope), binds);
  const taken = new Set(own.map(([name]) => name));
  const inPackages = nameRoutines(members, args, functions, taken).map(
    ({ name, member: [holder, object, , subprogram] }): RoutinePlace => ({
      name,
      package: holder,
      object,
      subprogram,
    }),
  );
  const alone = [...taken].map((name): RoutinePlace => ({
    name,
    package: null,
    object: name,
    subprogram: null,
  }));
  const wanted = new Set(names);
  return [...alone, ...inPackages].filter(({ name }) => wanted.has(name));
}

const isOf = ([holder, object, subprogram]: texts.ParameterRow, place: RoutinePlace): boolean =>
  holder === place.package &&
  object === place.object &&
  (place.subprogram === null || subprogram === place.subprogram);

function typeOf(row: texts.ParameterRow): Pick<Parameter, 'type' | 'canonical'> {
  const [, , , , , , name, owner, length, characters, unit, precision, scale] = row;
  return describeType({ name, owner, length, characters, unit, precision, scale });
}

const MODES = new Map<string, Parameter['mode']>([
  ['OUT', 'out'],
  ['IN/OUT', 'inout'],
]);

/** Defaults are not read: the dictionary keeps them as LONG. */
const toParameter = (row: texts.ParameterRow): Parameter => ({
  name: row[4],
  mode: MODES.get(row[5]) ?? 'in',
  ...typeOf(row),
  default: null,
});

const toReturns = (row: texts.ParameterRow | undefined): RoutineDefinition['returns'] =>
  row ? { ...typeOf(row), set: false } : null;
