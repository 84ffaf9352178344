import { message } from '../../../../contract/messages/message.ts';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { KnownColumns } from './match-columns.ts';
import { type TextReader, wordsOf } from './meanings.ts';
import { type RawFinding, finding, describe } from './raw-finding.ts';
import type { NameOn } from './unique-keys.ts';

/** How checks list yes and no where a type keeps them as numbers, letters or words. */
const YES_AND_NO = ['0, 1', "'0', '1'", "'Y', 'N'", "'y', 'n'", "'T', 'F'", "'t', 'f'"];

/** Checks that say no more than a type does; none for names that would need quotes. */
export function checksOfType(name: string, type: CanonicalType): string[] {
  if (!/^[a-z_]\w*$/i.test(name)) return [];
  if (type.kind === 'integer' && type.unsigned) return [`${name} >= 0`];
  if (type.kind === 'boolean') return YES_AND_NO.map((values) => `${name} IN (${values})`);
  if (type.kind === 'json')
    return [`json_valid(${name})`, `json_valid(${name}) OR ${name} IS NULL`];
  if (type.kind === 'enum' && type.values.length > 0)
    return [
      `${name} IN (${type.values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`,
    ];
  return [];
}

/** Whether a check is about this column of the table and no other. */
function namesOnly(column: string, check: string, { columns }: TableDefinition): boolean {
  const words = new Set(wordsOf(check).map((word) => word.toLowerCase()));
  const named = columns.filter(({ name }) => words.has(name.toLowerCase()));
  return named.length === 1 && named[0]!.name === column;
}

/** Reads what a check of a side means; undefined where that is unknown. */
const keyReader =
  (side: Side, known: KnownColumns, texts: TextReader) =>
  (text: string): string | null | undefined =>
    texts.expression(side, known[side], { text, as: 'check' })?.key;

/** Keys of a side's checks that only restate a type of the other side. */
export function restatedChecks(
  side: Side,
  sides: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOn: NameOn,
  texts: TextReader,
): ReadonlySet<string> {
  if (sides[side].checks.length === 0) return new Set();
  const names = new Map(known[side].map(({ name, as }) => [as.toLowerCase(), name]));
  const other = side === 'source' ? 'target' : 'source';
  const keyOf = keyReader(side, known, texts);
  return new Set(
    sides[other].columns
      .flatMap(({ name, canonical }) => {
        const as = nameOn[other](name);
        return checksOfType(names.get(as.toLowerCase()) ?? as, canonical);
      })
      .flatMap((text) => keyOf(text) ?? []),
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
    return source.checks.every(({ expression }) => {
      const key = keyOf(expression);
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
    const check = target.checks.find(({ expression }) => keyOf(expression) === key);
    if (key !== undefined && check)
      return [
        {
          ...one,
          detail: message('type.becomesChecked', { check: check.name || check.expression }),
        },
      ];
    const [lost = ''] = checksOfType(column.name, column.canonical);
    const other = target.checks.find(({ expression }) => namesOnly(to.name, expression, target));
    const description = describe('warning', other ? 'valuesOtherwise' : 'valuesUnchecked');
    return [
      one,
      finding('check.ofType', 'check', column.name, lost, other?.expression ?? null, description),
    ];
  });
}
