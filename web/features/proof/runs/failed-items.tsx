import { Anchor, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { listRunItems, type Run } from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { translateSentence } from '../../../lib/i18n/sentences.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import classes from '../report/proof.module.css';
import { useProofTexts } from '../report/texts.ts';

/** The pairs that a run could not compare, with the reasons: what is known of them is older than the run. */
export function FailedItems({ run }: { run: Run }) {
  const t = useProofTexts();
  const [open, setOpen] = useState(false);
  const { Project_Id: project, id, failed } = run;
  const items = useQuery({
    queryKey: queryKeys.failedItems(project, id, failed),
    queryFn: ({ signal }) =>
      call(listRunItems, { params: { id: project, run: id }, query: { failed: '1' }, signal }),
    enabled: open,
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('failedShow')}
      </Button>
      {open && items.isPending && <Loader size="sm" display="block" />}
      {open && items.isError && (
        <LoadFailed error={items.error} onRetry={() => void items.refetch()} />
      )}
      {open && items.data && (
        <>
          {items.data.length < failed && (
            <Text size="sm" c="dimmed">
              {t('failedFirst', { count: items.data.length })}
            </Text>
          )}
          <ul className={classes.list} tabIndex={0} aria-label={t('failedShow')}>
            {items.data.map(({ seq, pair_id: pair, source, target, reason, notes }) => (
              <li key={seq}>
                <Anchor
                  component={Link}
                  to="/pair"
                  search={{ project, pair } as never}
                  inherit
                  underline="always"
                >
                  <bdi>{source ?? target}</bdi>
                </Anchor>
                <div>{(reason === null ? notes : [reason]).map(translateSentence).join(' ')}</div>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
