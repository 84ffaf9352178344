import { message } from '../../../../../contract/messages/message.ts';
import type { Column, TableDefinition } from '../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { KnownColumns } from '../compare/columns/match-columns.ts';
import { type TextReader, namesIn } from '../compare/texts/meanings.ts';
import {
  type CompareOptions,
  type Description,
  type RawFinding,
  finding,
  describe,
} from '../compare/raw-finding.ts';
import type { NameOn } from '../compare/keys/unique-keys.ts';

/** How checks list yes and no where a type keeps them as numbers, letters or words. */
const YES_AND_NO = ['0, 1', "'0', '1'", "'Y', 'N'", "'y', 'n'", "'T', 'F'", "'t', 'f'"];

/** Checks that say no more than a type does; none for names that would need quotes. */
export function checksOfType(name: string, type: CanonicalType): string[] {
  if (!/^[a-z_]\w*$/i.test(name)) return [];
  if (type.kind === 'integer' && type.unsigned) return [`${name} >= 0`];
  if (type.kind === 'boolean') return YES_AND_NO.map((values) => `${name} IN (${values})`);
  if (type.kind === 'json')
    return [`json_valid(${name})`, `json_valid(${name}) OR ${name} IS NULL`];
  if (type.kind === 'enum' && type.values.length > 0) return [listCheck(name, type.values)];
  return [];
}

/**
 * Checks of a column's values that a type of the other side implies: with the numbers and words that a check names, so that one
 * that allows more is among them.
 */
function widerChecks(
  name: string,
  own: CanonicalType,
  type: CanonicalType,
  check: string,
  bytesOf = 'octet_length',
): string[] {
  if (!/^[a-z_]\w*$/i.test(name)) return [];
  if (type.kind === 'enum') {
    const words = listedIn(check);
    return type.values.every((value) => words.includes(value)) ? [listCheck(name, words)] : [];
  }
  const numbers = [...new Set(check.match(/(?<![\w.])\d{1,40}(?![\w.])/g))].map(BigInt);
  if (numbers.length > MAX_NUMBERS) return [];
  if (type.kind === 'integer' || (type.kind === 'bits' && own.kind === 'integer'))
    return numberChecks(name, type, numbers);
  // Digits of bytes are longer than these.
  if (type.kind === 'binary' && own.kind === 'binary' && type.length !== null) {
    const length = BigInt(type.length);
    return rangeChecks(`${bytesOf}(${name})`, type.fixed ? length : 0n, length, numbers);
  }
  if (type.kind === 'text' && type.length !== null)
    return rangeChecks(`char_length(${name})`, 0n, BigInt(type.length), numbers);
  return [];
}

/** Checks that all whole numbers of a type, or all numbers of so many bits, pass. */
function numberChecks(
  name: string,
  type: Extract<CanonicalType, { kind: 'integer' | 'bits' }>,
  numbers: readonly bigint[],
): string[] {
  if (type.kind === 'bits') {
    if (type.length === null) return [];
    const range = rangeChecks(name, 0n, 2n ** BigInt(type.length) - 1n, numbers);
    return type.length === 1 ? [...range, `${name} IN (0, 1)`] : range;
  }
  const half = 2n ** BigInt(type.bits - 1);
  const [lowest, highest] = type.unsigned ? [0n, half * 2n - 1n] : [-half, half - 1n];
  return rangeChecks(name, lowest, highest, [...numbers, ...numbers.map((number) => -number)]);
}

/** A check with more numbers is about more than a range. */
const MAX_NUMBERS = 4;

/** Comparisons with these numbers that hold for all values from `lowest` to `highest`. */
function rangeChecks(
  value: string,
  lowest: bigint,
  highest: bigint,
  numbers: readonly bigint[],
): string[] {
  const from = numbers.flatMap((number) => [
    ...(number <= lowest ? [`${value} >= ${number}`] : []),
    ...(number < lowest ? [`${value} > ${number}`] : []),
  ]);
  const to = numbers.flatMap((number) => [
    ...(number >= highest ? [`${value} <= ${number}`] : []),
    ...(number > highest ? [`${value} < ${number}`] : []),
  ]);
  const exactly = lowest === highest && numbers.includes(lowest) ? [`${value} = ${lowest}`] : [];
  return [
    ...from,
    ...to,
    ...exactly,
    ...from.flatMap((low) => to.map((high) => `${low} AND ${high}`)),
  ];
}

const listCheck = (name: string, values: readonly string[]): string =>
  `${name} IN (${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`;

/** The texts in quotes that a check names. */
const listedIn = (check: string): string[] =>
  [...check.matchAll(/'((?:[^']|'')*)'/g)].map(([, value]) => value!.replaceAll("''", "'"));

/** Whether a check is about this column of the table and no other. */
function namesOnly(column: string, check: string, { columns }: TableDefinition): boolean {
  const words = new Set(namesIn(check).map((word) => word.toLowerCase()));
  const named = columns.filter(({ name }) => words.has(name.toLowerCase()));
  return named.length === 1 && named[0]!.name === column;
}

