import { type Message, message } from '../../../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import type { RawFinding } from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';

/** How the type of a target column relates to that of its source column. */
export interface TypeRelation {
  answer: 'compatible' | 'different';
  /** What can go wrong: `type.range`, `type.scale`, `type.zone`, `type.length`, `type.kind` … */
  code: FindingCode;
  severity: 'info' | 'warning' | 'error';
  detail: Message;
  advice: Message;
  /** Whether nothing is left to ask once all rows are the same on both sides. */
  settledByRows?: NonNullable<RawFinding['settledByRows']>;
  comparedAsNumbers?: true;
}

const relation =
  (answer: TypeRelation['answer'], severity: TypeRelation['severity']) =>
  (code: FindingCode, detail: Message, advice: Message): TypeRelation => ({
    answer,
    code,
    severity,
    detail,
    advice,
  });
/** Nothing is lost, but the types are not identical. */
export const fits = relation('compatible', 'info');
/** Works for the usual values; others may be lost or rejected. */
export const risky = relation('compatible', 'warning');
const differs = relation('different', 'error');
/** A different kind of type, or one without an exact equivalent: comparing the rows settles whether it fits. */
export const askRows = (code: FindingCode, detail: Message, advice: Message): TypeRelation => ({
  ...risky(code, detail, advice),
  settledByRows: 'all rows',
});

/** Like `askRows`, but an empty table settles nothing: future values may have any form. */
export const askValues = (detail: Message, advice: Message = COMPARE): TypeRelation => ({
  ...risky('type.kind', detail, advice),
  settledByRows: 'with rows',
});

export type Of<K extends CanonicalType['kind']> = Extract<CanonicalType, { kind: K }>;

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

/**
 * Whether a signed target lacks the upper half of an unsigned range, which is rarely used: unsigned mostly means no negative
 * numbers.
 */
const isSignLost = (source: Of<'integer'> | Of<'decimal'>, target: CanonicalType): boolean =>
  source.kind === 'integer' &&
  target.kind === 'integer' &&
  source.unsigned &&
  !target.unsigned &&
  source.bits <= target.bits;

function compareRanges(
  source: Of<'integer'> | Of<'decimal'>,
  target: Of<'integer'> | Of<'decimal'>,
): TypeRelation | null {
  const from = rangeOf(source);
  const to = rangeOf(target);
  if (!to) return from ? fits('type.range', message('type.largerNumbers'), NOTHING) : null;
  if (!from || from.least < to.least || from.most > to.most) {
    return (!from || isSignLost(source, target) ? askRows : risky)(
      'type.range',
      message('type.numbersBeyond', { from: String(to.least), to: String(to.most) }),
      message('type.widerType'),
    );
  }
  return from.least === to.least && from.most === to.most
    ? null
    : fits('type.range', message('type.largerNumbers'), NOTHING);
}

export const NOTHING = message('definition.nothingToDo');
export const COMPARE = message('type.compareData');
const scaleOf = (type: Of<'integer'> | Of<'decimal'>): number | null =>
  type.kind === 'integer' ? 0 : type.precision === null ? type.scale : (type.scale ?? 0);

export function compareNumbers(
  source: Of<'integer'> | Of<'decimal'>,
  target: Of<'integer'> | Of<'decimal'>,
): TypeRelation | null {
  const from = scaleOf(source);
  const to = scaleOf(target);
  if (to !== null && (from === null || from > to)) {
    return (from === null ? askRows : risky)(
      'type.scale',
      message('type.fewerDigits', { to, from: from ?? message('word.anyNumber') }),
      message('type.moreDigitsAdvice'),
    );
  }
  const range = compareRanges(source, target);
  if (range) return range;
  if (from !== to) return fits('type.scale', message('type.moreDigits'), NOTHING);
  if (source.kind !== target.kind && (rangeOf(source) || rangeOf(target)))
    return fits('type.kind', message('type.wholeNumbers'), NOTHING);
  return null;
}

function compareLengths(
  unit: Message,
  source: number | null,
  target: number | null,
): TypeRelation | null {
  if (target !== null && (source === null || source > target)) {
    return risky(
      'type.length',
      message('type.shorter', { to: target, unit, from: source ?? message('word.anyNumber') }),
      message('type.longerAdvice'),
    );
  }
  return source === target ? null : fits('type.length', message('type.longer', { unit }), NOTHING);
}

/** MySQL's TEXT, which is not declared to be short. Shorter ones may also be in a code page that lacks characters. */
const LONG_TEXT = 65_535;
const MAX_BYTES = 4;

const fitsInBytes = ({ length }: Of<'text'>, target: Of<'text'>): boolean =>
  length !== null && (target.length ?? 0) >= Math.max(LONG_TEXT, length * MAX_BYTES);

