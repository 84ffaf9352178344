import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import { isCalendarDay } from '../../../../contract/days.ts';
import { recast } from './letters.ts';
import { isInexact, isWhole } from '../tree/numbers.ts';
import { settled } from './rounding.ts';
import { isKeptPadded, isShownAlone, isZoned } from '../tree/traits.ts';
import { type Kind, type Node, literal, markEngineSpecific, node, nullOf } from '../tree/tree.ts';
import { FINEST, magnitudeOfValue, ofBits, widthOfValue } from '../tree/widths.ts';

/** The target type of a conversion: its kind, and its spelling where that says more. */
export interface Target {
  kind: Kind;
  /** Null where only the kind counts: nothing is cut, rounded or padded. */
  exact: string | null;
  /** Limit of its values: the exponent of a power of ten that numbers stay below, or digits of a second; absent where there is none. */
  most?: number;
}

/** Names of types, however an engine and the parser spell them. */
const KINDS: readonly (readonly [pattern: RegExp, kind: Kind])[] = [
  [
    /^(n?varchar2?|n?char|bpchar|character( ?varying)?|(tiny|medium|long)?text|n?clob|string|fixed|padded)$/,
    'text',
  ],
  [/^((tiny|small|medium|big)?int(eger)?|int[248]|signed|signedinteger)$/, 'integer'],
  [/^(decimal|numeric|dec|number|money)$/, 'decimal'],
  [/^(float[48]?|real|double( ?precision)?|binary_(float|double)|single)$/, 'float'],
  [/^(bool(ean)?|bit)$/, 'boolean'],
  [/^date$/, 'date'],
  [/^time(tz)?$/, 'time'],
  [/^(timestamp(tz|ntz)?|(small)?datetime2?|datetimeoffset)$/, 'timestamp'],
];

