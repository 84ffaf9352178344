import { type Cell, createWriter } from '../../../../connectors/core/rows/canonical.ts';
import type { ResultColumn, ResultRow } from '../../../../connectors/core/call.ts';
import type { Form } from '../../../../connectors/core/data.ts';
import { ownForm } from '../../../../connectors/core/rows/forms.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { ToleratedCause } from '../../../../contract/proof/causes.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import { DEFAULT_COMPARISON_RULES } from '../../../../contract/proof/rows.ts';
import {
  type FormTask,
  type Looseness,
  type Tolerance,
  type TypedColumn,
  areEqual,
  canonicalJson,
  formOf,
  meaningOf,
  tolerating,
} from '../rows/service.ts';
import type { AnswerRules } from './answer-rules.ts';

type BySide<T> = Record<Side, T>;
type Text = string | null;

/** How the rows of two answers compare: like those of tables with columns of these types. */
export interface RowRules {
  /** Writes rows so that equal rows have equal texts, without what the rules leave out. */
  write: BySide<(row: ResultRow) => ResultRow>;
  /** Whether written rows are equal by what the rules tolerate; null where they tolerate nothing. */
  areClose: ((source: ResultRow, target: ResultRow) => boolean) | null;
  /** Whether the values of two written rows differ at a place, whatever else does. */
  differAt: (place: number, source: ResultRow, target: ResultRow) => boolean;
  /** Of written rows, the values that are equal by their texts alone: those of close rows are the same. */
  strict: (row: ResultRow) => ResultRow;
}

type Named = Pick<ResultColumn, 'name' | 'type'>;

/** @param kept - the columns that are compared, by their places; as many on each side */
export function rowRulesOf(
  columns: BySide<readonly Named[]>,
  kept: BySide<readonly number[]>,
  engines: BySide<FormTask['source']['engine']>,
  given: AnswerRules,
): RowRules {
  const task = {
    source: { engine: engines.source },
    target: { engine: engines.target },
    rules: given.rules,
  };
  const planned = kept.source.map((place, index) => {
    const [one, other] = [columns.source[place]!, columns.target[kept.target[index]!]!];
    return planValue(task, one, other, given.tolerancesOf([one.name, other.name]));
  });
  const writeRow = (side: Side) => (row: ResultRow) =>
    kept[side].map((place, index) => planned[index]!.write[side](row[place] ?? null));
  return {
    write: { source: writeRow('source'), target: writeRow('target') },
    areClose: planned.some(({ loose }) => loose !== null) ? closeBy(planned, given) : null,
    differAt: (place, source, target) =>
      !areEqual(...valuesAt(source, target, place), planned[place]!.loose),
    strict: (row) => row.filter((_, index) => planned[index]!.loose === null),
  };
}

function closeBy(planned: readonly PlannedValue[], given: AnswerRules): RowRules['areClose'] {
  return (source, target) => {
    const valueAt = (place: number) => valuesAt(source, target, place);
    if (!planned.every(({ loose }, place) => areEqual(...valueAt(place), loose))) return false;
    for (const [place, { loose, tolerances }] of planned.entries())
      if (!areEqual(...valueAt(place), meaningOf(loose))) given.letPass(tolerances);
    return true;
  };
}

const valuesAt = (source: ResultRow, target: ResultRow, place: number) =>
  [withMicros(source[place] ?? null), withMicros(target[place] ?? null)] as const;

const NANOS = /(:\d{2}\.\d{6})0{3}$/;
/** Causes are known of moments with up to six digits; others are written with nine. */
const withMicros = (value: Text): Text => value?.replace(NANOS, '$1') ?? null;

interface PlannedValue {
  write: BySide<(value: Text) => Text>;
  /** What cannot be expressed by writing values alike. */
  loose: Looseness | Tolerance | null;
  tolerances: readonly ToleratedCause[];
}

const asGiven = (value: Text): Text => value;

function planValue(
  task: FormTask,
  source: Named,
  target: Named,
  tolerances: readonly ToleratedCause[],
): PlannedValue {
  const isUntyped = (side: Side, { type }: Named) =>
    type === '' && !connectorOf(task[side].engine).typedValues;
  const written = (
    write: PlannedValue['write'],
    also: Looseness | null = null,
    form: Form = AS_TEXT,
  ): PlannedValue => ({ write, loose: tolerating(tolerances, also, form), tolerances });
  if (isUntyped('source', source) && isUntyped('target', target)) return guessing(task, written);
  const meaningOfType = (side: Side, { type }: Named): TypedColumn => ({
    type,
    canonical: connectorOf(task[side].engine).canonicalOf(type),
  });
  const typed = {
    source: meaningOfType('source', source),
    target: meaningOfType('target', target),
  };
  const chosen = formOf(
    task,
    fitUuid(typed.source, typed.target),
    fitUuid(typed.target, typed.source),
  );
  if (!chosen) return written({ source: asGiven, target: asGiven });
  const form = withAllDigits(chosen.form, task.rules.time_precision);
  const write = (side: Side) => {
    const { canonical } = typed[side];
    // A text that no engine would write as a number or a time stays as it is, unless each value has its own type.
    const isSpelled =
      isNumberOrTime(form) && isText(canonical) && !connectorOf(task[side].engine).typedValues;
    const isKept = (value: Text) => isSpelled && !looksLikeType(value ?? '');
    return (value: Text) =>
      foldLoosely(isKept(value) ? value : writeValue(value, canonical, form), chosen.loose);
  };
  const isTolerant = chosen.loose?.as === 'number' && chosen.loose.tolerance > 0;
  return written(
    { source: write('source'), target: write('target') },
    isTolerant ? chosen.loose : null,
    form,
  );
}

