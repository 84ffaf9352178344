import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Busy } from './use-long-call.ts';
import { useConnectionTexts } from './texts.ts';

function useSeconds(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1_000));
}

/** What runs, for how long already, and a way out. */
export function Progress({ busy, onCancel }: { busy: Busy; onCancel: () => void }) {
  const t = useConnectionTexts();
  const seconds = useSeconds(busy.since);
  return (
    <Group gap="sm" mih={36}>
      <Loader size="sm" aria-hidden />
      <Text size="sm" component="output">
        {t(`busy_${busy.step}`)}
      </Text>
      <Text size="sm" c="dimmed" aria-hidden>
        {t('seconds', { count: seconds })}
      </Text>
      {/* What is being imported is committed as a whole or not at all: there is no half to stop at. */}
      {busy.step !== 'import' && (
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </Group>
  );
}
