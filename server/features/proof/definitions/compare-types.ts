import type { CanonicalType } from '../../../../contract/proof/definitions.ts';

/** How the type of a target column relates to that of its source column. */
export interface TypeRelation {
  answer: 'same' | 'compatible' | 'different';
  /** What can go wrong: `type.range`, `type.scale`, `type.zone`, `type.length`, `type.kind` … */
  code: string;
  severity: 'info' | 'warning' | 'error';
  detail: string;
  advice: string;
}

const SAME: TypeRelation = { answer: 'same', code: '', severity: 'info', detail: '', advice: '' };

const relation =
  (answer: TypeRelation['answer'], severity: TypeRelation['severity']) =>
  (code: string, detail: string, advice: string): TypeRelation => ({
    answer,
    code,
    severity,
    detail,
    advice,
  });
/** Nothing is lost, but it is not the same. */
const fits = relation('compatible', 'info');
/** It works as long as the values are as one hopes. */
const risky = relation('compatible', 'warning');
const differs = relation('different', 'error');

type Of<K extends CanonicalType['kind']> = Extract<CanonicalType, { kind: K }>;

function rangeOf(type: Of<'integer'> | Of<'decimal'>): { least: bigint; most: bigint } | null {
  if (type.kind === 'integer') {
    const { bits, unsigned } = type;
    const size = 1n << BigInt(unsigned ? bits : bits - 1);
    return { least: unsigned ? 0n : -size, most: size - 1n };
  }
  if (type.precision === null) return null;
  const most = 10n ** BigInt(Math.max(0, type.precision - (type.scale ?? 0))) - 1n;
  return { least: -most, most };
}

function compareRanges(
  source: Of<'integer'> | Of<'decimal'>,
  target: Of<'integer'> | Of<'decimal'>,
): TypeRelation | null {
  const from = rangeOf(source);
  const to = rangeOf(target);
  if (!to) return from ? fits('type.range', 'The target takes larger numbers.', NOTHING) : null;
  if (!from || from.least < to.least || from.most > to.most) {
    return risky(
      'type.range',
      `Numbers beyond ${to.least} to ${to.most} do not fit into the target.`,
      'Use a wider type, or make sure that no such number exists: compare the data.',
    );
  }
  return from.least === to.least && from.most === to.most
    ? null
    : fits('type.range', 'The target takes larger numbers.', NOTHING);
}

const NOTHING = 'Nothing, if that is intended.';
const scaleOf = (type: Of<'integer'> | Of<'decimal'>): number | null =>
  type.kind === 'integer' ? 0 : type.precision === null ? type.scale : (type.scale ?? 0);

function compareNumbers(
  source: Of<'integer'> | Of<'decimal'>,
  target: Of<'integer'> | Of<'decimal'>,
): TypeRelation {
  const from = scaleOf(source);
  const to = scaleOf(target);
  if (to !== null && (from === null || from > to)) {
    return risky(
      'type.scale',
      `The target keeps ${to} digits after the point, the source ${from ?? 'any number'}.`,
      'Use a type with more digits, or make sure that none are lost: compare the data.',
    );
  }
  const range = compareRanges(source, target);
  if (range) return range;
  if (from !== to) return fits('type.scale', 'The target keeps more digits.', NOTHING);
  if (source.kind !== target.kind && (rangeOf(source) || rangeOf(target)))
    return fits('type.kind', 'Whole numbers in both, in another kind of type.', NOTHING);
  return SAME;
}

function compareLengths(
  unit: string,
  source: number | null,
  target: number | null,
): TypeRelation | null {
  if (target !== null && (source === null || source > target)) {
    return risky(
      'type.length',
      `The target takes ${target} ${unit}, the source ${source ?? 'any number'}.`,
      'Use a longer type, or make sure that nothing longer exists: compare the data.',
    );
  }
  return source === target ? null : fits('type.length', `The target takes more ${unit}.`, NOTHING);
}