const AS_TEXT: Form = { as: 'text', trim: false, fold: false, emptyIsNull: false };

/** Bytes of unknown length are read as UUIDs; other values stay as they are. */
const fitUuid = (one: TypedColumn, other: TypedColumn): TypedColumn =>
  one.canonical.kind === 'binary' &&
  one.canonical.length === null &&
  other.canonical.kind === 'uuid'
    ? { ...one, canonical: { ...one.canonical, length: 16 } }
    : one;

/** Answers state the number of digits for few types, so nothing is rounded or cut to it. */
function withAllDigits(form: Form, time_precision: number | null): Form {
  if (form.as === 'decimal' || form.as === 'float') return { ...form, scale: null };
  if (form.as !== 'time' && form.as !== 'timestamp') return form;
  return { ...form, precision: time_precision ?? FINEST };
}
const FINEST = 9;

const isNumberOrTime = ({ as }: Form): boolean =>
  ['integer', 'decimal', 'float', 'date', 'time', 'timestamp'].includes(as);
const isText = (canonical: CanonicalType): boolean =>
  ownForm(canonical).as === 'text' && canonical.kind !== 'bits' && canonical.kind !== 'interval';

const writeCell = createWriter();
const writeValue = (value: Text, canonical: CanonicalType, form: Form): Text =>
  writeCell(value === null ? null : cellOf(value, canonical, form), {
    form,
    ordered: false,
    summed: false,
  });

/** The value that a text in an answer stands for. */
function cellOf(text: string, { kind }: CanonicalType, form: Form): Cell {
  switch (kind) {
    case 'binary':
      return Buffer.from(text, 'hex');
    case 'boolean':
      return /^t(?:rue)?$/i.test(text) ? '1' : /^f(?:alse)?$/i.test(text) ? '0' : text;
    case 'bits':
      return form.as !== 'text' && /^[01]+$/.test(text) ? BigInt(`0b${text}`) : text;
    case 'interval':
      return form.as === 'time' ? hoursOf(text) : text;
    default:
      return text;
  }
}

/** Turns the days of an interval into hours. */
const hoursOf = (interval: string): string =>
  interval.replace(/^(\d+) days? (\d+)(?=:)/, (_, days: string, hours: string) =>
    String(Number(days) * 24 + Number(hours)).padStart(2, '0'),
  );

/** Gives values of equal meaning one text. */
function foldLoosely(text: Text, loose: Looseness | null): Text {
  if (text === null || loose === null) return text;
  if (loose.as === 'json') return canonicalJson(text);
  if (loose.as === 'case') return text.toLowerCase();
  return loose.single && Number.isFinite(Number(text)) ? String(Math.fround(Number(text))) : text;
}

const NUMBER = /^[+-]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MOMENT = /^(\d{4}-\d{2}-\d{2}[ T])?-?\d{1,3}:\d{2}:\d{2}/;
const looksLikeType = (text: string): boolean => NUMBER.test(text) || MOMENT.test(text);

/** How much of values of unknown types counts. */
type Guessing = Pick<
  FormTask['rules'],
  'time_precision' | 'ignore_case' | 'ignore_trailing_blanks' | 'empty_is_null'
>;

/** The text of a value of unknown type, such as an output parameter: numbers compare by value, moments by time. */
export function guessValue(value: Text, rules: Guessing = DEFAULT_COMPARISON_RULES): Text {
  if (value === null) return null;
  const [moment, date] = MOMENT.exec(value) ?? [];
  const form: Form = NUMBER.test(value)
    ? { as: 'decimal', scale: null }
    : moment === undefined
      ? {
          as: 'text',
          trim: rules.ignore_trailing_blanks,
          fold: rules.ignore_case,
          emptyIsNull: rules.empty_is_null,
        }
      : {
          as: date === undefined ? 'time' : 'timestamp',
          precision: rules.time_precision ?? FINEST,
        };
  const text = writeCell(value, { form, ordered: false, summed: false });
  return rules.ignore_case ? foldLoosely(text, { as: 'case' }) : text;
}

function guessing(
  { source, target, rules }: FormTask,
  written: (write: PlannedValue['write'], also: Looseness | null) => PlannedValue,
): PlannedValue {
  const isKeptAsNull = [source, target].some(({ engine }) => connectorOf(engine).emptyIsNull);
  const counting = { ...rules, empty_is_null: rules.empty_is_null || isKeptAsNull };
  const guess = (value: Text) => guessValue(value, counting);
  const tolerance = rules.float_tolerance ?? 0;
  return written(
    { source: guess, target: guess },
    tolerance > 0 ? { as: 'number', tolerance, single: false } : null,
  );
}
