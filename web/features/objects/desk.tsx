import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { useMe } from '../../lib/session.ts';
import { DataTable, loadState } from '../../ui/data-table/index.ts';
import { objectColumns } from '../../ui/object-columns.tsx';
import { DESK_COLUMNS } from './edit-fields.ts';
import { ObjectEditor } from './object-editor.tsx';
import { deskQuery, objectId } from './object-queries.ts';
import type { Desk as DeskKind } from './status-rules.ts';
import { useObjectTexts } from './texts.ts';

const NO_ROWS: ObjectRow[] = [];
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
  const t = useObjectTexts();
  const words = useObjectWords();
  const me = useMe();
  const rows = useQuery(deskQuery(desk, side, project.Project_Id, me.user_id));
  const columns = useMemo(() => objectColumns(words, DESK_COLUMNS), [words]);
  const [edited, setEdited] = useState<ObjectRow | null>(null);
  const rowActions = useCallback(
    (row: ObjectRow) => [{ label: t('edit'), onClick: () => setEdited(row) }],
    [t],
  );
  return (
    <>
      <DataTable
        id={desk}
        label={label}
        columns={columns}
        rows={rows.data ?? NO_ROWS}
        rowId={rowId}
        rowLabel={rowLabel}
        rowActions={rowActions}
        actionsWidth={80}
        state={loadState(rows)}
        onRetry={() => void rows.refetch()}
        emptyText={t('emptyDesk')}
      />
      {edited && (
        <ObjectEditor
          key={objectId(edited)}
          {...{ desk, project, side }}
          row={edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