/** Reads a type from the parser: a word, a word with limits, or a name that only the engine knows. */
export function readType(type: unknown, { castTypes }: SqlRules): Target {
  const written = nameAndLimits(type).join('').replaceAll(' ', '');
  const own = castTypes.find(([pattern]) => new RegExp(pattern).test(written));
  if (own?.[1] === null) return { kind: 'other', exact: written };
  const spelt = own ? written.replace(new RegExp(own[0]), own[1]) : written;
  const [, name = '', limits = ''] = /^([^(]*)(\(.*\))?$/.exec(spelt) ?? [];
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';
  return { kind, exact: exactly(kind, name, limits), ...mostOf(kind, name, limits) };
}

function exactly(kind: Kind, name: string, limits: string): string | null {
  if (kind === 'other' || NARROW.has(name)) return `${name}${limits}`;
  if (kind !== 'timestamp' && kind !== 'time') return limits ? `${kind}${limits}` : null;
  const kept = limits || (/tz$|offset$/.test(name) ? '(Tz)' : '');
  return kept === '' ? null : `${kind}${kept}`;
}

function mostOf(kind: Kind, name: string, limits: string): Pick<Target, 'most'> {
  const [first, scale = 0] = (limits.match(/\d+/g) ?? []).map(Number);
  if (kind === 'integer') return { most: ofBits(BITS.find(([of]) => of.test(name))?.[1] ?? 32) };
  const isLimited = first !== undefined && first < (kind === 'decimal' ? Infinity : FINEST);
  if (!isLimited || !['decimal', 'time', 'timestamp'].includes(kind)) return {};
  return { most: first - scale };
}
const BITS = [
  [/^(bigint|int8|signed.*)$/, 64],
  [/^(smallint|int2)$/, 16],
  [/^tinyint$/, 8],
] as const;

/** Types with a smaller range than others of their kind. */
const NARROW = new Set(['fixed', 'padded', 'single', 'smallint', 'int2', 'tinyint']);

function nameAndLimits(type: unknown): [name: string, limits: string] {
  if (typeof type === 'string') return [type.toLowerCase(), ''];
  if (typeof type !== 'object' || type === null) return ['', ''];
  const [name = '', limit] = Object.entries(type)[0] ?? [];
  if (name === 'Custom' && Array.isArray(limit)) {
    const [path, words] = limit as [{ Identifier?: { value: string } }[], string[]];
    const own = path.at(-1)?.Identifier?.value.toLowerCase() ?? '';
    return [own, words.length > 0 ? `(${words.join(',')})` : ''];
  }
  const numbers = JSON.stringify(limit ?? null).match(/\d+|\bWithTimeZone\b|\bTz\b|\bMax\b/g) ?? [];
  const spelt = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  const spellings = numbers.map((one) => ({ WithTimeZone: 'Tz', Max: 'max' })[one] ?? one);
  return [spelt, spellings.length > 0 ? `(${spellings.join(',')})` : ''];
}

const WIDER: Partial<Record<Kind, readonly Kind[]>> = {
  text: ['text'],
  integer: ['integer'],
  decimal: ['integer', 'decimal'],
  float: ['float'],
  boolean: ['boolean'],
  date: ['date'],
  time: ['time'],
  timestamp: ['date', 'timestamp'],
};

const isOfKind = (value: Node, kind: Kind): boolean =>
  WIDER[kind]?.includes(value.kind) === true ||
  (kind === 'integer' && isWhole(value)) ||
  (kind === 'date' && isDay(value));

/** Whether it is a date, or a date plus days or months, which some engines turn into a timestamp at midnight. */
const isDay = ({ op, kind, engine, args: [from, length] }: Node): boolean =>
  kind === 'date' ||
  (/^(add|subtract)$/.test(op) &&
    engine === undefined &&
    isDay(from!) &&
    length!.op === 'interval' &&
    /^(day|month)$/.test(length!.value!));

/** Reads a cast, and drops it where it changes no value. @param rounds - whether a cast to an integer rounds rather than truncates */
export function convert(given: Node, wanted: Target, engine: string, rounds: boolean): Node {
  const value = wanted.kind === 'text' ? recast(given, engine) : given;
  const isFree =
    (wanted.exact === 'padded' && endsInNoBlank(value)) || isNeverCut(value, wanted, engine);
  const to = isFree ? { ...wanted, exact: null } : wanted;
  if (value.op === 'null') return nullOf(to.kind);
  if (wanted.exact === 'padded' && isOfPaddedType(value)) return value;
  if (
    to.exact === null &&
    isHeld(value, to, engine) &&
    isOfKind(value, to.kind) &&
    !isUnpadded(value, to, engine)
  )
    return asUnchanged(value, to, engine);
  return convertLiteral(value, to, engine) ?? converted(value, to, engine, rounds);
}

/** Whether no value is too long for the text that it becomes: SQL Server and Oracle may count bytes, which are as many for digits alone. */
function isNeverCut(value: Node, { kind, exact }: Target, engine: string): boolean {
  const most = Number(/^text\((\d+)\)$/.exec(exact ?? '')?.[1] ?? -1);
  if (kind !== 'text' || most < 0) return false;
  if (value.kind === 'integer') return Math.ceil(magnitudeOfValue(value)) + 1 <= most;
  return (
    value.kind === 'text' &&
    value.blankPadded !== true &&
    /^(mysql|postgresql)$/.test(engine) &&
    widthOfValue(value) <= most
  );
}

/** Whether a padded text becomes one that is not, in an engine that then keeps the blanks, which others drop. */
const isUnpadded = (value: Node, { kind, exact }: Target, engine: string): boolean =>
  kind === 'text' && isKeptPadded(value, engine) && !/^(fixed|padded)/.test(exact ?? '');

const isHeld = (value: Node, to: Target, engine: string): boolean =>
  holds(to, value) &&
  // Adding or dropping a zone shifts the time.
  !(to.kind === 'timestamp' && isZoned(value)) &&
  !(MOMENTS.has(to.kind) && isShownAlone(value, engine));

function converted(value: Node, to: Target, engine: string, rounds: boolean): Node {
  const more = { notNull: staysNotNull(value, to) };
  if (to.kind === 'other') return node(`as ${to.exact}@${engine}`, [value], 'other', more);
  const made = isCut(value, to)
    ? node(...cut(value, rounds), 'integer', more)
    : node('as', [asHeld(value, to, engine)], to.kind, { ...more, ...writtenAs(to) });
  if (!isHeld(value, to, engine) || !isCommon(value, to, engine))
    return markEngineSpecific(engine, made);
  // Which day or hour it is depends on the zone of the session.
  return MOMENTS.has(to.kind) && isZoned(value) ? asInZone(made) : made;
}

/** What the zone of the session decides about. */
export const asInZone = (it: Node): Node => ({ ...it, engine: 'zone', inZone: true });

/** Whether its own type is padded; one of several values may have the type of another. */
const isOfPaddedType = ({ op, blankPadded }: Node): boolean =>
  blankPadded === true && /^(column|as|literal)$/.test(op);

/** Whether it has no blanks at its end that a padded type would ignore. */
const endsInNoBlank = ({ op, kind, value }: Node): boolean =>
  op === 'literal' && kind === 'text' && !value!.endsWith(' ');

/** A decimal as an integer: what TRUNC or ROUND has made whole is that, whether or not the cast rounds. */
function cut(value: Node, rounds: boolean): [op: string, args: readonly Node[]] {
  const [of, digits] = value.args;
  const isMadeWhole = /^(trunc|round)$/.test(value.op) && digits?.value === '0' && !value.engine;
  if (isMadeWhole) return [value.op === 'trunc' ? 'truncated' : 'rounded', [of!]];
  return [rounds ? 'rounded' : 'truncated', [value]];
}

const asUnchanged = (value: Node, { kind }: Target, engine: string): Node => ({
  ...(engine === 'postgresql' ? withoutBlanks(value) : value),
  kind,
  ...(engine === 'sqlite' && { typed: true }),
});

/** A cast to text drops the blanks that pad a text on PostgreSQL; other engines drop those of a column at once. */
function withoutBlanks(value: Node): Node {
  if (!value.blankPadded) return value;
  const { blankPadded: _, ...plain } = value;
  const containsCast = (it: Node): boolean => it.op === 'as' || it.args.some(containsCast);
  return containsCast(value)
    ? markEngineSpecific(
        'postgresql',
        node('as', [value], 'text', { value: 'text', notNull: value.notNull }),
      )
    : plain;
}

/** A value as a decimal type rounds it. */
const asHeld = (value: Node, to: Target, engine: string): Node =>
  (to.kind === 'decimal' && settled(value, scaleOf(to), engine)) || value;

const writtenAs = ({ kind, exact }: Target): Partial<Node> => ({
  value: exact ?? kind,
  ...(/^(?:fixed|padded)/.test(exact ?? '') && { blankPadded: true }),
});

const isCut = ({ kind }: Node, to: Target): boolean =>
  to.kind === 'integer' && (kind === 'decimal' || kind === 'float');

/** Whether the result is never NULL: MySQL gives NULL for a text that is no date. */
const staysNotNull = (value: Node, to: Target): boolean =>
  value.notNull && !(value.kind === 'text' && MOMENTS.has(to.kind));
const MOMENTS: ReadonlySet<Kind> = new Set(['date', 'time', 'timestamp']);

/** Whether every value fits the type: engines refuse, cut or clamp values that are too large or too fine. */
function holds({ kind, exact, most }: Target, value: Node): boolean {
  if (most === undefined) return true;
  if (kind === 'time' || kind === 'timestamp') return widthOfValue(value) <= most;
  // Rounding may add a digit.
  const carries = kind === 'decimal' && widthOfValue(value) > scaleOf({ exact });
  return magnitudeOfValue(value) + Number(carries) <= most;
}

const scaleOf = ({ exact }: Pick<Target, 'exact'>): number =>
  Number(/,(\d+)\)$/.exec(exact ?? '')?.[1] ?? 0);

