import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';

interface Props {
  /** What appears here, and how to fill it. */
  text: string;
  /** The main action. */
  children?: ReactNode;
}

/** Placeholder for an empty list or section. */
export const Empty = ({ text, children }: Props) => (
  <Stack align="center" gap="sm" px="md" py="xl" ta="center">
    <Text c="dimmed" lh={0}>
      <Icon name="list" size={32} />
    </Text>
    <Text maw={520}>{text}</Text>
    {children}
  </Stack>
);
