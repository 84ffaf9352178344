import { Text } from '@mantine/core';

/** A key figure under its name, as an item of a list. */
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
