import { Button, Group, Stack, Text } from '@mantine/core';
import type { PairObject, PairRow } from '../../../../contract/proof/pairs.ts';
import { formatDate, formatNumber, formatTime } from '../../../lib/format.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { isGuess, methodText, nameOf } from '../pairs/pair-columns.tsx';
import { TypeName } from '../../../ui/marks.tsx';
import { toneOf, VerdictWord } from '../pairs/results.tsx';
import classes from './pair.module.css';
import { Tag } from './result-line.tsx';
import { TestingLinks } from './testing-links.tsx';
import { type Tab } from './use-tab.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listQuery, viewOfSearch } from '../../../ui/data-table/index.ts';
import { BLOCKING, type PairPlace, blockingIdsQuery, pairIdsQuery } from './queries.ts';
import { Candidates } from '../pairs/candidates.tsx';
import { type Action, PairActions } from '../pairs/pair-actions.tsx';
import { EndedTolerances } from '../rows/tolerated.tsx';
import { AcceptPartly } from '../evidence/accepted.tsx';
import { isolate, useTexts } from '../../../lib/i18n/index.ts';

/** The objects of the pair, its verdict, the next step, and links to the neighbouring pairs. */
export function PairHeader({ pair, tab }: { pair: PairRow; tab: Tab }) {
  const t = useTexts('pair');
  const pairWords = useTexts('pair-words');
  const words = useTexts('object-words');
  const why = [
    (isGuess(pair.method) || !pair.reason) && methodText(pairWords, pair),
    pair.reason && translateMessage(pair.reason_said, pair.reason),
  ].filter(Boolean);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <Group gap="xs">
          <Text size="sm" component="div">
            <TypeName type={pair.object_type}>{words(pair.object_type)}</TypeName>
          </Text>
          <Text size="sm" component="div">
            <VerdictWord verdict={pair.verdict} />
          </Text>
          <Tag tone={toneOf(pair.state)}>{pairWords(pair.state)}</Tag>
          <Text size="sm" c="dimmed">
            {why.join(': ')}
          </Text>
        </Group>
        <Neighbours pair={pair} />
      </Group>
      <Group gap="8px 32px" align="flex-start">
        <Side title={t('source')} objects={pair.source} nothing={t(`no_source_${pair.state}`)} />
        <Side title={t('target')} objects={pair.target} nothing={t(`no_target_${pair.state}`)} />
      </Group>
      <Stale pair={pair} />
      <NextStep pair={pair} tab={tab} />
    </Stack>
  );
}

