import { Button, Card, Group, Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** The word on the button, and what it does; nothing for whoever may not cancel. */
  cancel?: { label: string; busy: boolean; onClick: () => void } | null;
  /** How far it is, in words. */
  children: ReactNode;
}

/** How far work on the server is that somebody waits for. */
export function JobProgress({ title, done, total, cancel, children }: Props) {
  return (
    <Card withBorder padding="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} role="status">
          {title}
        </Text>
        {cancel && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={cancel.busy}
            onClick={cancel.onClick}
          >
            {cancel.label}
          </Button>
        )}
      </Group>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={title} my={4} />
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  );
}
