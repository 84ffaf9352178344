import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { DataTable, loadState, type Column } from '../../ui/data-table/index.ts';
import { objectColumns } from '../../ui/object-columns.tsx';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { AssignBanner } from './assign-banner.tsx';
import { objectId, projectObjectsQuery } from './object-queries.ts';
import { useObjectTexts, type ObjectTexts } from './texts.ts';

const COLUMNS = ['schema_name', 'object_name', 'object_type_id', 'object_type'] as const;
const NO_ROWS: ObjectRow[] = [];
const NOTHING: ReadonlySet<string> = new Set();
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

/** Who has the object, in one cell. */
const assignedColumn = (t: ObjectTexts): Column<ObjectRow> => ({
  key: 'assigned_to',
  header: t('assigned_to'),
  width: 240,
  value: (row) =>
    [
      row.developer_name && t('developerIs', { name: row.developer_name }),
      row.tester_name && t('testerIs', { name: row.tester_name }),
    ]
      .filter(Boolean)
      .join(', '),
});

export function AssignObjectsPage() {
  const t = useObjectTexts();
  return (
    <ProjectScreen title={(side) => t(`assign_${side}`)}>
      {(project, side) => (
        <Assigning key={`${project.Project_Id}-${side}`} project={project} side={side} />
      )}
    </ProjectScreen>
  );
}

function Assigning({ project, side }: { project: ProjectRow; side: Side }) {
  const t = useObjectTexts();
  const words = useObjectWords();
  const projectId = project.Project_Id;
  const objects = useQuery(projectObjectsQuery(side, projectId));
  const rows = objects.data ?? NO_ROWS;
  const [selected, setSelected] = useState(NOTHING);
  const columns = useMemo(() => [...objectColumns(words, COLUMNS), assignedColumn(t)], [words, t]);
  return (
    <DataTable
      id="assign-objects"
      label={t(`assign_${side}`)}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowLabel={rowLabel}
      state={loadState(objects)}
      onRetry={() => void objects.refetch()}
      emptyText={t('emptyAssign')}
      selection={{ selected, onChange: setSelected }}
      selectionBanner={
        selected.size > 0 && (
          <AssignBanner
            side={side}
            projectId={projectId}
            count={selected.size}
            rows={() => rows.filter((row) => selected.has(rowId(row)))}
            onClear={() => setSelected(NOTHING)}
          />
        )
      }
    />
  );
}
