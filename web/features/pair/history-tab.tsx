import { Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { z } from 'zod';
import { OBJECT_STATUSES, type historyEntry } from '../../../contract/objects.ts';
import type { PairRow } from '../../../contract/pairs.ts';
import { formatTime } from '../../lib/format.ts';
import { useObjectWords, type ObjectWords } from '../../lib/object-texts.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { nameOf } from '../pairs/pair-columns.tsx';
import classes from './pair.module.css';
import { objectHistoryQuery } from '../../lib/objects.ts';
import { pairHistoryQuery, type PairTranslate } from './queries.ts';
import { usePairTexts } from './texts.ts';

type Entry = z.infer<typeof historyEntry>;
interface Props {
  pair: PairRow;
}

/** Who changed what of the pair and its objects, newest first. */
export function HistoryTab({ pair }: Props) {
  const t = usePairTexts();
  const words = useObjectWords();
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
          {changesOf(entry, t, words).map(({ name, from, to }) => (
            <Text size="sm" key={name}>
              {name}: {from && <del>{from}</del>} {from && <span aria-hidden="true">→</span>}{' '}
              <b>{to}</b>
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}

const ACTIONS = [
  'confirmed',
  'split',
  'linked',
  'dropped',
  'new',
  'called',
  'attached',
  'imported',
  'listed',
  'edited',
  'taken-back',
  'comparison-rules',
  'accepted',
  'acceptance-ended',
  'acceptance-withdrawn',
] as const;

function actionText(action: string, t: PairTranslate): string {
  const known = ACTIONS.find((one) => one === action);
  return t(known ? `action_${known}` : 'action_edited');
}

const FIELDS = ['status', 'test_call', 'test_result', 'comments'] as const;

function changesOf({ action, changes, names }: Entry, t: PairTranslate, words: ObjectWords) {
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const say = (field: (typeof FIELDS)[number], value: unknown): string => {
    const status = OBJECT_STATUSES.find((one) => field === 'status' && one === value);
    return status ? words(status) : text(value);
  };
  const person = (value: unknown): string => names?.[text(value)] ?? text(value);
  return Object.entries(changes).flatMap(([key, [from, to]]) => {
    const field = FIELDS.find((one) => one === key);
    if (field) return [{ name: words(field), from: say(field, from), to: say(field, to) || '—' }];
    const role = (['developer', 'tester'] as const).find((one) => key.startsWith(one));
    if (role) {
      return [{ name: t(role), from: person(from), to: person(to) || '—' }];
    }
    // Of an acceptance, the key is what was accepted.
    const isReason = key === 'reason' || action.startsWith('accept');
    return isReason ? [{ name: t('reason'), from: text(from), to: text(to) || '—' }] : [];
  });
}