function compareTexts(source: Of<'text'>, target: Of<'text'>): TypeRelation {
  const length = compareLengths('characters', source.length, target.length);
  if (length?.severity === 'warning') return length;
  if (source.bytes !== target.bytes) {
    return (source.bytes ? fits : risky)(
      'type.length',
      source.bytes
        ? 'The source counts bytes, the target characters.'
        : 'The target counts bytes: letters beyond ASCII need more than one.',
      source.bytes ? NOTHING : 'Let the target count characters.',
    );
  }
  if (source.fixed !== target.fixed) {
    return fits(
      'type.padding',
      'One of them pads with blanks: blanks at the end do not count in comparisons.',
      NOTHING,
    );
  }
  return length ?? SAME;
}

function compareTimes(
  source: Of<'time'> | Of<'timestamp'>,
  target: Of<'time'> | Of<'timestamp'>,
): TypeRelation {
  if (source.zone !== target.zone) {
    return risky(
      'type.zone',
      source.zone
        ? 'The source knows time zones, the target does not.'
        : 'The target knows time zones, the source does not.',
      'Make sure in which zone the values were meant when they are moved.',
    );
  }
  if (
    target.precision !== null &&
    (source.precision === null || source.precision > target.precision)
  ) {
    return risky(
      'type.precision',
      `The target keeps ${target.precision} digits of a second, the source ${source.precision ?? 'more'}.`,
      'Use a type with more digits, or make sure that none are lost: compare the data.',
    );
  }
  return source.precision === target.precision
    ? SAME
    : fits('type.precision', 'The target keeps more digits of a second.', NOTHING);
}

function compareValues(source: readonly string[], target: readonly string[]): TypeRelation {
  const lacking = source.filter((value) => !target.includes(value));
  if (lacking.length > 0) {
    return risky(
      'type.values',
      `The target does not take ${lacking.slice(0, 5).join(', ')}.`,
      'Add the values, or make sure that none of them is used.',
    );
  }
  return source.length === target.length
    ? SAME
    : fits('type.values', 'The target takes more values.', NOTHING);
}

/** Two types of the same kind. */
function compareAlike(source: CanonicalType, target: CanonicalType): TypeRelation {
  if (source.kind === 'integer' && target.kind === 'integer') return compareNumbers(source, target);
  if (source.kind === 'decimal' && target.kind === 'decimal') return compareNumbers(source, target);
  if (source.kind === 'text' && target.kind === 'text') return compareTexts(source, target);
  if (source.kind === 'time' && target.kind === 'time') return compareTimes(source, target);
  if (source.kind === 'timestamp' && target.kind === 'timestamp')
    return compareTimes(source, target);
  if (source.kind === 'enum' && target.kind === 'enum')
    return compareValues(source.values, target.values);
  if (source.kind === 'set' && target.kind === 'set')
    return compareValues(source.values, target.values);
  if (source.kind === 'binary' && target.kind === 'binary')
    return compareLengths('bytes', source.length, target.length) ?? SAME;
  if (source.kind === 'bits' && target.kind === 'bits')
    return compareLengths('bits', source.length, target.length) ?? SAME;
  if (source.kind === 'float' && target.kind === 'float') {
    if (source.bits === target.bits) return SAME;
    return source.bits > target.bits
      ? risky('type.rounding', 'The target keeps half of the digits.', 'Use a double.')
      : fits('type.rounding', 'The target keeps more digits.', NOTHING);
  }
  if (source.kind === 'array' && target.kind === 'array' && source.of !== target.of)
    return risky('type.kind', 'Arrays of other elements.', 'Compare the data.');
  if (source.kind === 'other' && target.kind === 'other' && source.name !== target.name)
    return unrelated();
  return SAME;
}

const unrelated = (): TypeRelation =>
  differs(
    'type.kind',
    'The types mean different things.',
    'Change the type of the target, or accept it with the reason.',
  );

/** Whether a type holds yes and no by convention: TINYINT(1), BIT(1), NUMBER(1). */
const isLikeBoolean = (type: CanonicalType): boolean =>
  (type.kind === 'integer' && type.bits === 8) ||
  (type.kind === 'bits' && type.length === 1) ||
  (type.kind === 'decimal' && type.precision === 1 && (type.scale ?? 0) === 0);

