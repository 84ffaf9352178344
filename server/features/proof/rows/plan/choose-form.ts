import type { Form } from '../../../../../connectors/core/data.ts';
import type { Column } from '../../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { ComparisonRules } from '../../../../../contract/proof/rows.ts';
import type { DataSide, DataTask } from '../types.ts';

/** How values may mean the same although their texts differ. */
export type Looseness =
  | { as: 'json' }
  /** A relative tolerance; `single`: equal as far as 24 bits can tell. */
  | { as: 'number'; tolerance: number; single: boolean }
  /** Case of letters other than A to Z. */
  | { as: 'case' };

/** Differences that a person tolerates, by their causes, besides a looseness of the column. */
export interface Tolerance {
  as: 'tolerated';
  causes: readonly string[];
  also: Looseness | null;
  /** Whether the values are bytes that one side has as text. */
  utf8: boolean;
}

/** What comparing texts in a form ignores or changes. */
export type FormRule = 'blanks' | 'case' | 'empty' | 'fraction' | 'double' | 'zone';

export interface ChosenForm {
  form: Form;
  loose: Looseness | null;
  rules: FormRule[];
}

interface FormContext {
  rules: Pick<
    ComparisonRules,
    | 'float_tolerance'
    | 'time_precision'
    | 'ignore_case'
    | 'ignore_trailing_blanks'
    | 'empty_is_null'
  >;
  /** Whether both sides have the same engine, so that its own spellings are comparable. */
  sameEngine: boolean;
  /** Whether the values of a side have types of their own, so that its columns' types bind none. */
  typedValues: boolean;
}

type Kind = CanonicalType['kind'];
type Of<K extends Kind> = Extract<CanonicalType, { kind: K }>;
const isOf = <K extends Kind>(type: CanonicalType, ...kinds: K[]): type is Of<K> =>
  (kinds as Kind[]).includes(type.kind);

const NUMBERS = ['boolean', 'integer', 'year', 'bits', 'decimal', 'float'] as const;
const TEXTS = ['text', 'enum', 'set', 'xml'] as const;
const MOMENTS = ['date', 'timestamp'] as const;
/** Decimal digits that a double always preserves. */
const DOUBLE_DIGITS = 15;

const exactly = (form: Form, rules: FormRule[] = []): ChosenForm => ({ form, loose: null, rules });

/** Engines of both sides, and the comparison rules. */
export type FormTask = Pick<DataTask, 'rules'> &
  Record<'source' | 'target', Pick<DataSide, 'engine'>>;

export type TypedColumn = Pick<Column, 'type' | 'canonical'>;

/** The form in which the values of two columns compare; null where they have none in common. */
export function formOf(task: FormTask, one: TypedColumn, other: TypedColumn): ChosenForm | null {
  const isUnwritten = ({ engine }: Pick<DataSide, 'engine'>, column: TypedColumn) =>
    connectorOf(engine).isUnwritten?.(column) ?? false;
  if (isUnwritten(task.source, one) || isUnwritten(task.target, other)) return null;
  const context = contextOf(task);
  if (isListBeside(task.source, one, other) || isListBeside(task.target, other, one))
    return listForm(context);
  const isStored = [isStoredAsIs(task.source, one), isStoredAsIs(task.target, other)];
  if (isStored[0] === isStored[1])
    return chooseForm(beside(task.source, one, other), beside(task.target, other, one), context);
  return chooseStoredForm((isStored[0] ? other : one).canonical, context);
}

/** Whether a column is an array that its engine writes as JSON, and the other side has JSON. */
const isListBeside = (
  { engine }: Pick<DataSide, 'engine'>,
  { canonical }: TypedColumn,
  other: TypedColumn,
): boolean =>
  isOf(canonical, 'array') &&
  isOf(other.canonical, 'json') &&
  (connectorOf(engine).isWrittenAsJson?.(canonical) ?? false);

/** Letters and blanks count as in all JSON. */
const listForm = ({ rules: { empty_is_null: emptyIsNull } }: FormContext): ChosenForm => ({
  form: { as: 'text', trim: false, fold: false, emptyIsNull, json: true },
  loose: { as: 'json' },
  rules: emptyIsNull ? ['empty'] : [],
});

/**
 * Whether a column has values of any type on an engine where each value has its own type (SQLite): a computed column, or one
 * of an unknown type.
 */
const isStoredAsIs = ({ engine }: Pick<DataSide, 'engine'>, { canonical }: TypedColumn): boolean =>
  connectorOf(engine).typedValues && canonical.kind === 'other';

