import { message } from '../../../../../../contract/messages/message.ts';
import type { ForeignKey } from '../../../../../../connectors/core/definitions.ts';
import type { Feature } from '../../../../../../connectors/core/engine.ts';
import { compareDeferral } from './compare-deferral.ts';
import { LOST_DISABLED, compareEnforced } from './compare-enforced.ts';
import { type Counterpart, columnIn, isTaken } from '../../counterparts.ts';
import { foreignKeyText } from '../texts/definition-texts.ts';
import {
  ADDED,
  type CompareOptions,
  type Description,
  LOST,
  type RawFinding,
  STRICTER,
  finding,
  describe,
  severityOf,
} from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';

type NameOf = (column: string) => string;

/** Compares the tables that foreign keys reference, their actions, and when they are checked. */
export function compareForeignKeys(
  source: readonly ForeignKey[],
  target: readonly ForeignKey[],
  nameOf: NameOf,
  options: CompareOptions,
): RawFinding[] {
  const left = new Set(target);
  const found: RawFinding[] = [];
  // Where several keys start from the same columns, keys of the same name are matched first.
  const names = new Set(target.map(({ name }) => name.toLowerCase()));
  const inOrder = source.toSorted(
    (one, other) =>
      Number(names.has(other.name.toLowerCase())) - Number(names.has(one.name.toLowerCase())),
  );
  for (const [place, key] of inOrder.entries()) {
    const columns = namesOf(key.columns.map(nameOf));
    const isNamesake = (other: ForeignKey) => other.name.toLowerCase() === key.name.toLowerCase();
    const isUnlike = (other: ForeignKey) => Boolean(other.disabled) !== Boolean(key.disabled);
    const candidates = [...left]
      .filter((other) => namesOf(other.columns) === columns)
      .toSorted((one, other) => Number(isNamesake(other)) - Number(isNamesake(one)))
      // Where another one is in force, that one counts.
      .toSorted((one, other) => Number(isUnlike(one)) - Number(isUnlike(other)));
    const leads = (other: ForeignKey) => leadsTo(key, other, nameOf, options);
    const other = (['there', 'columns', 'elsewhere'] as const)
      .map((end) => candidates.find((candidate) => leads(candidate) === end))
      .find(Boolean);
    if (!other) {
      found.push(
        finding(
          'foreignKey.missing',
          'foreign key',
          key.name,
          foreignKeyText(key),
          null,
          key.disabled
            ? LOST_DISABLED
            : inOrder.slice(0, place).some(isDuplicateOf(key))
              ? describe('info', 'keyTwice')
              : LOST,
        ),
      );
      continue;
    }
    left.delete(other);
    const end = leads(other);
    found.push(
      ...(end === 'elsewhere'
        ? [leadsElsewhere('foreignKey.elsewhere', key, other, LEADS_ELSEWHERE)]
        : [
            ...(end === 'columns'
              ? [leadsElsewhere('foreignKey.columns', key, other, OTHER_COLUMNS)]
              : []),
            ...compareActions(key, other, nameOf, options),
            ...compareChecking(key, other, options),
          ]),
    );
  }
  const known = target.filter((key) => !left.has(key));
  for (const key of left) {
    const description = key.disabled || known.some(isDuplicateOf(key)) ? ADDED : STRICTER;
    known.push(key);
    found.push(
      finding('foreignKey.extra', 'foreign key', key.name, null, foreignKeyText(key), description),
    );
  }
  return found;
}

/** Some engines let the same foreign key be declared twice under different names. */
const isDuplicateOf = (key: ForeignKey) => (one: ForeignKey) =>
  behaviourKeyOf(one) === behaviourKeyOf(key);
const behaviourKeyOf = ({ name: _, columns, referenced, ...key }: ForeignKey): string =>
  JSON.stringify([
    columns.map((column, index) => JSON.stringify([column, referenced[index]])).toSorted(),
    key.schema,
    key.table,
    actionOf(key.onUpdate),
    actionOf(key.onDelete),
    key.unchecked,
    key.disabled,
    key.deferrable,
    key.matchesFull,
  ]);

/** The columns regardless of their order and case. */
const namesOf = (columns: readonly string[]): string =>
  JSON.stringify(columns.map((name) => name.toLowerCase()).toSorted());

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether the target's key references the counterpart of the table that the source's key references. Where that table is in
 * no pair, only names can tell: null where they differ, because it may be another key.
 */
