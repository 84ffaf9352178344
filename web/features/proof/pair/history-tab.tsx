import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { z } from 'zod';
import type { historyEntry } from '../../../../contract/history.ts';
import { CALL_RESULTS, type PairRow } from '../../../../contract/proof/pairs.ts';
import { formatTime } from '../../../lib/format.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { type Described, describeChanges } from '../../objects/describe-changes.ts';
import { nameOf } from '../pairs/pair-columns.tsx';
import { describeAccepted } from '../evidence/accepted.tsx';
import classes from './pair.module.css';
import { objectHistoryQuery } from '../../../lib/objects.ts';
import { pairHistoryQuery } from './queries.ts';
import { type Texts, useTexts } from '../../../lib/i18n/index.ts';

type Entry = z.infer<typeof historyEntry>;
interface Props {
  pair: PairRow;
}

/** The history of the pair and its objects, newest first. */
export function HistoryTab({ pair }: Props) {
  const t = useTexts('pair');
  const describe = useDescribeChanges();
  const objects = [...pair.source, ...pair.target];
  const subjects = [t('thisPair'), ...objects.map(nameOf)];
  const histories = useQueries({
    queries: [
      pairHistoryQuery(pair.Project_Id, pair.id),
      ...objects.map(({ id }) => objectHistoryQuery(pair.Project_Id, id)),
    ],
  });
  const unfinished = histories.find(({ data }) => data === undefined);
  if (unfinished) return <Loaded query={unfinished}>{() => null}</Loaded>;
  const entries = histories
    .flatMap(({ data = [] }, index) =>
      data.map((entry) => ({
        entry,
        subject: subjects[index],
        key: `${index} ${entry.id} ${entry.at}`,
      })),
    )
    .toSorted((one, other) => other.entry.at.localeCompare(one.entry.at));
  if (entries.length === 0) return <Text>{t('noHistory')}</Text>;
  return (
    <ol className={classes.timeline} aria-label={t('tab_history')}>
      {entries.map(({ entry, subject, key }) => (
        <li key={key}>
          <Text size="sm" c="dimmed">
            {entry.username ?? t('theTool')} ·{' '}
            <time dateTime={entry.at}>{formatTime(entry.at)}</time> · <bdi>{subject}</bdi>
          </Text>
          <Text size="sm">{actionText(entry.action, t)}</Text>
          {describe(entry).map(({ key: change, name, from, to }) => (
            <Text size="sm" key={change}>
              {name}: {from && <del>{from}</del>} {from && <span aria-hidden="true">→</span>}{' '}
              <b>{to}</b>
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}

const ACTIONS = {
  confirmed: 'action_confirmed',
  split: 'action_split',
  linked: 'action_linked',
  matched: 'action_matched',
  dropped: 'action_dropped',
  new: 'action_new',
  called: 'action_called',
  attached: 'action_attached',
  imported: 'action_imported',
  listed: 'action_listed',
  edited: 'action_edited',
  assigned: 'action_assigned',
  unassigned: 'action_assigned',
  'assignment undone': 'action_assigned',
  stale: 'action_stale',
  missing: 'action_missing',
  found: 'action_found',
  'taken-back': 'action_taken-back',
  'comparison-rules': 'action_comparison-rules',
  'tolerance-ended': 'action_tolerance-ended',
  accepted: 'action_accepted',
  'acceptance-ended': 'action_acceptance-ended',
  'acceptance-withdrawn': 'action_acceptance-withdrawn',
  signed: 'action_signed',
  'signoff-withdrawn': 'action_signoff-withdrawn',
} as const;

const actionText = (action: string, t: Texts<'pair'>): string =>
  t(Object.hasOwn(ACTIONS, action) ? ACTIONS[action as keyof typeof ACTIONS] : 'action_edited');

/** Describes changes of a pair and of its acceptances; other changes are described as in the history of an object. */
function useDescribeChanges() {
  const t = useTexts('pair');
  const objectTexts = useTexts('objects');
  const words = useTexts('object-words');
  const pairWords = useTexts('pair-words');
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const callWord = (value: unknown): string => {
    const result = CALL_RESULTS.find((one) => one === value);
    return result ? pairWords(`call_${result}`) : '';
  };
  return (entry: Entry): Described[] => {
    const { action, changes } = entry;
    const own = Object.entries(changes).flatMap(([key, [from, to]]) => {
      if (action.startsWith('accept')) {
        // The key is the accepted code and name, the value the reason.
        const [code = '', ...name] = key.split(' ');
        const what = describeAccepted(t, code, name.join(' ') || null);
        return [{ key, name: what, from: text(from), to: text(to) || '—' }];
      }
      if (action === 'tolerance-ended') return [{ key, name: key, from: '', to: text(to) || '—' }];
      if (key === 'reason')
        return [{ key, name: t('reason'), from: text(from), to: text(to) || '—' }];
      if (key === 'call_result')
        return [{ key, name: pairWords('call'), from: callWord(from), to: callWord(to) || '—' }];
      return [];
    });
    return [...own, ...describeChanges(entry, objectTexts, words, pairWords)];
  };
}
