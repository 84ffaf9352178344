import type { ChangeOf, Place, Writers } from './ddl-changes.ts';
import { routineName } from './ddl-grants.ts';

/** What only a target has, taken away, in the words of most engines. None of it takes along what hangs on it. */
export const DROPS = {
  'drop column': ({ name }, { table, quote }) => [
    `ALTER TABLE ${table} DROP COLUMN ${quote(name)}`,
  ],
  'drop trigger': ({ name, on }, { quote }) => [
    `DROP TRIGGER ${[...on.slice(0, -1), name].map(quote).join('.')}`,
  ],
  'drop object': ({ what }, { table }) => [`DROP ${what.toUpperCase()} ${table}`],
  'drop routine': ({ routine }, place) => [
    `DROP ${routine.kind.toUpperCase()} ${routineName(routine, place)}`,
  ],
} as const satisfies Partial<Writers>;

/** Before the one that takes its place is made: both may have one name. */
export const dropFormer = (former: ChangeOf<'drop trigger'> | undefined, place: Place): string[] =>
  former ? DROPS['drop trigger'](former, place) : [];
