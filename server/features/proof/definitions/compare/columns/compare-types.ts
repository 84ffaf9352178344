import { type Message, message } from '../../../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../../../contract/proof/definitions.ts';
import {
  COMPARE,
  NOTHING,
  type Of,
  type TypeRelation,
  askRows,
  askValues,
  compareNumbers,
  compareSameKind,
  fits,
  risky,
  unrelated,
} from './compare-alike.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import type { Column } from '../../../../../../connectors/core/definitions.ts';
import type { CompareOptions } from '../raw-finding.ts';

/** Whether a type stores booleans by convention: TINYINT(1), BIT(1), NUMBER(1). */
const isLikeBoolean = (type: CanonicalType): boolean =>
  isOfWords(type) ||
  (type.kind === 'integer' && type.bits === 8) ||
  (type.kind === 'bits' && type.length === 1) ||
  (type.kind === 'decimal' && type.precision === 1 && (type.scale ?? 0) === 0);

/** Whether an enum consists of words for yes and no; the row comparison reads them as booleans, too. */
const isOfWords = (type: CanonicalType): boolean =>
  type.kind === 'enum' &&
  type.values.every((value) => /^([1tyfn0]|true|yes|false|no)$/i.test(value.trim()));

/** Kinds that differ and yet can hold each other's values. */
function compareKinds(source: CanonicalType, target: CanonicalType): TypeRelation | null {
  if (isUntyped(source) || isUntyped(target)) {
    return askRows(
      'type.unknown',
      message('type.untyped', { side: message(isUntyped(source) ? 'word.source' : 'word.target') }),
      message('type.untypedAdvice'),
    );
  }
  if (target.kind === 'boolean' && isLikeBoolean(source)) {
    return isOfWords(source)
      ? fits('type.boolean', message('type.wordsBecomeYes'), NOTHING)
      : fits('type.boolean', message('type.yesAndNo'), NOTHING);
  }
  if (source.kind === 'boolean' && isLikeBoolean(target))
    return isOfWords(target)
      ? fits('type.boolean', message('type.yesAsWords'), NOTHING)
      : fits('type.boolean', message('type.yesAsNumber'), NOTHING);
  if (isNumber(source) && isNumber(target)) return compareNumbers(source, target);
  const known = UNLIKE.get(`${source.kind} to ${target.kind}`);
  return (
    known?.(source, target) ?? compareCounted(source, target) ?? compareTextual(source, target)
  );
}

/** Pairs of kinds with a fixed answer, regardless of lengths and precisions. */
type Relate = (source: CanonicalType, target: CanonicalType) => TypeRelation;
const UNLIKE = new Map<string, Relate>([
  [
    'integer to boolean',
    () => askRows('type.boolean', message('type.numbersBecomeYes'), message('type.noneThere')),
  ],
  ['boolean to integer', () => yesAmongNumbers()],
  ['boolean to decimal', () => yesAmongNumbers()],
  ['year to integer', () => yearAsNumber()],
  ['year to decimal', () => yearAsNumber()],
  ['integer to float', (source, target) => rounding(source, target)],
  ['decimal to float', (source, target) => rounding(source, target)],
  ['float to decimal', (source, target) => rounding(source, target)],
  ['date to timestamp', () => fits('type.kind', message('type.alsoTime'), NOTHING)],
  [
    'timestamp to date',
    () => risky('type.kind', message('type.noTime'), message('type.noTimeAdvice')),
  ],
  ...bothWays('uuid', 'binary', () => fits('type.kind', message('type.sameBytes'), NOTHING)),
  ['binary to text', () => askValues(message('type.bytesBecomeText'))],
  ['text to binary', () => askValues(message('type.textBecomesBytes'))],
  ...['date', 'time', 'timestamp'].flatMap((kind) =>
    bothWays('binary', kind, () =>
      askValues(message('type.bytesAndMoments'), message('type.bytesAndMomentsAdvice')),
    ),
  ),
  ['other to text', () => askValues(message('type.becomesText'))],
  ['spatial to text', () => askValues(message('type.becomesText'))],
  ['text to other', () => askValues(message('type.checksForm'), message('type.checksFormAdvice'))],
  ...bothWays('json', 'array', () => listKept()),
  ...bothWays('set', 'array', () => listKept()),
  ...bothWays('bits', 'binary', () => bitsKept()),
  ...bothWays('bits', 'integer', () => bitsKept()),
  ['integer to interval', () => uncounted(message('type.numberBecomesInterval'))],
  ['decimal to interval', () => uncounted(message('type.numberBecomesInterval'))],
  ['interval to integer', () => uncounted(message('type.intervalBecomesNumber'))],
  ['interval to decimal', () => uncounted(message('type.intervalBecomesNumber'))],
  ['time to interval', () => fits('type.kind', message('type.timeBecomesInterval'), NOTHING)],
]);

