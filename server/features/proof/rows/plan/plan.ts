import { createHash } from 'node:crypto';
import { toEnglish } from '../../../../../contract/messages/english.ts';
import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { ReadColumn, Reading, TextRow } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import { SIDES } from '../../../../../contract/fields.ts';
import type { Coverage } from '../../../../../contract/proof/pairs.ts';
import type { ComparisonRules } from '../../../../../contract/proof/rows.ts';
import { isMasked } from '../../../databases/service.ts';
import { matchColumns } from '../../definitions/service.ts';
import type { Inherited } from '../../pairs/service.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { type Looseness, type Tolerance, formOf } from './choose-form.ts';
import { type ChosenKey, chooseKey } from './choose-key.ts';
import { isUtf8 } from '../causes/utf8.ts';
import { type ColumnTolerance, findTolerances, tolerating } from './column-tolerances.ts';
import { type NoteName, type Notes, addNote } from '../answer/notes.ts';
import type { Computed, ComputedValue, DataSide, DataTask } from '../types.ts';

export interface PlannedColumn {
  /** The source's name of the column. */
  name: string;
  loose: Looseness | Tolerance | null;
  masked: boolean;
  /** Whether the values are bytes that one side has as text. */
  utf8: boolean;
}

/** The columns to compare, and how each side is read. */
export interface Plan {
  source: Reading;
  target: Reading;
  /** In the order of the readings' columns. */
  columns: PlannedColumn[];
  /** Whether a key tells which source row became which target row. */
  keyed: boolean;
  /** Whether rows are looked up by their key, or by its hash. */
  identity: 'key' | 'hash';
  /** Whether the first column of the key orders rows alike on every engine, and both sides find them by it. */
  ordered: boolean;
  /** Whether slices are ranges of an integer key, or buckets of the key's hash. */
  slicing: 'ranges' | 'buckets';
  /** Whether both sides find rows by their key without a full scan. */
  indexed: boolean;
  /** The seconds that reading took, where that is too long to be repeated. */
  costly?: number;
  notes: Notes;
  /** Tolerated causes, with their reasons. */
  tolerated: ColumnTolerance[];
  /** Sentences about expressions that replace columns. */
  computed: Message[];
  /** The project's expressions that are read, each with its source columns. */
  byProject: ByProject[];
  leftOut: Coverage['left_out'];
  /** Columns that may be the same under two names. */
  candidates: Candidate[];
  /** The table that a row is from, where a side consists of several. */
  partOf: Partial<Record<'source' | 'target', (row: TextRow) => string | null>>;
  /** A keyed mark (HMAC) of a text, which does not let anybody guess the text. */
  mark: (text: string) => string;
  /** Changes with everything that makes the slices of an earlier attempt invalid. */
  fingerprint: string;
}

interface ByProject extends Pick<Inherited, 'id' | 'reason'> {
  columns: string[];
}

/** Why the rows cannot be compared. */
export class NotComparable extends Error {
  readonly said: Message;

  constructor(said: Message) {
    super(toEnglish(said));
    this.said = said;
  }
}

/** A column as it is compared; an expression that replaces it determines its type. */
type ReadAs = Column & { expression?: string };

interface Match {
  source: ReadAs;
  target: ReadAs;
  column: PlannedColumn;
  form: ReadColumn['form'];
  tolerances: ColumnTolerance[];
}

/** The input of a plan: no readers, and no options where there is no checkpoint to resume from. */
export type PlanTask = Pick<
  DataTask,
  'rules' | 'inherited' | 'computed' | 'mask' | 'mark' | 'namesFold'
> &
  Record<'source' | 'target', Omit<DataSide, 'reader'>> & { options: DataTask['options'] | null };

