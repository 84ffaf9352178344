import { SIDES } from '../../../../contract/fields.ts';
import type { Check, Storage, TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { Feature } from '../../../../connectors/core/engine.ts';
import { comparePartitions } from './compare-partitions.ts';
import {
  type CompareOptions,
  type Description,
  type RawFinding,
  finding,
  describe,
  severityOf,
} from './raw-finding.ts';
import type { FindingCode } from './without-repair.ts';

type Lacks = Pick<CompareOptions, 'lacks'>;

/** How rows are kept, spread and shown. */
export function compareStorage(
  source: TableDefinition,
  target: TableDefinition,
  nameOf: (column: string) => string,
  options: Lacks,
): RawFinding[] {
  const found: RawFinding[] = [];
  const sides = { source, target };
  const add = (
    code: FindingCode,
    one: string | null,
    other: string | null,
    description: Description,
  ) => found.push(finding(code, 'object', null, one, other, description));
  /** Skips the check where a side is unknown, unless its engine lacks the feature altogether. */
  const both = (feature: Feature, check: (from: Storage, to: Storage) => void) => {
    const [from, to] = SIDES.map((side) => {
      const { storage } = sides[side];
      return options.lacks(side, feature) ? { ...PLAIN, ...storage } : (storage ?? null);
    });
    if (from && to) check(from, to);
  };
  both('unlogged tables', (from, to) => {
    if (!from.unlogged && to.unlogged)
      add('object.unlogged', 'logged', 'unlogged', describe('warning', 'nowUnlogged'));
  });
  both('temporary tables', (from, to) => {
    if (from.temporary === to.temporary) return;
    const description = to.temporary
      ? describe('error', from.temporary ? 'otherTemporary' : 'nowTemporary')
      : describe(severityOf('temporary tables', 'warning', options), 'notTemporary');
    add('object.temporary', from.temporary ?? 'kept', to.temporary ?? 'kept', description);
  });
  both('partitions', (from, to) => found.push(...comparePartitions(from, to, nameOf)));
  both('row security', (from, to) => {
    if (from.policies === undefined || to.policies === undefined) return;
    const [one, other] = [textOfPolicies(from.policies), textOfPolicies(to.policies)];
    if (one !== null && other === null)
      add(
        'object.policies',
        one,
        other,
        describe(severityOf('row security', 'error', options), 'policiesLost'),
      );
    else if (one !== other)
      add('object.policies', one, other, describe('warning', 'otherPolicies'));
  });
  return found;
}

const PLAIN: Storage = { unlogged: false, partitioning: null, partitions: 0, policies: null };

const textOfPolicies = (policies: Policies): string | null =>
  policies && (policies.map(({ name, text }) => `${name}: ${text}`).join('; ') || '—');

type Policies = Exclude<Storage['policies'], undefined>;

export const compareUnchecked = (
  code: 'foreignKey' | 'check',
  one: Pick<Check, 'name' | 'unchecked'>,
  other: Pick<Check, 'unchecked'>,
): RawFinding[] =>
  one.unchecked || !other.unchecked
    ? []
    : [
        finding(
          `${code}.unchecked`,
          code === 'check' ? 'check' : 'foreign key',
          one.name,
          'checked',
          'not checked',
          describe('warning', 'nowUnchecked'),
        ),
      ];
