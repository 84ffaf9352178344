import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain, useReachable } from '../../lib/reachability.ts';
import { Icon } from '../../ui/icons.tsx';
import { useAppTexts } from '../texts.ts';
import classes from './layout.module.css';

/** Says that the server cannot be reached; when it is back, the screen is fetched anew by itself. */
export function OfflineBanner() {
  const t = useAppTexts();
  const client = useQueryClient();
  const reachable = useReachable();
  const before = useRef(reachable);
  useEffect(() => {
    if (reachable && !before.current) void client.invalidateQueries();
    before.current = reachable;
  }, [reachable, client]);
  return (
    <div role="status">
      {!reachable && (
        <Group className={classes.offline ?? ''} gap="sm">
          <Icon name="offline" />
          <span>{t('offline')}</span>
          <Button size="compact-sm" variant="default" onClick={askAgain}>
            {t('tryNow')}
          </Button>
        </Group>
      )}
    </div>
  );
}