function bothWays(
  one: string,
  other: string,
  relate: () => TypeRelation,
): [string, () => TypeRelation][] {
  return [
    [`${one} to ${other}`, relate],
    [`${other} to ${one}`, relate],
  ];
}
/** Durations as numbers, as Django keeps them where an engine has no intervals: without an expression, rows tell nothing. */
const uncounted = (detail: Message): TypeRelation =>
  risky('type.kind', detail, message('type.intervalAdvice'));
const listKept = (): TypeRelation => askRows('type.kind', message('type.listKept'), COMPARE);
const bitsKept = (): TypeRelation => askRows('type.kind', message('type.bitsKept'), COMPARE);
const yesAmongNumbers = (): TypeRelation =>
  fits('type.boolean', message('type.yesAmongNumbers'), NOTHING);
const yearAsNumber = (): TypeRelation =>
  fits('type.kind', message('type.yearBecomesNumber'), NOTHING);

/** SQLite allows columns without a type, and does not tell the type of an expression. */
const isUntyped = (type: CanonicalType): boolean => type.kind === 'other' && type.name === '';

const isNumber = (type: CanonicalType): type is Of<'integer'> | Of<'decimal'> =>
  type.kind === 'integer' || type.kind === 'decimal';

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'decimal', 'float']);
const MOMENTS: ReadonlySet<string> = new Set(['date', 'time', 'timestamp']);

/** Compares a moment with a number that stores moments; rows tell whether both mean the same. */
function compareCounted(source: CanonicalType, target: CanonicalType): TypeRelation | null {
  if (NUMERIC.has(source.kind) && MOMENTS.has(target.kind))
    return askValues(message('type.numberBecomesMoment'), message('type.countedAdvice'));
  if (MOMENTS.has(source.kind) && NUMERIC.has(target.kind))
    return askValues(message('type.momentBecomesNumber'), message('type.countedAdvice'));
  return null;
}

function rounding(source: CanonicalType, target: CanonicalType): TypeRelation {
  const found = risky('type.rounding', message('type.rounding'), message('type.roundingAdvice'));
  return isKeptIn(source, target) ? { ...found, settledByRows: 'with rows' } : found;
}

/** Decimal digits and bits that a number of 32 bits always preserves. */
const SINGLE_DIGITS = 6;
const SINGLE_BITS = 24;

/**
 * Whether rows that compare as equal have lost nothing: beside a float of 32 bits, numbers are equal as far as such a float can
 * tell. It tells all that itself held.
 */
const isKeptIn = (source: CanonicalType, target: CanonicalType): boolean =>
  target.kind !== 'float' ||
  target.bits === 64 ||
  (source.kind === 'integer' && source.bits <= SINGLE_BITS) ||
  (source.kind === 'decimal' && source.precision !== null && source.precision <= SINGLE_DIGITS);

/** Lengths of a UUID as text, without and with dashes. */
const UUID_LENGTHS: readonly (number | null)[] = [32, 36];
const MIN_LENGTH: Partial<Record<CanonicalType['kind'], number>> = { uuid: 32 };

