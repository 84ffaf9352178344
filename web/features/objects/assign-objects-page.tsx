import { useMemo, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { DataTable } from '../../ui/data-table/index.ts';
import { quickFilter } from '../../ui/data-table/quick-filter.tsx';
import { objectColumns } from '../../ui/object-columns.tsx';
import { objectId } from '../../ui/object-list.ts';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { AssignBanner, LastAssignment } from './assign-banner.tsx';
import { assignedColumn } from './assigned-column.ts';
import { projectObjectsList } from './object-queries.ts';
import { useObjectTexts } from './texts.ts';
import { useUndo } from './use-undo.tsx';

const COLUMNS = ['schema_name', 'object_name', 'object_type_id', 'object_type'] as const;
const NOTHING: ReadonlySet<string> = new Set();
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

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
  const list = useMemo(() => projectObjectsList(side, projectId), [side, projectId]);
  const [selected, setSelected] = useState(NOTHING);
  const { last, announce, undo, undoing, forget } = useUndo(projectId);
  const columns = useMemo(
    () => [
      ...objectColumns(words, COLUMNS),
      ...(side === 'source' ? [assignedColumn(t, project, 'developer')] : []),
      assignedColumn(t, project, 'tester'),
    ],
    [words, t, side, project],
  );
  const quick = useMemo(() => {
    const roles = side === 'source' ? (['developer', 'tester'] as const) : (['tester'] as const);
    const choices = roles.map((role) => ({ label: t(`no_${role}`), filter: { [role]: '-' } }));
    return quickFilter(list, choices);
  }, [t, list, side]);
  return (
    <DataTable
      id="assign-objects"
      label={t(`assign_${side}`)}
      columns={columns}
      list={list}
      quick={quick}
      rowId={rowId}
      rowLabel={rowLabel}
      emptyText={t('emptyAssign')}
      inAddress
      selection={{ selected, onChange: setSelected }}
      selectionBanner={
        <AssignBanner
          side={side}
          projectId={projectId}
          selected={selected}
          onAssigned={(assigned) => {
            setSelected(NOTHING);
            announce(assigned);
          }}
        />
      }
      banner={
        last && (
          <LastAssignment
            last={last}
            undoing={undoing}
            onUndo={() => undo(last)}
            onClose={forget}
          />
        )
      }
    />
  );
}