/** @throws NotComparable */
export function planComparison(task: PlanTask): Plan {
  const { source, target, rules } = task;
  const notes: Notes = new Map();
  const leftOut: Plan['leftOut'] = [];
  const leaveOut = leavingOut(notes, leftOut);
  leaveOutHidden(task, leaveOut);
  const { matches, candidates } = chooseColumns(task, notes, leaveOut);
  const nameOf = new Map(matches.map((match) => [match.source.name, match.target.name]));
  refuseUnknownKey(rules.key, nameOf);
  const key = chooseKey(source.definition, target.definition, rules.key, nameOf);
  const keyed = key.columns.length > 0;
  const computed = rules.expressions.find(({ column }) => key.columns.includes(column));
  if (computed) throw new NotComparable(message('rows.keyComputed', { columns: computed.column }));
  const places = keyed ? placesOf(key, matches) : placesOfRow(matches);
  const conditions = {
    source: conditionIn(rules.where_source),
    target: conditionIn(rules.where_target),
  };
  const readingOf = (side: 'source' | 'target'): Reading => ({
    schema: task[side].schema,
    table: task[side].name,
    columns: matches.map((match) => {
      const { name, canonical, type, expression } = match[side];
      const isKept = side === 'target' && isUnpadded(match, rules);
      const form = isKept ? withBlanks(match.form) : match.form;
      return { name, canonical, type, form, ...(expression !== undefined && { expression }) };
    }),
    key: places,
    where: conditions[side],
  });
  if (conditions.source !== null || conditions.target !== null) addNote(notes, 'where');
  if (!keyed) addNote(notes, 'keyless');
  const keyColumns = places.flatMap((place) => matches[place] ?? []);
  const isSecret = keyColumns.some(({ column }) => column.masked);
  const ordered = key.indexed && !isSecret && isInteger(keyColumns[0]);
  const plan = {
    source: readingOf('source'),
    target: readingOf('target'),
    columns: matches.map(({ column }) => column),
    keyed,
    // A masked key must not be stored, not even to look up the row.
    identity: places.length === 0 || isSecret ? 'hash' : 'key',
    indexed: key.indexed && !isSecret,
    ordered,
    slicing: ordered && keyColumns.length === 1 ? 'ranges' : 'buckets',
  } as const;
  // Checkpoints hold marks, their labels, and causes, so these depend on the options, too.
  const text = JSON.stringify(['contents', plan, task.options]);
  const byProject = readByProject(task.computed);
  const partOf = {
    ...(source.partOf && { source: source.partOf }),
    ...(target.partOf && { target: target.partOf }),
  };
  return {
    ...plan,
    notes,
    tolerated: matches.flatMap(({ tolerances }) => tolerances),
    computed: [...matches.flatMap(noteComputed), ...byProject.map(noteRule)],
    byProject,
    leftOut,
    candidates,
    partOf,
    mark: task.mark,
    fingerprint: createHash('sha256').update(text).digest('hex'),
  };
}

const noteComputed = (match: Match): Message[] =>
  SIDES.flatMap((side) => {
    const { expression } = match[side];
    return expression === undefined
      ? []
      : message('rows.comparedAs', {
          column: match.source.name,
          expression,
          side: message(`word.${side}`),
        });
  });

/** The project's expressions that are read in place of columns, whether or not these can be compared so. */
export function readByProject(computed: Computed | undefined): ByProject[] {
  const found = new Map<number, ByProject>();
  for (const side of SIDES)
    for (const [column, { rule }] of computed?.[side] ?? []) {
      if (!rule) continue;
      const one = found.get(rule.id) ?? { id: rule.id, reason: rule.reason, columns: [] };
      if (!one.columns.includes(column)) one.columns.push(column);
      found.set(rule.id, one);
    }
  return [...found.values()];
}

const noteRule = ({ columns, reason }: ByProject): Message =>
  message('rows.computedByProject', { columns: columns.join(', '), reason });

/**
 * Whether CHAR became a type without padding: blanks that pad a CHAR are not part of its value, but those stored in another
 * type are.
 */
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

type LeaveOut = (
  note: NoteName,
  why: Plan['leftOut'][number]['why'],
  name: string,
  said?: string,
) => void;

const leavingOut =
  (notes: Notes, leftOut: Plan['leftOut']): LeaveOut =>
  (note, why, name, said = name) => {
    addNote(notes, note, said);
    leftOut.push({ name, why });
  };

function leaveOutHidden({ source, target }: PlanTask, leaveOut: LeaveOut): void {
  for (const { definition, schema, name, partOf } of [source, target])
    if (definition.policed) leaveOut('policies', 'policies', partOf ? name : `${schema}.${name}`);
}

/**
 * Matches columns, and notes those that are not compared.
 * @throws NotComparable where none can be compared
 */
