import { message } from '../../../../contract/messages/message.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type {
  Check,
  Key,
  Storage,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { Feature } from '../../../../connectors/core/engine.ts';
import { type CompareOptions, type Describe, type RawFinding, finding } from './raw-finding.ts';

type Lacks = Pick<CompareOptions, 'lacks'>;

/** How rows are kept, spread and shown. */
export function compareStorage(
  source: TableDefinition,
  target: TableDefinition,
  options: Lacks,
): RawFinding[] {
  const found: RawFinding[] = [];
  const sides = { source, target };
  const add = (code: string, one: string | null, other: string | null, describe: Describe) =>
    found.push(finding(code, 'object', null, one, other, describe));
  /** Nothing is said where a side is not known, but for what its engine cannot have. */
  const both = (feature: Feature, check: (from: Storage, to: Storage) => void) => {
    const [from, to] = SIDES.map(
      (side) => sides[side].storage ?? (options.lacks(side, feature) ? PLAIN : null),
    );
    if (from && to) check(from, to);
  };
  both('unlogged tables', (from, to) => {
    if (!from.unlogged && to.unlogged)
      add('object.unlogged', 'logged', 'unlogged', say('warning', 'nowUnlogged'));
  });
  both('partitions', (from, to) => {
    if ((from.partitioning === null) !== (to.partitioning === null))
      add('object.partitions', from.partitioning, to.partitioning, say('info', 'otherPartitions'));
  });
  both('row security', (from, to) => {
    const [one, other] = [textOfPolicies(from.policies), textOfPolicies(to.policies)];
    if (one !== null && other === null)
      add(
        'object.policies',
        one,
        other,
        say(severityOf('row security', 'error', options), 'policiesLost'),
      );
    else if (one !== other) add('object.policies', one, other, say('warning', 'otherPolicies'));
  });
  return found;
}

const PLAIN: Storage = { unlogged: false, partitioning: null, partitions: 0, policies: null };

const textOfPolicies = (policies: Storage['policies']): string | null =>
  policies && (policies.map(({ name, text }) => `${name}: ${text}`).join('; ') || '—');

type Sentence =
  | 'nowUnlogged'
  | 'otherPartitions'
  | 'policiesLost'
  | 'otherPolicies'
  | 'otherDeferral'
  | 'otherMatch'
  | 'nowUnchecked'
  | 'otherNulls';

export const say = (severity: Describe['severity'], sentence: Sentence): Describe => ({
  answer: severity === 'error' ? 'different' : 'compatible',
  severity,
  detail: message(`definition.${sentence}`),
  advice: message(`definition.${sentence}Advice`),
});

export const severityOf = (
  feature: Feature,
  severity: Describe['severity'],
  { lacks }: Lacks,
): Describe['severity'] => (lacks('target', feature) ? 'info' : severity);

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
          say('warning', 'nowUnchecked'),
        ),
      ];

/** Engines that differ there are seldom told so: a second NULL is refused on one side. */
export const compareNulls = (
  one: Pick<Key, 'name' | 'nullsEqual'>,
  other: Pick<Key, 'nullsEqual'>,
): RawFinding[] =>
  one.nullsEqual === other.nullsEqual
    ? []
    : [
        finding(
          'uniqueKey.nulls',
          'unique key',
          one.name,
          one.nullsEqual ? 'nulls not distinct' : 'nulls distinct',
          other.nullsEqual ? 'nulls not distinct' : 'nulls distinct',
          say('warning', 'otherNulls'),
        ),
      ];