/** Kinds that differ and yet can hold each other's values. */
function compareKinds(source: CanonicalType, target: CanonicalType): TypeRelation {
  if (isUntyped(source) || isUntyped(target)) {
    return risky(
      'type.unknown',
      `The ${isUntyped(source) ? 'source' : 'target'} declares no type.`,
      'Nobody can tell by the definition: compare the data.',
    );
  }
  if (target.kind === 'boolean' && isLikeBoolean(source)) {
    return fits('type.boolean', 'Yes and no in both; other numbers become yes.', NOTHING);
  }
  if (source.kind === 'boolean' && isLikeBoolean(target))
    return fits('type.boolean', 'Yes and no in both, as 1 and 0 in the target.', NOTHING);
  if (source.kind === 'integer' && target.kind === 'boolean') {
    return risky(
      'type.boolean',
      'Numbers become yes and no: others than 0 and 1 are lost.',
      'Make sure that there are none: compare the data.',
    );
  }
  if (isNumber(source) && isNumber(target)) return compareNumbers(source, target);
  if (source.kind === 'year' && isNumber(target))
    return fits('type.kind', 'A year becomes a number.', NOTHING);
  if (isNumber(source) && target.kind === 'float') return rounding();
  if (source.kind === 'float' && target.kind === 'decimal') return rounding();
  if (source.kind === 'date' && target.kind === 'timestamp')
    return fits('type.kind', 'The target also keeps a time of day.', NOTHING);
  if (source.kind === 'timestamp' && target.kind === 'date') {
    return risky(
      'type.kind',
      'The target keeps no time of day.',
      'Use a timestamp, or make sure that all times are midnight: compare the data.',
    );
  }
  if (source.kind === 'time' && target.kind === 'interval')
    return fits(
      'type.kind',
      'A time becomes an interval, which may be longer than a day.',
      NOTHING,
    );
  return compareTextual(source, target);
}

/** SQLite takes columns without a type, and cannot say what an expression gives. */
const isUntyped = (type: CanonicalType): boolean => type.kind === 'other' && type.name === '';

const isNumber = (type: CanonicalType): type is Of<'integer'> | Of<'decimal'> =>
  type.kind === 'integer' || type.kind === 'decimal';

const rounding = (): TypeRelation =>
  risky(
    'type.rounding',
    'One of them rounds to binary fractions: the last digits may differ.',
    'Use the same kind of number, or compare with a tolerance.',
  );

const LONGEST: Partial<Record<CanonicalType['kind'], number>> = { uuid: 36 };

/** What is written as text on one of the sides. */
function compareTextual(source: CanonicalType, target: CanonicalType): TypeRelation {
  const TEXTUAL: ReadonlySet<string> = new Set([
    'enum',
    'set',
    'json',
    'xml',
    'uuid',
    'array',
    'date',
    'time',
    'timestamp',
    'interval',
  ]);
  if (TEXTUAL.has(source.kind) && target.kind === 'text') {
    const needed = LONGEST[source.kind] ?? null;
    if (target.length !== null && needed !== null && target.length < needed) {
      return risky(
        'type.length',
        `The target takes ${target.length} characters.`,
        'Use a longer type.',
      );
    }
    return fits('type.kind', 'It becomes text: the target no longer checks its form.', NOTHING);
  }
  if (source.kind === 'text' && TEXTUAL.has(target.kind)) {
    return risky(
      'type.kind',
      'The target checks the form: texts of another form are refused.',
      'Make sure that all texts have that form: compare the data.',
    );
  }
  const pairOf = (one: string, other: string) =>
    (source.kind === one && target.kind === other) ||
    (source.kind === other && target.kind === one);
  if (pairOf('uuid', 'binary'))
    return fits('type.kind', 'The same 16 bytes, written another way.', NOTHING);
  if (pairOf('json', 'array') || pairOf('set', 'array'))
    return risky('type.kind', 'A list, kept another way.', 'Compare the data.');
  if (pairOf('bits', 'binary') || pairOf('bits', 'integer'))
    return risky('type.kind', 'Bits, kept another way.', 'Compare the data.');
  return unrelated();
}

/** Says whether a target column can hold what its source column holds, and what can go wrong. */
export const compareTypes = (source: CanonicalType, target: CanonicalType): TypeRelation =>
  source.kind === target.kind ? compareAlike(source, target) : compareKinds(source, target);