function contextOf({ source, target, rules }: FormTask): FormContext {
  const isKeptAsNull = ({ engine }: Pick<DataSide, 'engine'>) => connectorOf(engine).emptyIsNull;
  const empty_is_null = rules.empty_is_null || isKeptAsNull(source) || isKeptAsNull(target);
  return {
    rules: { ...rules, empty_is_null },
    sameEngine: source.engine === target.engine,
    typedValues: [source, target].some(({ engine }) => connectorOf(engine).typedValues),
  };
}

/** The form in which equal values of both types have equal texts; null where there is none. */
function chooseForm(
  source: CanonicalType,
  target: CanonicalType,
  context: FormContext,
): ChosenForm | null {
  return (
    chooseFor(source, target, context) ??
    chooseFor(target, source, context) ??
    (context.sameEngine && source.kind === target.kind ? textForm(source, target, context) : null)
  );
}

const BOUNDLESS: CanonicalType = { kind: 'text', length: null, fixed: false, bytes: false };

/** The type of a column, which is text if its bytes may spell the dates or times of the other side. */
const beside = (
  { engine }: Pick<DataSide, 'engine'>,
  { canonical }: TypedColumn,
  other: TypedColumn,
): CanonicalType =>
  connectorOf(engine).textInBytes &&
  canonical.kind === 'binary' &&
  isOf(other.canonical, ...MOMENTS, 'time')
    ? BOUNDLESS
    : canonical;

/**
 * The form for a column whose values each have their own type, against a column of this type: values stored there are not
 * rounded to the type.
 */
function chooseStoredForm(type: CanonicalType, context: FormContext): ChosenForm | null {
  if (isOf(type, 'bits')) return exactly({ as: 'integer' });
  if (!isOf(type, 'decimal')) return chooseForm(type, BOUNDLESS, context);
  const tolerance = context.rules.float_tolerance ?? 0;
  return {
    form: { as: 'decimal', scale: null },
    loose: tolerance > 0 ? { as: 'number', tolerance, single: false } : null,
    rules: [],
  };
}

/** Chooses for the types in this order only. */
function chooseFor(
  one: CanonicalType,
  other: CanonicalType,
  context: FormContext,
): ChosenForm | null {
  if (isOf(one, 'json') && isOf(other, 'json', ...TEXTS)) {
    return { ...textForm(one, other, context), loose: { as: 'json' } };
  }
  if (isOf(one, ...NUMBERS)) return numberForm(one, other, context);
  if (isOf(one, ...MOMENTS)) return momentForm(one, other, context);
  if (isOf(one, 'time') && isOf(other, 'time', 'timestamp', 'interval', ...TEXTS)) {
    return timeForm(one, other, context);
  }
  if (isOf(one, 'uuid')) {
    const isUuid = isOf(other, 'binary') ? other.length === 16 : isOf(other, 'uuid', ...TEXTS);
    return isUuid ? exactly({ as: 'uuid' }) : null;
  }
  if (isOf(one, 'binary')) return bytesForm(other, context);
  const isWritten = isOf(one, ...TEXTS, 'array', 'spatial', 'interval', 'other');
  return isWritten && isOf(other, ...TEXTS) ? textForm(one, other, context) : null;
}

/** PostgreSQL takes one moment in two zones for two times of day; where a side has no zones, only UTC is the same. */
function timeForm(one: Of<'time'>, other: CanonicalType, context: FormContext): ChosenForm {
  const { precision, rules } = secondsOf(one, other, context);
  const zoned = one.zone && isOf(other, 'time') && other.zone;
  return exactly({ as: 'time', precision, ...(zoned && { zoned }) }, rules);
}

function bytesForm(other: CanonicalType, { rules }: FormContext): ChosenForm | null {
  const utf8 = isOf(other, ...TEXTS);
  if (!utf8 && !isOf(other, 'binary')) return null;
  const emptyIsNull = rules.empty_is_null;
  const form: Form = { as: 'binary', emptyIsNull, ...(utf8 && { utf8 }) };
  return exactly(form, emptyIsNull ? ['empty'] : []);
}

function textForm(
  one: CanonicalType,
  other: CanonicalType,
  { rules }: Pick<FormContext, 'rules'>,
): ChosenForm {
  const isFixed = (type: CanonicalType) => type.kind === 'text' && type.fixed;
  const isVarying = (type: CanonicalType) => type.kind === 'text' && !type.fixed;
  const trim = rules.ignore_trailing_blanks || isFixed(one) || isFixed(other);
  const named: FormRule[] = [];
  // Trailing blanks of fixed-length texts mean nothing; for other texts it is noted that they are ignored.
  if (trim && (isVarying(one) || isVarying(other))) named.push('blanks');
  if (rules.ignore_case) named.push('case');
  if (rules.empty_is_null) named.push('empty');
  return {
    form: { as: 'text', trim, fold: rules.ignore_case, emptyIsNull: rules.empty_is_null },
    loose: rules.ignore_case ? { as: 'case' } : null,
    rules: named,
  };
}

