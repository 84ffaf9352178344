import { Alert, Button, Group, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../lib/api.ts';
import { useTexts } from '../lib/i18n/index.ts';

interface FailedProps {
  /** What could not be loaded. */
  title?: string | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Says what could not be loaded and why, with a retry button. */
export function LoadFailed({ title, error, onRetry }: FailedProps) {
  const t = useTexts('load-failed');
  return (
    <Alert color="red" title={title ?? t('failed')} role="alert">
      <Group gap="sm">
        {errorText(error)}
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      </Group>
    </Alert>
  );
}

type Failing = Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;

/** For sections that are hidden when empty: an error while loading them must still be shown. */
export function NotLoaded({ query, title }: { query: Failing; title?: string | undefined }) {
  if (query.data !== undefined || query.error === null) return null;
  return <LoadFailed title={title} error={query.error} onRetry={() => void query.refetch()} />;
}

interface LoadedProps<D> {
  query: Pick<UseQueryResult<D>, 'data' | 'error' | 'isPending' | 'refetch'>;
  failed?: string | undefined;
  /** Height of the placeholder, in pixels. */
  height?: number;
  children: (data: D) => ReactNode;
}

/** Renders the data of a query, a placeholder while it is loading, or the error. */
export function Loaded<D>({ query, failed, height = 120, children }: LoadedProps<D>) {
  const t = useTexts('load-failed');
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isPending) return <Skeleton h={height} role="status" aria-label={t('loading')} />;
  return <LoadFailed title={failed} error={query.error} onRetry={() => void query.refetch()} />;
}