const TEXTUAL: ReadonlySet<string> = new Set([
  'boolean',
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

/** Whether the values of an enum sort as texts do, whatever the collation; other types have no order of their own here. */
const isSortedByLetters = (type: CanonicalType): boolean =>
  type.kind !== 'enum' ||
  type.values.every((value, place) => place === 0 || isBefore(type.values[place - 1]!, value));
const isBefore = (one: string, other: string): boolean =>
  one < other && one.toLowerCase() < other.toLowerCase();

/** Compares types of which one side stores the values as text. */
function compareTextual(source: CanonicalType, target: CanonicalType): TypeRelation {
  if (TEXTUAL.has(source.kind) && target.kind === 'text') {
    const needed = MIN_LENGTH[source.kind] ?? null;
    if (target.length !== null && needed !== null && target.length < needed) {
      return risky(
        'type.length',
        message('type.shorterAlone', { to: target.length }),
        message('type.longerType'),
      );
    }
    return fits(
      'type.kind',
      message(isSortedByLetters(source) ? 'type.becomesText' : 'type.sortsByLetters'),
      NOTHING,
    );
  }
  if (source.kind === 'text' && TEXTUAL.has(target.kind)) {
    // A text column of a UUID's length is meant for UUIDs; otherwise only the rows tell whether all texts have that form.
    const isMeant = target.kind === 'uuid' && UUID_LENGTHS.includes(source.length);
    return (isMeant ? fits : askRows)(
      'type.kind',
      message('type.checksForm'),
      message('type.checksFormAdvice'),
    );
  }
  return unrelated();
}

/** Whether a target column can hold what its source column holds, and what can go wrong; null where nothing differs. */
export const compareTypes = (source: CanonicalType, target: CanonicalType): TypeRelation | null =>
  source.kind === target.kind ? compareSameKind(source, target) : compareKinds(source, target);

/** A name that only says what somebody meant: the engine takes any values. */
const askDeclared = (side: Side): TypeRelation =>
  askRows(
    'type.unknown',
    message('type.declaredOnly', { side: message(`word.${side}`) }),
    message('type.untypedAdvice'),
  );

const SIZES: ReadonlySet<string> = new Set(['type.range', 'type.precision', 'type.length']);

const hasSize = (type: CanonicalType): boolean =>
  ('length' in type && type.length !== null) || ('precision' in type && type.precision !== null);

/** What a smaller size of the target means where its engine does not enforce sizes. */
function weighDeclared(type: TypeRelation, source: CanonicalType): TypeRelation {
  const { detail } = type;
  if (detail.code === 'type.zoneLostCut') return { ...type, detail: message('type.zoneLost') };
  if (detail.code === 'type.zoneAddedCut') return { ...type, detail: message('type.zoneAdded') };
  if (detail.code === 'type.fewerDigits')
    return { ...type, detail: { ...detail, code: 'type.declaredFewerDigits' } };
  if (type.code === 'type.padding') return { ...type, severity: 'info' };
  if (detail.code !== 'type.shorter') return type;
  const severity = hasSize(source) ? 'warning' : 'info';
  return { ...type, severity, detail: message('type.declaredShorter') };
}

/** Whether a number is one that an engine without sizes of types can keep in full as text alone. */
const needsText = (type: CanonicalType): boolean =>
  type.kind === 'decimal' || (type.kind === 'integer' && type.unsigned && type.bits === 64);

/** For engines whose types have no sizes or zones: a size missing on the source, or said on the target alone, is a note, and rows settle a zone that differs. */
export function weighOpenTypes(
  type: TypeRelation,
  { canonical }: Column,
  target: Column,
  lacks: CompareOptions['lacks'],
): TypeRelation {
  const isOpen = (side: Side) => lacks(side, 'sizes of types');
  const kinds = { source: canonical.kind, target: target.canonical.kind };
  const named = SIDES.find((side) => isOpen(side) && kinds[side] === 'other');
  if (type.answer === 'different' && named) return askDeclared(named);
  if (isOpen('target') && kinds.target === 'text' && needsText(canonical))
    return askValues(message('type.numberBecomesText'));
  const weighed = isOpen('target') ? weighDeclared(type, canonical) : type;
  // Fractions of values to come are cut, whatever the rows say.
  const isCut = /^type\.zone\w+Cut$/u.test(weighed.detail.code);
  if (type.code === 'type.zone' && !isCut && (isOpen('source') || isOpen('target')))
    return { ...weighed, settledByRows: 'with rows' };
  return !hasSize(canonical) && SIZES.has(type.code) && isOpen('source')
    ? { ...weighed, severity: 'info' }
    : weighed;
}