/** Whether all engines convert alike: they disagree about numbers and times as text, texts as other kinds, and the rounding of floats. */
function isCommon(value: Node, to: Target, engine: string): boolean {
  const { op, kind } = value;
  if (to.kind === 'text') {
    // Oracle counts bytes, as a rule.
    const isOwn =
      (to.exact !== null && (engine === 'oracle' || to.exact === 'padded')) ||
      isUnpadded(value, to, engine);
    return !isOwn && (kind === 'text' || (kind === 'integer' && to.exact === null));
  }
  if (kind === 'text') return op === 'literal' && typedLiteral(value.value!, to.kind) !== null;
  return to.kind !== 'integer' || (kind !== 'float' && !isInexact(value, engine));
}

function convertLiteral({ op, kind, value = '' }: Node, to: Target, engine: string): Node | null {
  if (op !== 'literal') return null;
  if (kind === 'text') return isAllBytes(value, to, engine) ? convertText(value, to) : null;
  if (kind === 'integer' && to.kind === 'integer')
    return holds(to, literal(value, kind)) ? literal(value, kind) : null;
  const isNumeric = kind === 'integer' || kind === 'decimal';
  return isNumeric && to.kind === 'float' && to.exact === null ? literal(value, 'float') : null;
}

/** Whether as many characters as bytes count. */
const isAllBytes = (value: string, to: Target, engine: string): boolean =>
  engine !== 'oracle' || to.kind !== 'text' || Buffer.byteLength(value) === value.length;

