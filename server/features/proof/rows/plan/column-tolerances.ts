import type { Form } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import type { ToleratedCause } from '../../../../../contract/proof/causes.ts';
import type { DataLook } from '../../../../../contract/proof/pairs.ts';
import { EXPRESSION, nameOfType } from '../../../../../contract/proof/tolerances.ts';
import type { Inherited } from '../../pairs/service.ts';
import { mayBeOf } from '../causes/find-causes.ts';
import { isUtf8 } from '../causes/utf8.ts';
import type { Looseness, Tolerance } from './choose-form.ts';
import type { Notes } from '../answer/notes.ts';
import type { DataTask } from '../types.ts';

/** A cause whose differences count as equal in a column; `id` where the project tolerates it. */
export interface ColumnTolerance extends ToleratedCause {
  id?: number;
}

/** The causes tolerated in a column, by the rules of the pair, and by those of the project for the column's types. */
export function findTolerances(
  { rules, inherited = [] }: Pick<DataTask, 'rules' | 'inherited'>,
  one: Column,
  other: Column,
  form: Form,
): ColumnTolerance[] {
  const fits = ({ cause, source_type, target_type }: Inherited): boolean =>
    cause !== EXPRESSION &&
    mayBeOf(cause, form) &&
    (source_type === null || source_type === nameOfType(one.type)) &&
    (target_type === null || target_type === nameOfType(other.type));
  return [
    ...rules.tolerated.filter(({ column }) => column === one.name),
    ...inherited
      .filter(fits)
      .map(({ id, cause, reason }) => ({ column: one.name, cause, reason, id })),
  ];
}

export const tolerating = (
  tolerances: readonly ColumnTolerance[],
  also: Looseness | null,
  form: Form,
): Looseness | Tolerance | null =>
  tolerances.length === 0
    ? also
    : {
        as: 'tolerated',
        causes: [...new Set(tolerances.map(({ cause }) => cause))],
        also,
        utf8: isUtf8(form),
      };

/** Ids of the project's tolerances that a result relies on. Aggregates skip tolerated columns, and so rely on all of them. */
export const usedTolerancesOf = (
  { tolerated, notes }: { tolerated: readonly ColumnTolerance[]; notes: Notes },
  by: DataLook,
): number[] => [
  ...new Set(
    tolerated.flatMap(({ id, column }) =>
      id !== undefined && (by === 'aggregates' || notes.get('tolerated')?.has(column)) ? [id] : [],
    ),
  ),
];
