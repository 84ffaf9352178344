import { Popover } from '@mantine/core';
import { Suspense } from 'react';
import type { ColumnListProps } from './column-list.tsx';
import { ColumnList } from './later.tsx';
import { useTableTexts } from './texts.ts';
import { ToolButton } from './tool-button.tsx';

/** Many columns on a small screen: the list scrolls in itself. */
function fitHeight(place: { availableHeight: number; elements: { floating: HTMLElement } }) {
  place.elements.floating.style.maxHeight = `${Math.max(200, place.availableHeight)}px`;
}

export function ColumnSettings(props: ColumnListProps) {
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
        <ToolButton icon="columns" label={t('columns')} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')} style={{ overflowY: 'auto' }}>
        <Suspense fallback={null}>
          <ColumnList {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
