import { Alert, Anchor, Box, Button, Center, Loader } from '@mantine/core';
import { Link, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { NewVersionError } from '../lib/new-version.ts';
import { useMe } from '../lib/session.ts';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Page } from '../ui/page.tsx';
import { useTexts } from '../lib/i18n/index.ts';

/** Shown instead of a page that failed to load or to render. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useTexts('app');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof NewVersionError)
    return (
      <Page title={t('newVersion')}>
        <Button onClick={() => window.location.reload()}>{t('loadNew')}</Button>
      </Page>
    );
  return (
    <Page title={t('failedTitle')}>
      <LoadFailed error={error} onRetry={retry} />
    </Page>
  );
}

/** The same without the layout around it. */
export function AppFailed(props: ErrorComponentProps) {
  return (
    <Box component="main" p="lg">
      <PageFailed {...props} />
    </Box>
  );
}

/** Explains why the page is not available: the server would refuse its calls. */
export function AdministratorsOnly() {
  const t = useTexts('app');
  if (useMe().is_admin === 1) return <Outlet />;
  return (
    <Page title={t('adminOnlyTitle')}>
      <Alert color="red">
        {t('adminOnly')}{' '}
        <Anchor component={Link} to="/admin/homepage" inherit c="inherit" underline="always">
          {t('backHome')}
        </Anchor>
      </Alert>
    </Page>
  );
}

/** Shown while a page is loading. */
export function Waiting() {
  return (
    <Center mih={240}>
      <Loader />
    </Center>
  );
}
