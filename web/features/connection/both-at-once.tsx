import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SIDES, type Side } from '../../../contract/fields.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import type { FirstImport, SideStart } from './side-panel.tsx';

interface Props {
  /** What the first import of each side would import; null where it is not the next step. */
  found: Record<Side, FirstImport | null>;
  columns: Record<Side, { readonly current: SideStart | null }>;
  children: ReactNode;
}

/** Buttons that act on both sides at once: read, then import everything that was found. */
export function BothAtOnce({ found, columns, children }: Props) {
  const t = useTexts('connection');
  const start = (what: keyof SideStart) => () => {
    for (const side of SIDES) columns[side].current?.[what]();
  };
  const { source, target } = found;
  return (
    <Group gap="md">
      <Button variant={source && target ? 'default' : 'filled'} onClick={start('read')}>
        {t('readBoth')}
      </Button>
      {source && target && (
        <Group gap="sm">
          <Button onClick={start('importAll')}>{t('importBoth')}</Button>
          <Text size="sm" c="dimmed" component="output">
            {t('importBothWhat', {
              source: source.count,
              sourceSchema: source.schema,
              target: target.count,
              targetSchema: target.schema,
            })}
          </Text>
        </Group>
      )}
      {children}
    </Group>
  );
}
