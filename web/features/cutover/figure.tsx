import { Text } from '@mantine/core';

/** A figure below its name, in a list of them. */
export const Figure = ({ name, children }: { name: string; children: string }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Text>
  </div>
);