function numberForm(
  one: Of<(typeof NUMBERS)[number]>,
  other: CanonicalType,
  context: FormContext,
): ChosenForm | null {
  if (isOf(other, ...TEXTS)) return ownNumberForm(one, context);
  if (!isOf(other, ...NUMBERS)) return null;
  if (isOf(one, 'boolean') && (isOf(other, 'boolean') || isBit(other)))
    return exactly({ as: 'boolean' });
  if (isOf(one, 'bits') && isOf(other, 'bits') && one.length === other.length)
    return textForm(one, other, { rules: PLAIN });
  if (isOf(one, 'float') || isOf(other, 'float')) return floatForm(one, other, context);
  const scales = [one, other].map((type) => (isOf(type, 'decimal') ? type.scale : 0));
  const scale = scales.includes(null) ? null : Math.max(...scales.map(Number));
  if (scale !== 0 && context.typedValues) return exactly({ as: 'decimal', scale: null });
  return exactly(scale === 0 ? { as: 'integer' } : { as: 'decimal', scale });
}

const PLAIN = {
  float_tolerance: null,
  time_precision: null,
  ignore_case: false,
  ignore_trailing_blanks: false,
  empty_is_null: false,
};
const isBit = (type: CanonicalType) => type.kind === 'bits' && type.length === 1;

/** A number that the other side stores as text. */
function ownNumberForm(
  type: Of<(typeof NUMBERS)[number]>,
  context: FormContext,
): ChosenForm | null {
  switch (type.kind) {
    case 'boolean':
      return exactly({ as: 'boolean' });
    case 'bits':
      return textForm(type, type, context);
    case 'float':
      return floatForm(type, type, context);
    case 'decimal':
      return exactly({ as: 'decimal', scale: context.typedValues ? null : type.scale });
    default:
      return exactly({ as: 'integer' });
  }
}

function floatForm(
  one: Of<(typeof NUMBERS)[number]>,
  other: Of<(typeof NUMBERS)[number]>,
  { rules }: FormContext,
): ChosenForm {
  const types = [one, other];
  const isSingle = (type: CanonicalType) => type.kind === 'float' && type.bits === 32;
  const single = types.some(isSingle) && !types.every(isSingle);
  const tolerance = rules.float_tolerance ?? 0;
  const isWide = types.some(
    (type) =>
      (type.kind === 'decimal' && (type.precision === null || type.precision > DOUBLE_DIGITS)) ||
      (type.kind === 'integer' && type.bits > 53),
  );
  return {
    form: { as: 'float', scale: null },
    loose: single || tolerance > 0 ? { as: 'number', tolerance, single } : null,
    rules: isWide ? ['double'] : [],
  };
}

function momentForm(
  one: Of<(typeof MOMENTS)[number]>,
  other: CanonicalType,
  context: FormContext,
): ChosenForm | null {
  // SQLite databases may store moments as numbers.
  if (!isOf(other, ...MOMENTS, ...TEXTS, 'integer', 'float', 'decimal')) return null;
  if (isOf(one, 'date') && !isOf(other, 'timestamp'))
    // A day that has a time there shows as a difference.
    return exactly(context.typedValues ? { as: 'timestamp', precision: 0 } : { as: 'date' });
  const { precision, rules } = secondsOf(one, other, context);
  return exactly({ as: 'timestamp', precision }, rules);
}

/** Of a second, unless a type has more. */
const MOST_DIGITS = 6;

/** Uses the finer side's fractional digits, so that lost digits show. */
function secondsOf(
  one: CanonicalType,
  other: CanonicalType,
  { rules: { time_precision }, typedValues }: FormContext,
): { precision: number; rules: FormRule[] } {
  const digitsOf = (type: CanonicalType) => ('zone' in type ? (type.precision ?? MOST_DIGITS) : 0);
  const finest = Math.max(digitsOf(one), digitsOf(other), typedValues ? MOST_DIGITS : 0);
  const precision = Math.min(time_precision ?? finest, finest);
  const rules: FormRule[] = precision < finest ? ['fraction'] : [];
  if ('zone' in one && 'zone' in other && one.zone !== other.zone) rules.push('zone');
  return { precision, rules };
}
