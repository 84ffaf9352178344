import { message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { Key, TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import type { ComparedSets } from './compare-letters.ts';
import type { Item } from './items.ts';
import { type Description, describe, finding } from '../raw-finding.ts';
import { type IsImplied, type NameOn, compareNulls } from './unique-keys.ts';

export type DescribePartitioned = (source: Key, target: Key) => Description | null;

/**
 * Describes two keys that differ only in columns by which the table of either side is partitioned: most engines demand
 * these in every unique key of a partitioned table. Null where the keys differ in other columns, too.
 */
export function describePartitionedKeys(
  sides: Record<Side, TableDefinition>,
  nameOn: NameOn,
  isImplied: IsImplied,
): DescribePartitioned {
  const namesOn = (side: Side, names: readonly string[]) =>
    names.map((name) => nameOn[side](name).toLowerCase());
  const partsOf = (side: Side) => namesOn(side, sides[side].storage?.spread?.columns ?? []);
  const parts = { source: partsOf('source'), target: partsOf('target') };
  const distinct = namesOn(
    'source',
    sides.source.columns.filter(isDistinct).map(({ name }) => name),
  );
  return (source, target) => {
    if (!isPlain(source) || !isPlain(target)) return null;
    const [from, to] = [namesOn('source', source.columns), namesOn('target', target.columns)];
    const shared = from.filter((name) => to.includes(name));
    const gone = from.filter((name) => !shared.includes(name));
    const come = to.filter((name) => !shared.includes(name));
    if (shared.length === 0 || gone.length + come.length === 0) return null;
    const isOfParts =
      gone.every((name) => parts.source.includes(name)) &&
      come.every((name) => parts.target.includes(name));
    if (!isOfParts) return null;
    if (come.length > 0)
      return isImplied('target', source)
        ? describe('info', 'keyImplied')
        : {
            answer: 'compatible',
            severity: 'warning',
            detail: message('definition.keyOfPartitions', { columns: come.join(', ') }),
            advice: message('definition.keyOfPartitionsAdvice'),
          };
    const isSure = shared.some((name) => distinct.includes(name));
    return {
      answer: 'compatible',
      severity: isSure ? 'info' : 'warning',
      detail: message('definition.keyWithoutPartitions', { columns: gone.join(', ') }),
      advice: message(
        isSure
          ? 'definition.keyWithoutPartitionsAdvice'
          : 'definition.keyWithoutPartitionsUnsureAdvice',
      ),
    };
  };
}

const isPlain = ({ prefixes, letters }: Key): boolean => !prefixes && !letters?.some(Boolean);

/** Whether the source hands out a value of its own for each row, though a program may write another. */
const isDistinct = ({ identity, default: preset }: TableDefinition['columns'][number]): boolean =>
  identity || /\b(?:\w*uuid\w*|newid|newsequentialid|sys_guid)\s*\(/i.test(preset ?? '');

/**
 * Pairs unique keys that differ in such columns only.
 * @returns all findings, and what is still to be compared
 */
export function comparePartitionedKeys(
  { keys: [source, target], indexes, findings: before }: ComparedSets,
  describeKeys: DescribePartitioned,
): ComparedSets {
  const findings = [...before];
  const isMet = (item: Item, others: readonly Item[]) =>
    others.some(({ key }) => key !== null && key === item.key);
  const left = new Set(target.filter((item) => !item.disabled && !isMet(item, source)));
  const taken = new Set<Item>();
  for (const one of source) {
    if (!one.of || one.disabled || isMet(one, target)) continue;
    for (const other of left) {
      const description = other.of && describeKeys(one.of, other.of);
      if (!description) continue;
      left.delete(other);
      taken.add(one).add(other);
      findings.push(
        finding('uniqueKey.different', 'unique key', one.name, one.text, other.text, description),
        ...compareNulls(one.name, one.nulls!, other.nulls!, other.name),
      );
      break;
    }
  }
  const rest = (items: readonly Item[]) => items.filter((item) => !taken.has(item));
  return { findings, indexes, keys: [rest(source), rest(target)] };
}