function chooseColumns(task: PlanTask, notes: Notes, leaveOut: LeaveOut) {
  const { source, target, rules } = task;
  const [columns, others] = [source.definition.columns, target.definition.columns];
  const matched = matchColumns(columns, others, task.namesFold, rules.columns);
  for (const link of rules.columns) {
    const isMatched = matched.pairs.some(
      ([one, other]) => one.name === link.source && other.name === link.target,
    );
    if (!isMatched) leaveOut('link', 'link', `${link.source} and ${link.target}`);
  }
  for (const { column } of rules.expressions)
    if (!matched.pairs.some(([one]) => one.name === column)) leaveOut('link', 'link', column);
  const isLeftOut = ({ name }: Column) => rules.leave_out.includes(name);
  for (const [one, other] of matched.pairs)
    if (matched.assumed.has(one) && !isLeftOut(one))
      addNote(notes, 'assumed', `${one.name} → ${other.name}`);
  for (const { name } of [...columns, ...matched.added].filter(isLeftOut))
    leaveOut('leftOut', 'rule', name);
  for (const column of matched.lost)
    if (!isLeftOut(column)) leaveOut('lost', 'only_source', column.name);
  for (const column of matched.added)
    if (isLeftOut(column)) continue;
    // What the target computes from columns that are compared leaves nothing uncompared.
    else if (column.generated !== null) addNote(notes, 'added', column.name);
    else leaveOut('added', 'only_target', column.name);
  const matches = matched.pairs.flatMap(([one, other]) =>
    isLeftOut(one) ? [] : matchColumn(task, notes, leaveOut, one, other),
  );
  if (matches.length === 0) {
    throw new NotComparable(message('rows.noColumn'));
  }
  return { matches, candidates: findCandidates(task, matched) };
}

const NOTHING_COMPUTED: Computed = { source: new Map(), target: new Map() };

/** How two columns are compared, with the notes about it; empty where they cannot be. */
function matchColumn(
  task: PlanTask,
  notes: Notes,
  leaveOut: LeaveOut,
  ofSource: Column,
  ofTarget: Column,
): Match[] {
  const { rules, mask } = task;
  const { source, target } = task.computed ?? NOTHING_COMPUTED;
  const one = readAs(ofSource, source.get(ofSource.name));
  const other = readAs(ofTarget, target.get(ofSource.name));
  const isComputed = one !== ofSource || other !== ofTarget;
  if (isComputed) addNote(notes, 'computed');
  const chosen = formOf(task, one, other);
  if (!chosen) {
    leaveOut('types', 'types', one.name, `${one.name} (${one.type} and ${other.type})`);
    return [];
  }
  // Without NULLs on either side, no empty text can count as NULL.
  const isRelaxed = one.nullable || other.nullable;
  for (const rule of chosen.rules)
    // Under a tolerance, a person has decided that digits do not matter.
    if (rule === 'double' && !rules.float_tolerance) leaveOut('double', 'digits', one.name);
    else if (rule === 'blanks' && isUnpadded({ source: one, target: other }, rules)) continue;
    else if (rule !== 'empty' || isRelaxed) addNote(notes, rule, one.name);
  // It is unknown which columns an expression shows, so any mask applies to it.
  const masked = isComputed
    ? mask.length > 0
    : [one, other].some(({ name }) => isMasked(mask, name));
  const tolerances = findTolerances(task, one, other, chosen.form);
  const column = {
    name: one.name,
    loose: tolerating(tolerances, chosen.loose, chosen.form),
    masked,
    utf8: isUtf8(chosen.form),
  };
  return [{ source: one, target: other, column, form: chosen.form, tolerances }];
}

/** An expression may be NULL even if the column that it replaces is not. */
const readAs = (column: Column, computed: ComputedValue | undefined): ReadAs =>
  computed ? { ...column, ...computed, nullable: true } : column;

function refuseUnknownKey(key: ComparisonRules['key'], nameOf: ReadonlyMap<string, string>): void {
  const unknown = key?.filter((name) => !nameOf.has(name)) ?? [];
  if (unknown.length === 0) return;
  throw new NotComparable(message('rows.keyNotCompared', { columns: unknown.join(', ') }));
}

const placesOf = ({ columns }: ChosenKey, matches: readonly Match[]): number[] =>
  columns.map((name) => matches.findIndex(({ source }) => source.name === name));

/** What identifies a row without a key: its columns that are compared exactly; empty means all columns. */
function placesOfRow(matches: readonly Match[]): number[] {
  const isExact = ({ column: { loose } }: Match) => loose === null || loose.as === 'case';
  if (matches.every(isExact)) return [];
  return matches.flatMap((match, index) => (isExact(match) ? [index] : []));
}

/** Integers sort rows in the same order on every engine. */
const isInteger = (match: Match | undefined): boolean =>
  match?.form.as === 'integer' &&
  [match.source, match.target].every(({ canonical }) =>
    ['integer', 'decimal'].includes(canonical.kind),
  );
