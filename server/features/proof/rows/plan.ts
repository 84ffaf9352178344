import { createHash } from 'node:crypto';
import { sayEnglish } from '../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../contract/messages/message.ts';
import type { ReadColumn, Reading, TextRow } from '../../../../connectors/core/data.ts';
import type { Column } from '../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { Coverage, Look } from '../../../../contract/proof/pairs.ts';
import type { ComparisonRules } from '../../../../contract/proof/rows.ts';
import { type ToleratedCause } from '../../../../contract/proof/causes.ts';
import { nameOfType } from '../../../../contract/proof/tolerances.ts';
import type { Inherited } from '../pairs/service.ts';
import { mayBeOf } from './causes/find-causes.ts';
import { isMasked } from '../../databases/service.ts';
import { matchColumns } from '../definitions/service.ts';
import {
  type ChosenForm,
  type FormContext,
  type Looseness,
  type Tolerance,
  chooseForm,
  chooseStoredForm,
} from './choose-form.ts';
import { type ChosenKey, chooseKey } from './choose-key.ts';
import { type NoteName, type Notes, addNote } from './notes.ts';
import type { DataSide, DataTask } from './types.ts';

export interface PlannedColumn {
  /** Of the source side. */
  name: string;
  loose: Looseness | Tolerance | null;
  masked: boolean;
}

/** What is compared, and how. */
export interface Plan {
  source: Reading;
  target: Reading;
  /** In the order of the readings' columns. */
  columns: PlannedColumn[];
  /** Whether a key tells which row became which. */
  keyed: boolean;
  /** Whether rows are found again by their key, or by the hash of it. */
  identity: 'key' | 'hash';
  /** Whether slices are ranges of an integer key, or buckets of the key's hash. */
  slicing: 'ranges' | 'buckets';
  /** Whether both sides find rows by their key without reading all of them. */
  indexed: boolean;
  notes: Notes;
  /** What is let pass, with the reasons. */
  tolerated: LetPass[];
  leftOut: Coverage['left_out'];
  /** Which of several tables rows of a side are from. */
  partOf: Partial<Record<'source' | 'target', (row: TextRow) => string | null>>;
  /** Stands for a text that nobody may guess. */
  mark: (text: string) => string;
  /** Changes with whatever would make the slices of an earlier attempt worthless. */
  fingerprint: string;
}

/** The rows cannot be compared, and why. */
export class NotComparable extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(sayEnglish(said));
    this.said = said;
  }
}

/** A cause that counts as equal in a column; `id` where the project lets it pass. */
export interface LetPass extends ToleratedCause {
  id?: number;
}

interface Match {
  source: Column;
  target: Column;
  column: PlannedColumn;
  form: ReadColumn['form'];
  letPass: LetPass[];
}

/** What a plan is made of: no reader yet, and no options where nothing goes on from a checkpoint. */
export type PlanTask = Pick<DataTask, 'rules' | 'inherited' | 'mask' | 'mark' | 'namesFold'> &
  Record<'source' | 'target', Omit<DataSide, 'reader'>> & { options: DataTask['options'] | null };

/** @throws NotComparable */
export function planComparison(task: PlanTask): Plan {
  const { source, target, rules } = task;
  const notes: Notes = new Map();
  const leftOut: Plan['leftOut'] = [];
  const matches = chooseColumns(task, notes, leftOut);
  const nameOf = new Map(matches.map((match) => [match.source.name, match.target.name]));
  refuseUnknownKey(rules.key, nameOf);
  const key = chooseKey(source.definition, target.definition, rules.key, nameOf);
  const keyed = key.columns.length > 0;
  const places = keyed ? placesOf(key, matches) : placesOfRow(matches);
  const conditions = {
    source: conditionIn(rules.where_source),
    target: conditionIn(rules.where_target),
  };
  const readingOf = (side: 'source' | 'target'): Reading => ({
    schema: task[side].schema,
    table: task[side].name,
    columns: matches.map((match) => {
      const { name, canonical, type } = match[side];
      const isKept = side === 'target' && isUnpadded(match, rules);
      return { name, canonical, type, form: isKept ? withBlanks(match.form) : match.form };
    }),
    key: places,
    where: conditions[side],
  });
  if (conditions.source !== null || conditions.target !== null) addNote(notes, 'where');
  if (!keyed) addNote(notes, 'keyless');
  const keyColumns = places.flatMap((place) => matches[place] ?? []);
  const isSecret = keyColumns.some(({ column }) => column.masked);
  const plan = {
    source: readingOf('source'),
    target: readingOf('target'),
    columns: matches.map(({ column }) => column),
    keyed,
    // A masked key is not to be kept, not even to find the row again.
    identity: places.length === 0 || isSecret ? 'hash' : 'key',
    indexed: key.indexed && !isSecret,
    slicing: key.indexed && !isSecret && isIntegerKey(keyColumns) ? 'ranges' : 'buckets',
  } as const;
  // Checkpoints have marks and what differing rows have in common.
  const text = JSON.stringify(['causes', plan, task.options]);
  const partOf = {
    ...(source.partOf && { source: source.partOf }),
    ...(target.partOf && { target: target.partOf }),
  };
  return {
    ...plan,
    notes,
    tolerated: matches.flatMap(({ letPass }) => letPass),
    leftOut,
    partOf,
    mark: task.mark,
    fingerprint: createHash('sha256').update(text).digest('hex'),
  };
}

