import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/api.ts';
import { usePairTexts } from './texts.ts';

interface Props<D> {
  query: UseQueryResult<D>;
  children: (data: D) => ReactNode;
}

/** What a query answered, or that it is on its way, or why it failed. */
export function Loaded<D>({ query, children }: Props<D>) {
  const t = usePairTexts();
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <Skeleton h={120} aria-label={t('loading')} />;
  return (
    <Alert color="red" title={t('failed')} role="alert">
      <Stack gap="xs" align="flex-start">
        {errorText(query.error)}
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
