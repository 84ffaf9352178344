import { Button, Popover } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useTableTexts } from './texts.ts';
import type { Column } from './types.ts';
import type { TableSettings } from './use-table-settings.ts';

const ColumnList = lazy(async () => ({ default: (await import('./column-list.tsx')).ColumnList }));

export interface ColumnSettingsProps {
  /** In the order in which they stand. */
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'hiddenAtFirst'>[];
  /** Keys of those in sight: the chosen ones, and those that a filter needs. */
  inSight: readonly string[];
  settings: TableSettings;
  onChange: (change: Partial<TableSettings>) => void;
  onMove: (key: string, to: { step: 1 | -1 }) => void;
  onReset: () => void;
}

/** Many columns on a small screen: the list scrolls in itself. */
function fitHeight(place: { availableHeight: number; elements: { floating: HTMLElement } }) {
  place.elements.floating.style.maxHeight = `${Math.max(200, place.availableHeight)}px`;
}

/** Order, visibility and density for those who do not drag. */
export function ColumnSettings(props: ColumnSettingsProps) {
  const t = useTableTexts();
  return (
    <Popover
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: { padding: 8, apply: fitHeight } }}
    >
      <Popover.Target>
        <Button variant="default">{t('columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')} style={{ overflowY: 'auto' }}>
        <Suspense fallback={null}>
          <ColumnList {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