/** Blanks that CHAR was padded with are none of its value: of one that another type keeps they are. */
const isUnpadded = (
  { source, target }: Record<'source' | 'target', Column>,
  rules: ComparisonRules,
): boolean =>
  !rules.ignore_trailing_blanks &&
  source.canonical.kind === 'text' &&
  source.canonical.fixed &&
  target.canonical.kind === 'text' &&
  !target.canonical.fixed;
const withBlanks = (form: ReadColumn['form']): ReadColumn['form'] =>
  form.as === 'text' ? { ...form, trim: false } : form;

const conditionIn = (text: string | null): string | null => (text?.trim() ? text : null);

/** Matches columns, and notes those that are not compared. @throws NotComparable where none is */
function chooseColumns(task: PlanTask, notes: Notes, leftOut: Plan['leftOut']): Match[] {
  const { source, target, rules, mask } = task;
  const [columns, others] = [source.definition.columns, target.definition.columns];
  const leave = (
    note: NoteName,
    why: Plan['leftOut'][number]['why'],
    name: string,
    said = name,
  ): void => {
    addNote(notes, note, said);
    leftOut.push({ name, why });
  };
  const matched = matchColumns(columns, others, task.namesFold, rules.columns);
  for (const link of rules.columns) {
    const isMatched = matched.pairs.some(
      ([one, other]) => one.name === link.source && other.name === link.target,
    );
    if (!isMatched) leave('link', 'link', `${link.source} and ${link.target}`);
  }
  const isLeftOut = ({ name }: Column) => rules.leave_out.includes(name);
  for (const { name } of [...columns, ...matched.added].filter(isLeftOut))
    leave('leftOut', 'rule', name);
  for (const column of matched.lost)
    if (!isLeftOut(column)) leave('lost', 'only_source', column.name);
  for (const column of matched.added)
    if (!isLeftOut(column)) leave('added', 'only_target', column.name);
  const matches = matched.pairs.flatMap(([one, other]): Match[] => {
    if (isLeftOut(one)) return [];
    const chosen = formOf(task, one, other);
    if (!chosen) {
      leave('types', 'types', one.name, `${one.name} (${one.type} and ${other.type})`);
      return [];
    }
    // A column that takes no NULL has none that an empty text could be taken for.
    const isRelaxed = one.nullable || other.nullable;
    for (const rule of chosen.rules)
      // Under a tolerance it is a person who says that digits do not count.
      if (rule === 'double' && !rules.float_tolerance) leave('double', 'digits', one.name);
      else if (rule === 'blanks' && isUnpadded({ source: one, target: other }, rules)) continue;
      else if (rule !== 'empty' || isRelaxed) addNote(notes, rule, one.name);
    const masked = isMasked(mask, one.name) || isMasked(mask, other.name);
    const letPass = letPassIn(task, one, other, chosen.form);
    const loose = tolerating(letPass, chosen.loose);
    const column = { name: one.name, loose, masked };
    return [{ source: one, target: other, column, form: chosen.form, letPass }];
  });
  if (matches.length === 0) {
    throw new NotComparable(message('rows.noColumn'));
  }
  return matches;
}

