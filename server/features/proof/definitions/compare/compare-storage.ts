import { SIDES } from '../../../../../contract/fields.ts';
import type {
  Storage,
  TableDefinition,
  Spread,
} from '../../../../../connectors/core/definitions.ts';
import type { Feature } from '../../../../../connectors/core/engine.ts';
import {
  type CompareOptions,
  type Description,
  type RawFinding,
  finding,
  describe,
  severityOf,
} from './raw-finding.ts';
import type { FindingCode } from './without-repair.ts';
import { message } from '../../../../../contract/messages/message.ts';

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
    const [one, other] = [textOfPolicies(from), textOfPolicies(to)];
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

function textOfPolicies({ policies, policiesForced }: Storage): string | null {
  if (!policies) return null;
  const texts = policies.map(
    ({ name, text, toRoles }) => `${name}: ${text}${toRoles ? ` TO ${toRoles.join(', ')}` : ''}`,
  );
  return [...(policiesForced ? ['FORCE'] : []), ...texts].join('; ') || '—';
}

type Partitioned = Pick<Storage, 'partitioning' | 'partitions' | 'spread'>;

/** Compares how rows are partitioned, and whether the target has a partition for every value that the source has one for. */
export function comparePartitions(
  source: Partitioned,
  target: Partitioned,
  nameOf: (column: string) => string,
): RawFinding[] {
  const add = (code: FindingCode, description: Description) =>
    finding(code, 'object', null, source.partitioning, target.partitioning, description);
  const [from, to] = [source.spread, target.spread];
  if (target.partitioning === null)
    return source.partitioning === null
      ? []
      : [add('object.partitions', describe('info', 'otherPartitions'))];
  if (source.partitioning === null)
    return [
      add(
        'object.partitions',
        to && to.covered !== 'all' && to.covered !== 'unknown'
          ? describe('warning', 'partitionsRefuse')
          : describe('info', 'otherPartitions'),
      ),
    ];
  if (!from || !to) return [];
  if (!isSameKey(from, to, nameOf))
    return [add('object.partitionKey', describe('info', 'otherPartitionKey'))];
  const [lacking] = lackingIn(from, to);
  if (lacking) {
    const description: Description = {
      answer: lacking.severity === 'error' ? 'different' : 'compatible',
      severity: lacking.severity,
      detail: message('definition.partitionLacks', { values: lacking.text }),
      advice: message('definition.partitionLacksAdvice'),
    };
    return [finding('object.partitionLacks', 'object', null, null, null, description)];
  }
  const [one, other] = [source.partitions, target.partitions];
  return one === other || one === 0 || other === 0
    ? []
    : [
        {
          ...add('object.partitionCount', describe('info', 'otherPartitionCount')),
          source: String(one),
          target: String(other),
        },
      ];
}

const isSameKey = (from: Spread, to: Spread, nameOf: (column: string) => string): boolean =>
  from.method === to.method &&
  (from.columns === null ||
    to.columns === null ||
    from.columns.map((name) => nameOf(name).toLowerCase()).join('\n') ===
      to.columns.map((name) => name.toLowerCase()).join('\n'));

interface Lacking {
  severity: 'error' | 'warning';
  text: string;
}

/** Values that have a partition on the source only, worst first; none where that is unknown. */
function lackingIn(from: Spread, to: Spread): Lacking[] {
  const [own, theirs] = [from.covered, to.covered];
  if (from.columns === null || to.columns === null) return [];
  if (own === 'unknown' || theirs === 'unknown' || theirs === 'all') return [];
  if ('values' in theirs) {
    // The source takes any other value, too; which of them occur is unknown.
    if (own === 'all') return [{ severity: 'error', text: `≠ ${theirs.values.join(', ')}` }];
    if (!('values' in own)) return [];
    const kept = new Set(theirs.values.map(plain));
    const lost = own.values.filter((value) => !kept.has(plain(value)));
    return lost.length > 0 ? [{ severity: 'error', text: shortList(lost) }] : [];
  }
  if (own !== 'all' && 'values' in own) return [];
  return lackingRanges(own === 'all' ? [[null, null]] : own.ranges, theirs.ranges);
}

const SHOWN = 10;
const shortList = (values: readonly string[]): string =>
  [...values.slice(0, SHOWN), ...(values.length > SHOWN ? ['…'] : [])].join(', ');

type Ends = readonly [from: string | null, to: string | null];

function lackingRanges(own: readonly Ends[], theirs: readonly Ends[]): Lacking[] {
  const ends = [...own, ...theirs].flat().filter((end) => end !== null);
  const order = orderOf(ends);
  if (!order) return [];
  const least = (end: string | null): number => (end === null ? -Infinity : order(end));
  const most = (end: string | null): number => (end === null ? Infinity : order(end));
  const kept = theirs.toSorted((one, other) => least(one[0]) - least(other[0]));
  const found = own.flatMap(([from, to]) => {
    const pieces: Ends[] = [];
    let open = from;
    let isDone = false;
    for (const [start, end] of kept) {
      if (isDone || most(end) <= least(open)) continue;
      if (least(start) >= most(to)) break;
      if (least(start) > least(open)) pieces.push([open, start]);
      open = end;
      isDone = end === null || most(end) >= most(to);
    }
    return isDone ? pieces : [...pieces, [open, to] as const];
  });
  return found
    .map(([from, to]): Lacking => ({
      // The lowest partition often has no lower bound on one engine, and one on another.
      severity: from === null && to !== null ? 'warning' : 'error',
      text: [from === null ? '' : `≥ ${from}`, to === null ? '' : `< ${to}`]
        .filter(Boolean)
        .join(', '),
    }))
    .toSorted((one, other) => one.severity.localeCompare(other.severity));
}

const NUMBER = /^[-+]?\d+(?:\.\d+)?$/;
const MOMENT = /^(?<day>\d{4}-\d\d-\d\d)(?:[ T](?<time>\d\d:\d\d:\d\d(?:\.\d+)?))?$/;

/** The same value, however it is spelled. */
const plain = (value: string): string => {
  if (NUMBER.test(value)) return String(Number(value));
  const { day, time = '00:00:00' } = MOMENT.exec(value)?.groups ?? {};
  return day === undefined ? value : `${day} ${time.replace(/\.0*$/, '')}`;
};

/** Undefined where no order of the values is shared by all engines. */
function orderOf(ends: readonly string[]): ((end: string) => number) | undefined {
  if (ends.every((end) => NUMBER.test(end))) return Number;
  if (ends.every((end) => MOMENT.test(end)))
    return (end) => Date.parse(`${plain(end).replace(' ', 'T')}Z`);
  return undefined;
}
