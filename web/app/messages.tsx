import { Alert, Anchor } from '@mantine/core';
import { Link, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useMe } from '../lib/session.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useAppTexts } from './texts.ts';

/** Instead of a page that could not be loaded or drawn. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useAppTexts();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <LoadFailed title={t('failedTitle')} error={error} onRetry={retry} />;
}

/** What the server would refuse anyway is said here in a sentence. */
export function AdministratorsOnly() {
  const t = useAppTexts();
  if (useMe().is_admin === 1) return <Outlet />;
  return (
    <Alert color="red" title={t('adminOnlyTitle')}>
      {t('adminOnly')}{' '}
      <Anchor component={Link} to="/admin/homepage" inherit underline="always">
        {t('backHome')}
      </Anchor>
    </Alert>
  );
}