/** What the rules of the pair let pass in a column, and what those of the project do in columns of its types. */
function letPassIn(
  { rules, inherited = [] }: PlanTask,
  one: Column,
  other: Column,
  { as }: ReadColumn['form'],
): LetPass[] {
  const fits = ({ cause, source_type, target_type }: Inherited): boolean =>
    mayBeOf(cause, as) &&
    (source_type === null || source_type === nameOfType(one.type)) &&
    (target_type === null || target_type === nameOfType(other.type));
  return [
    ...rules.tolerated.filter(({ column }) => column === one.name),
    ...inherited
      .filter(fits)
      .map(({ id, cause, reason }) => ({ column: one.name, cause, reason, id })),
  ];
}

const tolerating = (
  letPass: readonly LetPass[],
  also: Looseness | null,
): Looseness | Tolerance | null =>
  letPass.length === 0
    ? also
    : { as: 'tolerated', causes: [...new Set(letPass.map(({ cause }) => cause))], also };

/** What the project lets pass, as far as what was found leans on it: by sums such columns are not compared at all. */
export const leaningOf = ({ tolerated, notes }: Plan, by: Look): number[] => [
  ...new Set(
    tolerated.flatMap(({ id, column }) =>
      id !== undefined && (by === 'aggregates' || notes.get('tolerated')?.has(column)) ? [id] : [],
    ),
  ),
];

/** Engines of both sides, and what a person said of values. */
export type FormTask = Pick<DataTask, 'rules'> &
  Record<'source' | 'target', Pick<DataSide, 'engine'>>;

export type TypedColumn = Pick<Column, 'type' | 'canonical'>;

/** The form in which the values of two columns compare; null where they have none in common. */
export function formOf(task: FormTask, one: TypedColumn, other: TypedColumn): ChosenForm | null {
  const isUnwritten = ({ engine }: Pick<DataSide, 'engine'>, column: TypedColumn) =>
    connectorOf(engine).isUnwritten?.(column) ?? false;
  if (isUnwritten(task.source, one) || isUnwritten(task.target, other)) return null;
  const context = contextOf(task);
  const isStored = [isStoredAsIs(task.source, one), isStoredAsIs(task.target, other)];
  if (isStored[0] === isStored[1]) return chooseForm(one.canonical, other.canonical, context);
  return chooseStoredForm((isStored[0] ? other : one).canonical, context);
}

/** Where values have types of their own, a computed column has no other, and neither has one of a type nobody knows. */
const isStoredAsIs = ({ engine }: Pick<DataSide, 'engine'>, { canonical }: TypedColumn): boolean =>
  connectorOf(engine).typedValues && canonical.kind === 'other';

function contextOf({ source, target, rules }: FormTask): FormContext {
  const isKeptAsNull = ({ engine }: Pick<DataSide, 'engine'>) => connectorOf(engine).emptyIsNull;
  const empty_is_null = rules.empty_is_null || isKeptAsNull(source) || isKeptAsNull(target);
  return { rules: { ...rules, empty_is_null }, sameEngine: source.engine === target.engine };
}

function refuseUnknownKey(key: ComparisonRules['key'], nameOf: ReadonlyMap<string, string>): void {
  const unknown = key?.filter((name) => !nameOf.has(name)) ?? [];
  if (unknown.length === 0) return;
  throw new NotComparable(message('rows.keyNotCompared', { columns: unknown.join(', ') }));
}

const placesOf = ({ columns }: ChosenKey, matches: readonly Match[]): number[] =>
  columns.map((name) => matches.findIndex(({ source }) => source.name === name));

/** What stands for the key of a row that has none: the row, as far as texts alone tell whether it is the same. */
function placesOfRow(matches: readonly Match[]): number[] {
  const isExact = ({ column: { loose } }: Match) => loose === null || loose.as === 'case';
  if (matches.every(isExact)) return [];
  return matches.flatMap((match, index) => (isExact(match) ? [index] : []));
}

/** Rows of such a key have the same order on every engine. */
const isIntegerKey = (key: readonly Match[]): boolean =>
  key.length === 1 &&
  key[0]?.form.as === 'integer' &&
  [key[0].source, key[0].target].every(({ canonical }) =>
    ['integer', 'decimal'].includes(canonical.kind),
  );
