import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface Props {
  /** What this place is for, and what fills it. */
  text: string;
  /** The one button. */
  children?: ReactNode;
}

/** A place that has nothing in it yet. */
export const Empty = ({ text, children }: Props) => (
  <Stack align="center" gap="sm" px="md" py="xl" ta="center">
    <Text c="dimmed" lh={0}>
      <Icon name="list" size={32} />
    </Text>
    <Text maw={520}>{text}</Text>
    {children}
  </Stack>
);
