import type { ChangeOf, Place, Writers } from './ddl-changes.ts';
import { routineName } from './ddl-grants.ts';

/** Drops objects that only the target has, in most engines' syntax. Never with CASCADE. */
export const DROPS = {
  'drop column': ({ name }, { table, quote }) => [
    `ALTER TABLE ${table} DROP COLUMN ${quote(name)}`,
  ],
  'drop trigger': ({ name, on }, { quote }) => [
    `DROP TRIGGER ${[...on.slice(0, -1), name].map(quote).join('.')}`,
  ],
  'drop rule': () => null,
  'drop object': ({ what }, { table }) => [`DROP ${what.toUpperCase()} ${table}`],
  'drop routine': ({ routine }, place) => [
    `DROP ${routine.kind.toUpperCase()} ${routineName(routine, place)}`,
  ],
} as const satisfies Partial<Writers>;

/** Drops a trigger before its replacement is created: both may have the same name. */
export const dropFormer = (former: ChangeOf<'drop trigger'> | undefined, place: Place): string[] =>
  former ? DROPS['drop trigger'](former, place) : [];
