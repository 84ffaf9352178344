import type { ArgumentRow, MemberRow } from './sql.ts';

/**
 * Names of the functions, or of the procedures, that packages declare: `PACKAGE.ROUTINE`, and where there are
 * several of that name `PACKAGE.ROUTINE(argument types)`. Where even these are alike, arguments are named, too.
 * Quoted, where a dot in a name makes it ambiguous: `taken` are the names outside of packages.
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

/** As declared: a type of one's own, else PL/SQL's name for it, else SQL's. */
const typeOf = ([, , , , type, plsType, , typeName, subname]: ArgumentRow): string =>
  subname ?? typeName ?? plsType ?? type;

const nameAndTypeOf = (row: ArgumentRow): string => {
  const [, , , name, , , owner, typeName, subname] = row;
  const full = [owner, typeName, subname].filter(Boolean).join('.');
  return `${name ?? ''} ${full || typeOf(row)}`;
};