/** Reads what a check of a side means; undefined where that is unknown. */
const keyReader =
  (side: Side, known: KnownColumns, texts: TextReader) =>
  (text: string): string | null | undefined =>
    texts.expression(side, known[side], { text, as: 'check' })?.key;

/** Keys of a side's checks that allow whatever a type of the other side does. */
export function restatedChecks(
  side: Side,
  sides: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOn: NameOn,
  { texts, lacks }: Pick<CompareOptions, 'texts' | 'lacks'>,
): ReadonlySet<string> {
  const { checks, columns } = sides[side];
  const other = side === 'source' ? 'target' : 'source';
  const isBinding = !lacks(other, 'sizes of types');
  // Oracle's LENGTH counts digits of bytes; SQLite, which has no sizes, has no other function for bytes.
  const bytesOf = lacks(side, 'sizes of types') ? 'length' : 'octet_length';
  const keyOf = keyReader(side, known, texts);
  const asOf = new Map(known[side].map(({ name, as }) => [name, as.toLowerCase()]));
  const others = new Map(
    sides[other].columns.map(({ name, canonical }) => [
      nameOn[other](name).toLowerCase(),
      canonical,
    ]),
  );
  return new Set(
    checks.flatMap(({ expression }) =>
      columns.flatMap(({ name, canonical }) => {
        const type = others.get(asOf.get(name) ?? name.toLowerCase());
        if (!type || !expression.toLowerCase().includes(name.toLowerCase())) return [];
        return [
          ...checksOfType(name, type),
          ...(isBinding ? widerChecks(name, canonical, type, expression, bytesOf) : []),
        ].flatMap((text) => keyOf(text) ?? []);
      }),
    ),
  );
}

/** Leaves out that a type of the target checks a text where a check of the source allows the same values. */
export function leaveOutChecked(
  findings: readonly RawFinding[],
  { source, target }: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOf: (column: string) => string,
  texts: TextReader,
): RawFinding[] {
  const keyOf = keyReader('source', known, texts);
  return findings.filter(({ name, detail }) => {
    if (detail.code !== 'type.checksForm' || name === null) return true;
    const to = target.columns.find((column) => column.name === nameOf(name));
    const keys = (to ? checksOfType(name, to.canonical) : []).map(keyOf);
    return source.checks.every(({ expression, disabled }) => {
      const key = disabled ? undefined : keyOf(expression);
      return key === undefined || !keys.includes(key);
    });
  });
}

/**
 * Judges columns of listed values that became text: the finding names the check that allows the same values, or a lost check is
 * a finding beside it.
 */
export function judgeEnums(
  findings: readonly RawFinding[],
  { source, target }: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOf: (column: string) => string,
  texts: TextReader,
): RawFinding[] {
  const keyOf = keyReader('target', known, texts);
  return findings.flatMap((one) => {
    const column = source.columns.find(({ name }) => name === one.name);
    if (one.code !== 'type.kind' || column?.canonical.kind !== 'enum') return [one];
    const to = target.columns.find(({ name }) => name === nameOf(column.name));
    const [values] = to ? checksOfType(to.name, column.canonical) : [];
    if (to?.canonical.kind !== 'text' || values === undefined) return [one];
    const key = keyOf(values);
    const enforced = target.checks.filter(({ disabled }) => !disabled);
    const check = enforced.find(({ expression }) => keyOf(expression) === key);
    if (key !== undefined && check) return [namingCheck(one, 'type.becomesChecked', check)];
    const [lost = ''] = checksOfType(column.name, column.canonical);
    const other = enforced.find(({ expression }) => namesOnly(to.name, expression, target));
    const description = other
      ? describeOtherwise(to, column.canonical, other.expression, keyOf)
      : describe('warning', 'valuesUnchecked');
    return [
      other ? namingCheck(one, 'type.becomesOtherwiseChecked', other) : one,
      finding('check.ofType', 'check', column.name, lost, other?.expression ?? null, description),
    ];
  });
}

const namingCheck = (
  found: RawFinding,
  code: 'type.becomesChecked' | 'type.becomesOtherwiseChecked',
  { name, expression }: TableDefinition['checks'][number],
): RawFinding => ({ ...found, detail: message(code, { check: name || expression }) });

/** Says which words a check allows besides those of a type, where it is known to allow these. */
function describeOtherwise(
  { name, canonical }: Column,
  type: Extract<CanonicalType, { kind: 'enum' }>,
  check: string,
  keyOf: ReturnType<typeof keyReader>,
): Description {
  const description = describe('warning', 'valuesOtherwise');
  const allowed = keyOf(check);
  const wider = widerChecks(name, canonical, type, check).map(keyOf);
  if (allowed === undefined || !wider.includes(allowed)) return description;
  const more = listedIn(check).filter((value) => !type.values.includes(value));
  return { ...description, detail: message('definition.valuesMore', { values: more.join(', ') }) };
}