function leadsTo(
  key: ForeignKey,
  other: ForeignKey,
  nameOf: NameOf,
  { rename, counterpartOf }: CompareOptions,
): 'there' | 'columns' | 'elsewhere' | null {
  const counterpart = counterpartOf(key);
  if (counterpart) {
    // Some servers report names in another case than they list them.
    const [one, two] = [counterpart, other].map(({ schema, table }) =>
      JSON.stringify([schema, table]).toLowerCase(),
    );
    if (one !== two) return 'elsewhere';
    return hasSameColumns(key, other, nameOf, counterpart) ? 'there' : 'columns';
  }
  const names = [rename(key.table), key.table].map(plainName);
  return names.includes(plainName(other.table)) ? 'there' : null;
}

/**
 * Whether both keys reference the same columns. A column without a counterpart may match any target column that is nobody's
 * counterpart.
 */
function hasSameColumns(
  key: ForeignKey,
  other: ForeignKey,
  nameOf: NameOf,
  counterpart: Counterpart,
): boolean {
  return key.columns.every((column, index) => {
    const place = other.columns.findIndex(
      (name) => name.toLowerCase() === nameOf(column).toLowerCase(),
    );
    // Columns that the account may not see in the referenced table have no name.
    const [from, to] = [key.referenced[index], other.referenced[place]];
    if (!from || !to) return true;
    const wanted = columnIn(counterpart, from);
    return wanted === undefined
      ? !isTaken(counterpart, to)
      : wanted.toLowerCase() === to.toLowerCase();
  });
}

const LEADS_ELSEWHERE: Description = {
  answer: 'different',
  severity: 'error',
  detail: message('definition.keyElsewhere'),
  advice: message('definition.keyElsewhereAdvice'),
};
const OTHER_COLUMNS: Description = {
  ...LEADS_ELSEWHERE,
  detail: message('definition.keyOtherColumns'),
  advice: message('definition.keyOtherColumnsAdvice'),
};

const leadsElsewhere = (
  code: FindingCode,
  key: ForeignKey,
  other: ForeignKey,
  description: Description,
): RawFinding =>
  finding(code, 'foreign key', key.name, qualified(key), qualified(other), description);
const qualified = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.schema}.${key.table} (${key.referenced.join(', ')})`;

/** RESTRICT and NO ACTION are the same on engines that check at once. */
const actionOf = (action: ForeignKey['onUpdate']): string =>
  action === 'restrict' ? 'no action' : action;

const ACTIONS = {
  onUpdate: { feature: 'update actions', what: 'word.changed' },
  onDelete: { feature: 'delete actions', what: 'word.deleted' },
} as const satisfies Record<string, { feature: Feature; what: string }>;

function compareActions(
  key: ForeignKey,
  other: ForeignKey,
  nameOf: NameOf,
  { lacks }: Pick<CompareOptions, 'lacks'>,
): RawFinding[] {
  const setBy = ({ onDelete, onDeleteOf }: ForeignKey, name: NameOf): string =>
    onDeleteOf ? `${onDelete} (${onDeleteOf.map(name).toSorted().join(', ')})` : onDelete;
  const isOtherSet =
    key.onDelete === other.onDelete && setBy(key, nameOf) !== setBy(other, (name) => name);
  return (['onUpdate', 'onDelete'] as const)
    .filter(
      (action) =>
        actionOf(key[action]) !== actionOf(other[action]) || (action === 'onDelete' && isOtherSet),
    )
    .map((action) => {
      const { feature, what } = ACTIONS[action];
      const isImpossible =
        lacks('target', feature) ||
        (key[action] === 'set default' && lacks('target', 'set default actions'));
      const [from, to] = [key, other].map((one) =>
        action === 'onDelete' ? setBy(one, (name) => name) : one[action],
      );
      return finding('foreignKey.action', 'foreign key', key.name, from!, to!, {
        answer: 'compatible',
        severity: isImpossible ? 'info' : 'warning',
        detail: message('definition.otherAction', { what: message(what) }),
        advice: isImpossible
          ? message('definition.noSuchAction')
          : message('definition.otherActionAdvice'),
      });
    });
}

/** When a foreign key of both sides is checked, whether existing rows were, and how NULL in one of its columns is treated. */
const compareChecking = (
  key: ForeignKey,
  other: ForeignKey,
  options: Pick<CompareOptions, 'lacks'>,
): RawFinding[] => [
  ...compareEnforced('foreignKey', 'foreign key', key, other, 'error'),
  ...compareDeferral('foreignKey', key, other, options),
  ...(key.columns.length === 1 || key.matchesFull === other.matchesFull
    ? []
    : [
        finding(
          'foreignKey.match',
          'foreign key',
          key.name,
          key.matchesFull ? 'match full' : 'match simple',
          other.matchesFull ? 'match full' : 'match simple',
          describe(severityOf('full match', 'warning', options), 'otherMatch'),
        ),
      ]),
];
