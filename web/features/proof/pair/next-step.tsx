import { Group, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { PairActions, type Action } from '../pairs/pair-actions.tsx';
import { AcceptPartly } from '../evidence/accept-partly.tsx';
import classes from './pair.module.css';
import { TestingLinks } from './testing-links.tsx';
import { usePairTexts } from './texts.ts';

const STEPS = {
  call_failed: 'call',
  stale: 'stale',
  partly_compared: 'partly',
  not_comparable: 'notComparable',
  outdated: 'outdated',
  never_compared: 'compare',
  never_called: 'neverCalled',
  unconfirmed: 'confirm',
  decided: 'decided',
} as const;

/** What keeps a pair from being done, the worst first. */
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

/** One sentence for whoever asks what is to be done with this pair, and the buttons to do it. */
export function NextStep({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const actions = actionsOf(pair);
  const step = stepOf(pair);
  // What is stale says itself what to do.
  if (step === 'stale') return null;
  return (
    <section className={classes.next} aria-label={t('nextStep')}>
      <Text size="sm">
        <b>{t('nextStep')}</b> {t(`next_${step}`)}
      </Text>
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
            // Its objects are in a new pair from then on.
            onLinked={(linked) =>
              void navigate({
                to: '.',
                search: { ...search, pair: linked } as never,
                replace: true,
              })
            }
          />
        </Group>
      )}
    </section>
  );
}
