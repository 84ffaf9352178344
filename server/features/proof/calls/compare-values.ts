import { type Cell, createWriter } from '../../../../connectors/core/rows/canonical.ts';
import type { ResultRow } from '../../../../connectors/core/call.ts';
import type { Form } from '../../../../connectors/core/data.ts';
import { ownForm } from '../../../../connectors/core/rows/forms.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import {
  type FormTask,
  type Looseness,
  type TypedColumn,
  areRowsEqual,
  canonicalJson,
  formOf,
} from '../rows/service.ts';

type BySide<T> = Record<Side, T>;
type Text = string | null;

/** How the rows of two answers compare: like those of tables with columns of these types. */
export interface RowRules {
  /** Writes rows so that equal rows have equal texts. */
  write: BySide<(row: ResultRow) => ResultRow>;
  /** Whether written rows are equal within the tolerance of numbers; null where there is none. */
  areClose: ((source: ResultRow, target: ResultRow) => boolean) | null;
}

export function rowRulesOf(
  types: BySide<readonly string[]>,
  engines: BySide<FormTask['source']['engine']>,
  rules: FormTask['rules'],
): RowRules {
  const task = { source: { engine: engines.source }, target: { engine: engines.target }, rules };
  const columns = types.source.map((type, index) => planValue(task, type, types.target[index]!));
  const loose = columns.map((column) => column.loose);
  const writeRow = (side: Side) => (row: ResultRow) =>
    row.map((value, index) => columns[index]?.write[side](value) ?? null);
  return {
    write: { source: writeRow('source'), target: writeRow('target') },
    areClose: loose.some((one) => one !== null)
      ? (source, target) => areRowsEqual(source, target, loose)
      : null,
  };
}

interface PlannedValue {
  write: BySide<(value: Text) => Text>;
  /** What cannot be expressed by writing values alike. */
  loose: Looseness | null;
}

const asGiven = (value: Text): Text => value;

const asItIs: PlannedValue = { write: { source: asGiven, target: asGiven }, loose: null };

function planValue(task: FormTask, source: string, target: string): PlannedValue {
  const isUntyped = (side: Side, type: string) =>
    type === '' && !connectorOf(task[side].engine).typedValues;
  if (isUntyped('source', source) && isUntyped('target', target))
    return { write: { source: guessValue, target: guessValue }, loose: null };
  const meaningOf = (side: Side, type: string): TypedColumn => ({
    type,
    canonical: connectorOf(task[side].engine).canonicalOf(type),
  });
  const typed = { source: meaningOf('source', source), target: meaningOf('target', target) };
  const chosen = formOf(
    task,
    fitUuid(typed.source, typed.target),
    fitUuid(typed.target, typed.source),
  );
  if (!chosen) return asItIs;
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
  return {
    write: { source: write('source'), target: write('target') },
    loose: isTolerant ? chosen.loose : null,
  };
}

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

/** The text of a value of unknown type, such as an output parameter: numbers compare by value, moments by time. */
export function guessValue(value: Text): Text {
  if (value === null) return null;
  const [moment, date] = MOMENT.exec(value) ?? [];
  const form: Form = NUMBER.test(value)
    ? { as: 'decimal', scale: null }
    : moment === undefined
      ? { as: 'text', trim: false, fold: false, emptyIsNull: false }
      : { as: date === undefined ? 'time' : 'timestamp', precision: FINEST };
  return writeCell(value, { form, ordered: false, summed: false });
}
