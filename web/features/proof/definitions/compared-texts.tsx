import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { TextDiff } from './text-diff.tsx';

interface Both {
  source: string;
  target: string;
}

interface Props {
  /** The texts in each engine's own dialect. */
  own: Both;
  /** The texts in a common dialect; null where they cannot be translated. */
  shared: Both | null;
}

/** Compares texts of tables, views and routines in a common dialect if possible; one click shows them as stored. */
export function ComparedTexts({ own, shared }: Props) {
  const t = useTexts('pair');
  const [asKept, setAsKept] = useState(false);
  // Engines store no text of tables.
  const isKept = own.source !== '' || own.target !== '';
  if (!isKept && !shared) return null;
  const shown = shared && !asKept ? shared : own;
  return (
    <section aria-label={t('text')}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h4">
          {t('text')}
        </Title>
        {shared && isKept && (
          <Button variant="default" size="compact-sm" onClick={() => setAsKept(!asKept)}>
            {t(asKept ? 'textsShared' : 'textsOwn')}
          </Button>
        )}
      </Group>
      {shown === shared && (
        <Text size="sm" c="dimmed" mb="xs">
          {t(isKept ? 'textsInOne' : 'tablesInOne')}
        </Text>
      )}
      <TextDiff key={String(asKept)} source={shown.source} target={shown.target} />
    </section>
  );
}
