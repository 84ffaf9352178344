import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  archiveProject,
  updateProject,
  type ProjectRow,
  ROLES,
  type Role,
} from '../../../contract/projects.ts';
import { call, request } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { EditModal } from '../../ui/edit-modal/edit-modal.tsx';
import type { FieldValues } from '../../ui/edit-modal/fields.ts';
import { useProjectFields, valuesOf } from './project-fields.ts';
import { useProjectsChanged } from './queries.ts';
import type { Side } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../contract/objects.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** The body of an edit: only changed fields, with the version that they are based on. */
function changesOf(values: FieldValues, changed: ReadonlySet<string>) {
  return Object.fromEntries(
    [...changed].map((key) => {
      const value = values[key]!;
      return [key, typeof value === 'string' ? value : value.map(Number)];
    }),
  );
}

export function ProjectEditor({ row: opened, onClose }: { row: ProjectRow; onClose: () => void }) {
  const t = useTexts('projects');
  const changed = useProjectsChanged();
  const [row, setRow] = useState(opened);
  const fields = useProjectFields(row);
  const name = row.Project_Name;

  const mayRemovePeople = async (values: FieldValues): Promise<boolean> => {
    const removed = await removedWithWork(row, values);
    if (removed.length === 0) return true;
    return confirm({
      title: t('removeTitle', { name }),
      lines: [
        ...removed.map(({ person, role, count }) =>
          t('removePerson', { person, role: t(`role_${role}`), count }),
        ),
        t('removeResults'),
      ],
      confirm: t('removeNow'),
      danger: true,
    });
  };
  const save = async (values: FieldValues, keys: ReadonlySet<string>) => {
    if (keys.size === 0) return true;
    if ((keys.has('developer') || keys.has('tester')) && !(await mayRemovePeople(values))) {
      return false;
    }
    const body = { ...changesOf(values, keys), version: row.version };
    const saved = await call(updateProject, { params: { id: row.Project_Id }, body });
    await changed();
    notifySuccess(t('saved', { name: saved.Project_Name }));
    return true;
  };
  const setArchived = async (archived: 0 | 1) => {
    try {
      await call(archiveProject, { params: { id: row.Project_Id }, body: { archived } });
      await changed();
      notifySuccess(t(archived ? 'archiveDone' : 'bringBackDone', { name }));
      onClose();
    } catch (error) {
      notifyError(error);
    }
  };
  const askToArchive = async () => {
    const { source, target } = row.progress;
    const names = [...new Set([...row.developer_names, ...row.tester_names])].join(', ');
    const sure = await confirm({
      title: t('archiveTitle', { name }),
      lines: [
        t('archiveHidden', { count: source.total + target.total }),
        names ? t('archivePeople', { names }) : t('archiveNobody'),
        t('archiveKept'),
      ],
      confirm: t('archive'),
      danger: true,
    });
    if (sure) await setArchived(1);
  };

  return (
    <EditModal
      title={t('editTitle', { name })}
      size="xl"
      fields={fields}
      values={valuesOf(row)}
      valuesOf={(current) => valuesOf(current as ProjectRow)}
      onSave={save}
      onClose={onClose}
      onTakeOver={(current) => setRow(current as ProjectRow)}
      footer={
        row.archived === 1 ? (
          <Button variant="default" onClick={() => void setArchived(0)}>
            {t('bringBack')}
          </Button>
        ) : (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => void askToArchive()}
          >
            {t('archive')}
          </Button>
        )
      }
    />
  );
}

interface Removed {
  person: string;
  role: Role;
  /** Number of objects that become unassigned. */
  count: number;
}

async function countAssigned(projectId: number, side: Side, role: Role, userId: number) {
  const endpoint = side === 'source' ? listSourceObjects : listTargetObjects;
  const query = { limit: 1, [`filter[${role}]`]: userId };
  const { headers } = await request(endpoint, { params: { id: projectId }, query });
  return Number(headers.get('x-total-count') ?? 0);
}

/** Members whom an edit removes although they have objects of the project, which would become unassigned. */
async function removedWithWork(row: ProjectRow, values: FieldValues): Promise<Removed[]> {
  const removed = ROLES.flatMap((role) =>
    row[role].flatMap((userId, index) =>
      values[role]?.includes(String(userId))
        ? []
        : [{ role, userId, person: row[`${role}_names`][index] ?? String(userId) }],
    ),
  );
  const counted = await Promise.all(
    removed.map(async ({ role, userId, person }) => {
      // Target objects have no developer.
      const sides: Side[] = role === 'developer' ? ['source'] : ['source', 'target'];
      const counts = await Promise.all(
        sides.map((side) => countAssigned(row.Project_Id, side, role, userId)),
      );
      return { role, person, count: counts.reduce((sum, count) => sum + count, 0) };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}
