import type { ArgumentRow, MemberRow } from './sql.ts';

/**
 * Names of the functions, or of the procedures, that packages declare: `PACKAGE.ROUTINE`; if overloaded,
 * `PACKAGE.ROUTINE(argument types)`; if those are equal as well, with the names of the arguments. A name is quoted if
 * a dot in it would make it ambiguous.
 * @param taken - names outside of packages
 */
export function nameRoutines(
  members: readonly MemberRow[],
  args: readonly ArgumentRow[],
  functions: boolean,
  taken: ReadonlySet<string>,
): { name: string; member: MemberRow }[] {
  const argumentsOf = groupArguments(args);
  const routines = members
    .map((member) => {
      const [owner, name, object, subprogram, overload] = member;
      const all = argumentsOf.get(`${object}.${subprogram}`) ?? [];
      return {
        member,
        name: nameOf(owner, name, taken),
        isFunction: all.some((row) => positionOf(row) === 0),
        args: overload === null ? null : all.filter((row) => positionOf(row) > 0),
      };
    })
    .filter(({ isFunction }) => isFunction === functions);

  const label = (routine: (typeof routines)[number], show: (row: ArgumentRow) => string) =>
    routine.name + (routine.args ? `(${routine.args.map(show).join(', ')})` : '');
  const short = routines.map((routine) => label(routine, typeOf));
  const seen = new Set<string>();
  const ambiguous = new Set(short.filter((name) => seen.size === seen.add(name).size));
  return routines.map((routine, index) => {
    const name = short[index] ?? '';
    const full = ambiguous.has(name) ? label(routine, nameAndTypeOf) : name;
    return { name: full, member: routine.member };
  });
}

function nameOf(owner: string, name: string, taken: ReadonlySet<string>): string {
  const plain = `${owner}.${name}`;
  return plain.split('.').length > 2 || taken.has(plain) ? `"${owner}"."${name}"` : plain;
}

function groupArguments(args: readonly ArgumentRow[]): Map<string, ArgumentRow[]> {
  const groups = new Map<string, ArgumentRow[]>();
  for (const row of args.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    const key = `${row[0]}.${row[1]}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

const positionOf = (row: ArgumentRow): number => Number(row[2]);

/** The type as declared: a declared type's name, else PL/SQL's name, else SQL's. */
const typeOf = ([, , , , type, plsType, , typeName, subname]: ArgumentRow): string =>
  subname ?? typeName ?? plsType ?? type;

const nameAndTypeOf = (row: ArgumentRow): string => {
  const [, , , name, , , owner, typeName, subname] = row;
  const full = [owner, typeName, subname].filter(Boolean).join('.');
  return `${name ?? ''} ${full || typeOf(row)}`;
};