function convertText(value: string, to: Target): Node | null {
  if (to.exact === null || to.kind === 'timestamp' || to.kind === 'integer') {
    const made = typedLiteral(value, to.kind);
    return made && holds(to, made) ? made : null;
  }
  if (to.kind !== 'text') return null;
  const most = Number(/\d+/.exec(to.exact)?.[0]);
  const { length } = Array.from(value);
  const isBlankPadded = to.exact.startsWith('fixed');
  const fits = isBlankPadded ? length === most && !value.endsWith(' ') : length <= most;
  return fits ? { ...literal(value, 'text'), ...(isBlankPadded && { blankPadded: true }) } : null;
}

/** A text as a literal of a kind; null where it is none. */
export function typedLiteral(text: string, kind: Kind): Node | null {
  const bare = text.trim();
  switch (kind) {
    case 'text':
      return literal(text, 'text');
    case 'boolean':
      if (/^(t|true|1|yes|y|on)$/i.test(bare)) return literal('true', 'boolean');
      return /^(f|false|0|no|n|off)$/i.test(bare) ? literal('false', 'boolean') : null;
    case 'integer':
      return /^[+-]?\d+$/.test(bare) ? numberLiteral(bare) : null;
    case 'decimal':
    case 'float':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare) ? numberLiteral(bare) : null;
    case 'date':
      return isCalendar(bare) ? literal(bare, 'date') : null;
    case 'timestamp': {
      const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/.exec(bare);
      if (!match || !isCalendar(match[1]!)) return null;
      const time = (match[2] ?? '00:00:00')
        .replace(/^(\d\d:\d\d)$/, '$1:00')
        .replace(/(\.\d*?)0+$/, '$1')
        .replace(/\.$/, '');
      return literal(time === '00:00:00' ? match[1]! : `${match[1]} ${time}`, 'timestamp');
    }
    default:
      return null;
  }
}

/** Whether every engine accepts the date: some refuse years before 1000, some accept days that do not exist. */
const isCalendar = (text: string): boolean => !text.startsWith('0') && isCalendarDay(text);

/** A number literal without redundant signs and zeros. It is computed on digits, because a JavaScript number would lose some. */
export function numberLiteral(text: string): Node {
  const match = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?(?:e([+-]?\d+))?$/i.exec(text);
  if (!match) return literal(text.toLowerCase(), 'float');
  const [, sign = '', whole = '', fraction = '', exponent] = match;
  if (exponent !== undefined) {
    const places = Number(exponent);
    if (Math.abs(places) > 40) return literal(text.toLowerCase(), 'float');
    const all = `${'0'.repeat(40)}${whole}${fraction}${'0'.repeat(40)}`;
    const at = 40 + whole.length + places;
    return { ...numberLiteral(`${sign}${all.slice(0, at)}.${all.slice(at)}`), kind: 'float' };
  }
  const digits = `${whole || '0'}${fraction && `.${fraction}`}`;
  const value = sign === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits;
  return literal(value, text.includes('.') ? 'decimal' : 'integer');
}

/** Likewise for a text beside a value of the kind, where engines also read dates such as 2024-1-5 and 20240105. */
export function looselyTyped(text: string, kind: Kind): Node | null {
  const match =
    kind === 'date' || kind === 'timestamp'
      ? (/^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text))
      : null;
  if (!match) return typedLiteral(text, kind);
  const [, year, month, day] = match;
  return typedLiteral(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`, kind);
}
