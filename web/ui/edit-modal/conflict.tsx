import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useEditTexts } from './texts.ts';

interface Props {
  /** What happened. */
  children: ReactNode;
  /** What they have where it differs from the row as it was. */
  theirs: readonly { key: string; header: string; value: string }[];
  /** Undefined where there is no choice to make. */
  onChoose: ((choice: 'mine over theirs' | 'theirs') => void) | undefined;
}

/** What stands in the way of saving, and how to go on when somebody else was faster. */
export function Conflict({ children, theirs, onChoose }: Props) {
  const t = useEditTexts();
  return (
    <Alert color="red" role="alert">
      <Stack gap="xs" align="flex-start">
        {children}
        {theirs.map(({ key, header, value }) => (
          <Text key={key} size="sm">
            {header}: <b>{value}</b>
          </Text>
        ))}
        {onChoose && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChoose('mine over theirs')}
            >
              {t('takeOver')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => onChoose('theirs')}>
              {t('takeTheirs')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
