import { Alert, Anchor } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';

/** Suggests choosing a new password after an administrator has set it; the user may ignore it. */
export function PasswordNotice() {
  const t = useTexts('auth');
  const { pathname } = useLocation();
  const [closed, setClosed] = useState(false);
  if (closed || pathname === '/admin/profile') return null;
  return (
    <Alert
      color="blue"
      mb="md"
      title={t('noticeTitle')}
      withCloseButton
      closeButtonLabel={t('noticeClose')}
      onClose={() => setClosed(true)}
    >
      {t('notice')}{' '}
      <Anchor component={Link} to="/admin/profile" inherit c="inherit" underline="always">
        {t('changePassword')}
      </Anchor>
    </Alert>
  );
}
