import { useMemo, useState, type FormEvent } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { type ObjectRow, undoAssignment } from '../../../contract/objects.ts';
import type { ProjectRow, Role } from '../../../contract/projects.ts';
import { ProposeAssignments } from '../assignments/propose-assignments.tsx';
import { ReadFirst } from '../connection/links.tsx';
import { DataTable } from '../../ui/data-table/index.ts';
import { quickFilter } from '../../ui/data-table/toolbar/quick-filter.tsx';
import { objectColumns, assignedColumn } from './object-columns.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { AssignBanner, LastAssignment } from './assign-banner.tsx';
import { projectObjectsList, objectId } from './object-queries.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { fixedText } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyUndoable } from '../../ui/undo-notice.tsx';
import type { Assigned } from './use-assign.ts';
import { useRowEdits } from './use-row-edits.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

const COLUMNS = ['schema_name', 'object_name', 'object_type_id', 'object_type'] as const;
const NOTHING: ReadonlySet<string> = new Set();
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

export function AssignObjectsPage() {
  const t = useTexts('objects');
  return (
    <ProjectScreen title={(side) => t(`assign_${side}`)} terms={['object', 'effort', 'wave']}>
      {(project, side) => (
        <Assigning key={`${project.Project_Id}-${side}`} project={project} side={side} />
      )}
    </ProjectScreen>
  );
}

function Assigning({ project, side }: { project: ProjectRow; side: Side }) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const projectId = project.Project_Id;
  const list = useMemo(() => projectObjectsList(side, projectId), [side, projectId]);
  const [selected, setSelected] = useState(NOTHING);
  /** The role in which the selected rows were assigned. */
  const [given, setGiven] = useState<Role | null>(null);
  const select = (rows: ReadonlySet<string>) => {
    setSelected(rows);
    setGiven(null);
  };
  const { last, announce, undo, undoing, forget } = useUndo(projectId, ({ role }) =>
    setGiven((before) => (before === role ? null : before)),
  );
  const columns = useMemo(
    () => [
      ...objectColumns(words, COLUMNS, project),
      ...(side === 'source' ? [assignedColumn(t, project, 'developer')] : []),
      assignedColumn(t, project, 'tester'),
      ...objectColumns(words, ['due_date']).map((column) => ({ ...column, hiddenAtFirst: false })),
    ],
    [words, t, side, project],
  );
  const quick = useMemo(() => {
    const roles = side === 'source' ? (['developer', 'tester'] as const) : (['tester'] as const);
    const choices = [
      ...roles.map((role) => ({ label: t(`no_${role}`), filter: { [role]: '-' } })),
      { label: t('noDueDate'), filter: { due_date: '-' } },
    ];
    return quickFilter(list, choices);
  }, [t, list, side]);
  const done = last && (
    <LastAssignment last={last} undoing={undoing} onUndo={() => undo(last)} onClose={forget} />
  );
  return (
    <>
      {side === 'source' && <ProposeAssignments projectId={projectId} selected={selected} />}
      <DataTable
        id="assign-objects"
        label={t(`assign_${side}`)}
        columns={columns}
        list={list}
        quick={quick}
        rowId={rowId}
        rowLabel={rowLabel}
        emptyText={t('emptyAssign')}
        emptyAction={<ReadFirst projectId={projectId} />}
        inAddress
        selection={{ selected, onChange: select }}
        selectionBanner={
          <>
            <AssignBanner
              side={side}
              projectId={projectId}
              selected={selected}
              onAssigned={(assigned) => {
                // Rows stay selected for the other role; those of a target have no developer.
                const isLast = side === 'target' || (given !== null && given !== assigned.role);
                if (isLast) select(NOTHING);
                else if (assigned.users.length > 0) setGiven(assigned.role);
                announce(assigned);
              }}
            />
            <DueDateField projectId={projectId} selected={selected} />
            {done}
          </>
        }
        banner={done}
      />
    </>
  );
}

/** The last assignment, as long as it can be undone here. */
function useUndo(projectId: number, onUndone: (assigned: Assigned) => void) {
  const t = useTexts('objects');
  const client = useQueryClient();
  const [last, setLast] = useState<Assigned | null>(null);
  const undo = useMutation({
    mutationFn: (assigned: Assigned) => call(undoAssignment, { body: { undo: assigned.undo } }),
    onSuccess: ({ restored }, assigned) => {
      setLast((shown) => (shown?.undo === assigned.undo ? null : shown));
      notifications.hide(noticeOf(assigned));
      onUndone(assigned);
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      notifySuccess(t('undone', { count: restored }));
    },
  });

  const announce = (assigned: Assigned) => {
    setLast(assigned);
    const { role, users, count } = assigned;
    const text =
      users.length === 0
        ? t('takenBack', { count })
        : role === 'developer'
          ? fixedText('assignedToDeveloper')
          : fixedText('assignedToTester');
    notifyUndoable(text, noticeOf(assigned), () => undo.mutateAsync(assigned));
  };
  return {
    last,
    announce,
    undo: (assigned: Assigned) => undo.mutate(assigned, { onError: notifyError }),
    undoing: undo.isPending,
    forget: () => setLast(null),
  };
}

const noticeOf = ({ undo }: Assigned) => `assigned-${undo}`;

interface Props {
  projectId: number;
  selected: ReadonlySet<string>;
}

/** Sets the due date of the selected rows; an empty value clears it. */
function DueDateField({ projectId, selected }: Props) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const [day, setDay] = useState('');
  const { edit, dialog } = useRowEdits({ projectId, selected, onFailed: notifyError });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate({ due_date: day || null });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label={words('due_date')}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={edit.isPending}>
          {t(day ? 'setDueDate' : 'clearDueDate')}
        </Button>
      </Group>
      {dialog}
    </form>
  );
}