/** Why a verified object no longer counts as verified, and what to do about it. */
function Stale({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const isStale = ({ stale_since: at }: PairObject) => at !== null;
  const since = [...pair.source, ...pair.target].flatMap(({ stale_since: at }) => at ?? []);
  const [first] = since.toSorted();
  if (first === undefined) return null;
  return (
    <section className={classes.next} data-tone="fair" aria-label={t('staleTitle')}>
      <Text size="sm">
        <b>{t('staleSince', { time: formatDate(first) })}</b>{' '}
        {pair.verdict === 'stale' && t('staleWayOut')}
      </Text>
      <TestingLinks pair={pair} only={isStale} />
    </section>
  );
}

interface SideProps {
  title: string;
  objects: readonly PairObject[];
  nothing: string;
}

function Side({ title, objects, nothing }: SideProps) {
  const t = useTexts('pair');
  const words = useTexts('object-words');
  return (
    <div>
      {objects.length === 0 && (
        <Text size="sm">
          <span className={classes.side}>{title}</span> {nothing}
        </Text>
      )}
      {objects.map((object) => (
        <Group key={object.id} gap="2px 10px">
          <Text size="sm" className={classes.side}>
            {title}
          </Text>
          <Text fw={600} className={classes.name ?? ''}>
            <bdi>{nameOf(object)}</bdi>
          </Text>
          <Tag tone={toneOf(object.status)}>{words(object.status)}</Tag>
          {object.missing_since && (
            <Tag tone="bad">{t('missingSince', { time: formatTime(object.missing_since) })}</Tag>
          )}
          <Text size="sm" c="dimmed">
            {[object.developer_name, object.tester_name]
              .flatMap((name) => (name ? [isolate(name)] : []))
              .join(' · ')}
          </Text>
        </Group>
      ))}
    </div>
  );
}

const KEYS = { previous: 'Alt ↑', next: 'Alt ↓' };

function Neighbours({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const { place, count, previous, next, go } = useNeighbours({
    projectId: pair.Project_Id,
    pairId: pair.id,
  });
  return (
    <Group gap="xs">
      {place >= 0 && (
        <Text size="sm" c="dimmed">
          {t('place', { place: formatNumber(place + 1), count: formatNumber(count) })}
        </Text>
      )}
      <Button
        variant="default"
        size="compact-md"
        disabled={previous === undefined}
        aria-keyshortcuts="Alt+ArrowUp"
        title={KEYS.previous}
        onClick={() => go(previous)}
      >
        {t('previous')}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        disabled={next === undefined}
        aria-keyshortcuts="Alt+ArrowDown"
        title={KEYS.next}
        onClick={() => go(next)}
      >
        {t('next')}
      </Button>
    </Group>
  );
}

/** Links to the previous and next pair of the list that the address names. */
function useNeighbours({ projectId, pairId }: PairPlace) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = pairIdsQuery(projectId, listQuery(viewOfSearch(search)));
  const blocking = blockingIdsQuery(projectId);
  const isBlocking = search['list'] === BLOCKING;
  const ofView = useQuery({ ...view, enabled: !isBlocking }).data;
  const ofBlocking = useQuery({ ...blocking, enabled: isBlocking }).data;
  const ids = isBlocking ? ofBlocking : ofView;
  const place = ids?.indexOf(pairId) ?? -1;
  const previous = place > 0 ? ids?.[place - 1] : undefined;
  const next = place >= 0 ? ids?.[place + 1] : undefined;
  const go = (pair: number | undefined) => {
    if (pair !== undefined) {
      void navigate({ to: '.', search: { ...search, pair } as never, replace: true });
    }
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = event.altKey && { ArrowUp: previous, ArrowDown: next }[event.key];
      if (!step || event.defaultPrevented || isTyping(event)) return;
      event.preventDefault();
      go(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return { place, count: ids?.length ?? 0, previous, next, go };
}

/** Whether somebody writes, or answers a dialog: another pair would take that away. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (target instanceof Element && target.matches('input, textarea, select'));

const STEPS = {
  call_failed: 'call',
  stale: 'stale',
  partly_compared: 'partly',
  not_comparable: 'notComparable',
  outdated: 'outdated',
  never_compared: 'compare',
  never_called: 'neverCalled',
  warned: 'structure',
  unconfirmed: 'confirm',
  belongs: 'belongs',
  decided: 'decided',
} as const;

/** The most important reason why a pair is not settled. */
function stepOf({ verdict, source, status, ...pair }: PairRow) {
  switch (verdict) {
    case 'different':
      if (pair.data_result === 'different')
        return pair.data_at_least === 1 ? 'dataAtLeast' : 'data';
      return pair.structure_result === 'different' ? 'structure' : 'call';
    case 'unmatched':
      return source.length > 0 ? 'noTarget' : 'noSource';
    case 'accepted':
    case 'proven':
      return status === 'verified' ? 'done' : 'verify';
    default:
      return STEPS[verdict];
  }
}

function actionsOf({ state, source }: PairRow): Action[] {
  if (state === 'proposed') return ['confirm', 'link'];
  if (state === 'unmatched') return ['link', source.length > 0 ? 'drop' : 'add'];
  return [];
}

/** Steps that begin in a tab, which therefore need not be said while that tab is open. */
const BEGINS_IN: Partial<Record<ReturnType<typeof stepOf>, Tab>> = {
  data: 'data',
  structure: 'structure',
  call: 'call',
};

/** The next step for this pair as a sentence, with the buttons to take it. */
function NextStep({ pair, tab }: { pair: PairRow; tab: Tab }) {
  const t = useTexts('pair');
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const actions = actionsOf(pair);
  // Its objects now belong to a new pair.
  const toLinked = (linked: number) =>
    void navigate({ to: '.', search: { ...search, pair: linked } as never, replace: true });
  const step = stepOf(pair);
  // The notice about stale objects already says what to do.
  if (step === 'stale') return null;
  const isObvious = BEGINS_IN[step] === tab && actions.length === 0 && pair.has_candidates === 0;
  if (isObvious) return null;
  return (
    <section className={classes.next} aria-label={t('nextStep')}>
      <Text size="sm">
        <b>{t('nextStep')}</b> {t(`next_${step}`)}
      </Text>
      {step === 'outdated' && <EndedTolerances pair={pair} />}
      {step === 'verify' && (
        <TestingLinks pair={pair} only={({ status }) => status !== 'verified'} />
      )}
      {step === 'partly' && <AcceptPartly pair={pair} />}
      {actions.length > 0 && (
        <Group gap="xs">
          <PairActions
            projectId={pair.Project_Id}
            selected={new Set([String(pair.id)])}
            only={actions}
            onDone={() => {}}
            onLinked={toLinked}
          />
        </Group>
      )}
      {pair.has_candidates === 1 && <Candidates pair={pair} onLinked={toLinked} />}
    </section>
  );
}
