import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { Link, Outlet, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { errorText } from '../lib/api.ts';
import { useMe } from '../lib/session.ts';
import { useAppTexts } from './texts.ts';

/** Instead of a page that could not be loaded or drawn. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useAppTexts();
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Alert color="red" title={t('failedTitle')} role="alert" m="md">
      <Stack gap="xs" align="flex-start">
        {errorText(error)}
        <Button size="compact-sm" variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </Stack>
    </Alert>
  );
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