/** A type of one length fills or drops blanks, which rows do not show; one of varying length keeps what comes. */
function comparePadding(source: Of<'text'>, target: Of<'text'>): TypeRelation | null {
  if (source.fixed === target.fixed) return null;
  return target.fixed
    ? risky('type.padding', message('type.padsThere'), COMPARE)
    : fits('type.padding', message('type.padding'), NOTHING);
}

function compareTexts(source: Of<'text'>, target: Of<'text'>): TypeRelation | null {
  const inBytes = target.bytes && (source.bytes || source.length === null);
  const unit = message(inBytes ? 'word.bytes' : 'word.characters');
  const length = compareLengths(unit, source.length, target.length);
  if (length?.severity === 'warning') return length;
  const isUnlimited = target.length === null && !target.bytes;
  if (source.bytes !== target.bytes && !isUnlimited && !fitsInBytes(source, target)) {
    return (source.bytes ? fits : risky)(
      'type.length',
      source.bytes ? message('type.sourceCountsBytes') : message('type.targetCountsBytes'),
      source.bytes ? NOTHING : message('type.countCharacters'),
    );
  }
  return comparePadding(source, target) ?? length;
}

function compareTimes(
  source: Of<'time'> | Of<'timestamp'>,
  target: Of<'time'> | Of<'timestamp'>,
): TypeRelation | null {
  const isCut =
    target.precision !== null && (source.precision === null || source.precision > target.precision);
  const digits = { to: target.precision ?? 0, from: source.precision ?? message('word.more') };
  if (source.zone !== target.zone) {
    const [plain, cut] = source.zone
      ? [message('type.zoneLost'), message('type.zoneLostCut', digits)]
      : [message('type.zoneAdded'), message('type.zoneAddedCut', digits)];
    return risky('type.zone', isCut ? cut : plain, message('type.zoneAdvice'));
  }
  if (isCut) {
    return risky(
      'type.precision',
      message('type.fewerSeconds', digits),
      message('type.moreDigitsAdvice'),
    );
  }
  return source.precision === target.precision
    ? null
    : fits('type.precision', message('type.moreSeconds'), NOTHING);
}

function compareValues(source: readonly string[], target: readonly string[]): TypeRelation | null {
  const there = new Set(target);
  const lacking = source.filter((value) => !there.has(value));
  if (lacking.length > 0) {
    return risky(
      'type.values',
      message('type.valuesLost', { values: lacking.slice(0, 5).join(', ') }),
      message('type.valuesAdvice'),
    );
  }
  return source.length === target.length
    ? null
    : fits('type.values', message('type.moreValues'), NOTHING);
}

/** Values of an enum sort by their place in the list, so rows that are the same do not settle another order. */
function compareEnums(source: Of<'enum'>, target: Of<'enum'>): TypeRelation | null {
  const relation = compareValues(source.values, target.values);
  if (relation && relation.severity !== 'info') return relation;
  const known = new Set(source.values);
  const common = target.values.filter((value) => known.has(value));
  return common.every((value, place) => value === source.values[place])
    ? relation
    : risky('type.order', message('type.otherOrder'), message('type.otherOrderAdvice'));
}

type SameKindRules = {
  [Kind in CanonicalType['kind']]?: (
    source: Of<Kind>,
    target: Of<Kind>,
  ) => TypeRelation | null | undefined;
};

/** How to compare two types of the same kind; kinds that are not listed have nothing that could differ. */
const SAME_KIND_RULES: SameKindRules = {
  integer: compareNumbers,
  decimal: compareNumbers,
  text: compareTexts,
  time: compareTimes,
  timestamp: compareTimes,
  enum: compareEnums,
  set: (source, target) => compareValues(source.values, target.values),
  binary: (source, target) => compareLengths(message('word.bytes'), source.length, target.length),
  bits: (source, target) => compareLengths(message('word.bits'), source.length, target.length),
  float(source, target) {
    if (source.bits === target.bits) return null;
    return source.bits > target.bits
      ? risky('type.rounding', message('type.halfDigits'), message('type.useDouble'))
      : fits('type.rounding', message('type.moreDigits'), NOTHING);
  },
  array: (source, target) =>
    source.of === target.of
      ? null
      : askRows('type.kind', message('type.otherElements'), message('type.compareData')),
  other: (source, target) => (source.name === target.name ? null : unrelated()),
};

export function compareSameKind(source: CanonicalType, target: CanonicalType): TypeRelation | null {
  const compare = SAME_KIND_RULES[source.kind] as
    | ((source: CanonicalType, target: CanonicalType) => TypeRelation | null | undefined)
    | undefined;
  return compare?.(source, target) ?? null;
}

export const unrelated = (): TypeRelation =>
  differs('type.kind', message('type.otherMeaning'), message('type.otherMeaningAdvice'));
