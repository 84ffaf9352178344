import { useCallback, useMemo, useRef, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useMe } from '../../lib/session.ts';
import {
  DataTable,
  widthOfAction,
  type RowSource,
  fieldOf,
  isFound,
  useAddressRouter,
  viewOfSearch,
  type Column,
} from '../../ui/data-table/index.ts';
import { quickFilter } from '../../ui/data-table/quick-filter.tsx';
import { objectColumns } from '../../ui/object-columns.tsx';
import { objectId } from '../../ui/object-list.ts';
import { statusChoices } from '../../ui/object-quick-filter.ts';
import { objectProofColumns } from '../proof/pairs/object-proof-columns.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { DESK_COLUMNS } from './edit-fields.ts';
import { ObjectEditor } from './object-editor.tsx';
import { deskList } from './object-queries.ts';
import type { Desk as DeskKind } from './status-rules.ts';
import { useOpenedRow } from './use-opened-row.ts';
import { notifySuccess } from '../../lib/notify.ts';
import { useTexts } from '../../lib/i18n/index.ts';

const NOTHING: ReadonlySet<string> = new Set();
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

interface Props {
  desk: DeskKind;
  project: ProjectRow;
  side: Side;
  label: string;
}

/** The rows that a person works on, each with its editor. */
export function Desk({ desk, project, side, label }: Props) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const pairWords = useTexts('pair-words');
  const { user_id: userId, is_admin } = useMe();
  const projectId = project.Project_Id;
  const list = useMemo(
    () => deskList({ desk, side, projectId, userId, isAdmin: is_admin === 1 }),
    [desk, side, projectId, userId, is_admin],
  );
  const columns = useMemo(
    () => [...objectColumns(words, DESK_COLUMNS, project), ...objectProofColumns(pairWords)],
    [words, pairWords, project],
  );
  const quick = useMemo(() => quickFilter(list, statusChoices(words, side)), [list, words, side]);
  const [selected, setSelected] = useState(NOTHING);
  const source = useRef<RowSource<ObjectRow>>(null);
  const sayMoved = useMovedNotice(columns);
  const { opened, open, close, steps } = useOpenedRow(projectId, source);
  const rowActions = useCallback(
    (row: ObjectRow, index: number) => [{ label: t('edit'), onClick: () => open(row, index) }],
    [t, open],
  );
  return (
    <>
      <DataTable
        id={desk}
        label={label}
        columns={columns}
        list={list}
        quick={quick}
        sourceRef={source}
        rowId={rowId}
        rowLabel={rowLabel}
        rowActions={rowActions}
        actionsWidth={widthOfAction(t('edit'))}
        emptyText={t('emptyDesk')}
        inAddress
        selection={{ selected, onChange: setSelected }}
        selectionBanner={
          <BulkEdit desk={desk} projectId={projectId} selected={selected} onDone={setSelected} />
        }
      />
      {opened && (
        <ObjectEditor
          key={objectId(opened)}
          {...{ desk, project, side, steps }}
          row={opened}
          onSaved={sayMoved}
          onClose={close}
        />
      )}
    </>
  );
}

/** Says so where a row, once saved, leaves the list or moves in it: it would vanish unexplained. */
function useMovedNotice(columns: readonly Column<ObjectRow>[]) {
  const t = useTexts('objects');
  const router = useAddressRouter();
  return useCallback(
    (before: ObjectRow, saved: ObjectRow) => {
      const view = viewOfSearch(router?.state.location.search ?? {});
      const name = saved.object_name;
      if (isFound(columns, view, before) && !isFound(columns, view, saved)) {
        return notifySuccess(t('savedAndGone', { name }));
      }
      const sorted = columns.filter((column) => view.sort.some(({ id }) => id === fieldOf(column)));
      const moved = sorted.some((column) => column.value(before) !== column.value(saved));
      if (moved) notifySuccess(t('savedAndMoved', { name }));
    },
    [columns, router, t],
  );
}
