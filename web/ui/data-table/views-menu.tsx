import { Popover } from '@mantine/core';
import { Suspense, useState } from 'react';
import { ViewList } from './later.tsx';
import { columnsOf, isAsSaved, useSavedViews, viewOf, type SavedView } from './saved-views.ts';
import type { NamedView } from './table-view.ts';
import { useTableTexts } from './texts.ts';
import { ToolButton } from './tool-button.tsx';
import type { TableSettings } from './use-table-settings.ts';

export interface ViewsMenuProps {
  tableId: string;
  view: NamedView;
  onView: (change: Partial<NamedView>) => void;
  settings: TableSettings;
  onSettings: (change: Partial<TableSettings>) => void;
}

/** Search, filters, sorting and columns kept under a name. */
export function ViewsMenu({ tableId, view, onView, settings, onSettings }: ViewsMenuProps) {
  const t = useTableTexts();
  const { views } = useSavedViews(tableId);
  const [opened, setOpened] = useState(false);
  const { name } = view;
  const current = views[name];
  const changed = current !== undefined && !isAsSaved(current, view, settings);
  const apply = (chosen: string, saved: SavedView) => {
    onView({ ...viewOf(saved), name: chosen });
    onSettings(columnsOf(saved));
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton
          icon="views"
          label={current ? t(changed ? 'viewChanged' : 'viewIs', { name }) : t('views')}
          active={current !== undefined}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views')} maw={340}>
        <Suspense fallback={null}>
          <ViewList {...{ tableId, view, onView, settings, changed }} onApply={apply} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
