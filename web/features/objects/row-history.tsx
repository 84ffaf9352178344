import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatTime } from '../../lib/format.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { usePairWords } from '../proof/pairs/words.ts';
import { describeChanges } from './describe-changes.ts';
import classes from './objects.module.css';
import { objectHistoryQuery } from '../../lib/objects.ts';
import { useObjectTexts } from './texts.ts';

interface Props {
  projectId: number;
  id: number;
}

/** Who changed what of a row when, folded up until it is wanted. */
export function RowHistory({ projectId, id }: Props) {
  const t = useObjectTexts();
  const region = useId();
  const [open, setOpen] = useState(false);
  return (
    <Stack gap="xs">
      <Button
        variant="transparent"
        justify="flex-start"
        px={4}
        w="fit-content"
        leftSection={<Chevron open={open} />}
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
      >
        {t('history')}
      </Button>
      <div id={region}>{open && <Entries projectId={projectId} id={id} />}</div>
    </Stack>
  );
}

function Entries({ projectId, id }: Props) {
  const t = useObjectTexts();
  const words = useObjectWords();
  const pairWords = usePairWords();
  const history = useQuery(objectHistoryQuery(projectId, id));
  if (history.isPending) return <Skeleton h={60} />;
  if (history.isError && !history.data) {
    return (
      <LoadFailed
        title={t('historyFailed')}
        error={history.error}
        onRetry={() => void history.refetch()}
      />
    );
  }
  return (
    <ol className={classes.history} tabIndex={0} aria-label={t('history')}>
      {history.data.map((entry) => (
        <li key={entry.id}>
          <Text size="sm" c="dimmed">
            {entry.username ?? t('theTool')} ·{' '}
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
          </Text>
          {entry.action === 'imported' && <Text size="sm">{t('imported')}</Text>}
          {entry.action === 'listed' && <Text size="sm">{t('listed')}</Text>}
          {describeChanges(entry, t, words, pairWords).map(({ key, name, from, to }) => (
            <Text size="sm" key={key}>
              {name}: {from && <del>{from}</del>} {from && <span aria-hidden="true">→</span>}{' '}
              <b>{to}</b>
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}
