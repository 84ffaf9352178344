import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { PairObject, PairRow } from '../../../../contract/proof/pairs.ts';
import { formatNumber, formatTime } from '../../../lib/format.ts';
import { translateSentence } from '../../../lib/i18n/sentences.ts';
import { useObjectWords } from '../../../lib/object-texts.ts';
import { methodText, nameOf } from '../pairs/pair-columns.tsx';
import { toneOf } from '../pairs/result-column.tsx';
import { VerdictWord } from '../pairs/verdict-word.tsx';
import { usePairWords } from '../pairs/words.ts';
import { NextStep } from './next-step.tsx';
import classes from './pair.module.css';
import { Tag } from './result-badge.tsx';
import { TestingLinks } from './testing-links.tsx';
import { usePairTexts } from './texts.ts';
import { useNeighbours } from './use-neighbours.ts';
import { Verdicts } from './verdicts.tsx';

/** Which object became which, what was found, what to do next, and the way to the next pair. */
export function PairHeader({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const pairWords = usePairWords();
  const words = useObjectWords();
  const why = [
    (pair.method === 'similar' || !pair.reason) && methodText(pairWords, pair),
    pair.reason && translateSentence(pair.reason),
  ].filter(Boolean);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h3" className={classes.name ?? ''}>
            <bdi>{pair.name}</bdi>
          </Title>
          <Group gap="xs" mt={4}>
            <Text size="sm">{words(pair.object_type)}</Text>
            <Tag tone={toneOf(pair.state)}>{pairWords(pair.state)}</Tag>
            <VerdictWord verdict={pair.verdict} />
            <Text size="sm" c="dimmed">
              <bdi>{why.join(': ')}</bdi>
            </Text>
          </Group>
        </div>
        <Neighbours pair={pair} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Side title={t('source')} objects={pair.source} nothing={t(`no_source_${pair.state}`)} />
        <Side title={t('target')} objects={pair.target} nothing={t(`no_target_${pair.state}`)} />
      </SimpleGrid>
      <Verdicts pair={pair} />
      <Stale pair={pair} />
      <NextStep pair={pair} />
    </Stack>
  );
}

/** Why a verified object no longer counts as such, and the way out. */
function Stale({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const stale = [...pair.source, ...pair.target].filter(({ stale_since: at }) => at !== null);
  if (stale.length === 0) return null;
  return (
    <Alert color="orange" title={t('staleTitle')}>
      <Stack gap="xs">
        {stale.map((object) => (
          <Text size="sm" key={object.id}>
            {t('staleWhy', { name: nameOf(object), time: formatTime(object.stale_since) })}
          </Text>
        ))}
        <Text size="sm">{t('staleWayOut')}</Text>
        <TestingLinks pair={pair} only={({ stale_since: at }) => at !== null} />
      </Stack>
    </Alert>
  );
}

interface SideProps {
  title: string;
  objects: readonly PairObject[];
  nothing: string;
}

function Side({ title, objects, nothing }: SideProps) {
  const t = usePairTexts();
  const words = useObjectWords();
  return (
    <section aria-label={title}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {objects.length === 0 && <Text>{nothing}</Text>}
      {objects.map((object) => (
        <Group key={object.id} gap="xs">
          <Text fw={600} className={classes.name ?? ''}>
            <bdi>{nameOf(object)}</bdi>
          </Text>
          <Tag tone={toneOf(object.status)}>{words(object.status)}</Tag>
          {object.stale_since && (
            <Tag tone="fair">{t('staleSince', { time: formatTime(object.stale_since) })}</Tag>
          )}
          {object.missing_since && (
            <Tag tone="bad">{t('missingSince', { time: formatTime(object.missing_since) })}</Tag>
          )}
          <Text size="sm" c="dimmed">
            {[object.developer_name, object.tester_name].filter(Boolean).join(' · ')}
          </Text>
        </Group>
      ))}
    </section>
  );
}

const KEYS = { previous: 'Alt ↑', next: 'Alt ↓' };

function Neighbours({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
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
