import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMemo, useState } from 'react';
import {
  PROJECT_STATUSES,
  archiveProject,
  updateProject,
  type ProjectRow,
} from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { EditModal, type EditField, type FieldValues } from '../../ui/edit-modal/index.ts';
import { useProjectsChanged, useUserNames } from './queries.ts';
import { useProjectTexts } from './texts.ts';

const DATES = [
  'Planned_Start_Date',
  'Planned_End_Date',
  'Actual_Start_Date',
  'Actual_End_Date',
] as const;
const PEOPLE = ['developer', 'tester'] as const;

const valuesOf = (row: ProjectRow): FieldValues => ({
  Project_Id: String(row.Project_Id),
  Project_Name: row.Project_Name,
  Client_Name: row.Client_Name,
  Source_Database: row.Source_Database_Name,
  Target_Database: row.Target_Database_Name,
  Project_Status: row.Project_Status,
  source_db_name: row.source_db_name ?? '',
  source_db_password: '',
  ...Object.fromEntries(DATES.map((key) => [key, row[key] ?? ''])),
  ...Object.fromEntries(PEOPLE.map((key) => [key, row[key].map(String)])),
});

/** Only what was changed is sent, with the version it was changed from. */
function changesOf(values: FieldValues, changed: ReadonlySet<string>) {
  return Object.fromEntries(
    [...changed].map((key) => {
      const value = values[key]!;
      return [key, typeof value === 'string' ? value : value.map(Number)];
    }),
  );
}

export function ProjectEditor({ row: opened, onClose }: { row: ProjectRow; onClose: () => void }) {
  const t = useProjectTexts();
  const changed = useProjectsChanged();
  const [row, setRow] = useState(opened);
  const fields = useProjectFields(row);

  const save = async (values: FieldValues, keys: ReadonlySet<string>) => {
    if (keys.size === 0) return;
    const body = { ...changesOf(values, keys), version: row.version };
    const saved = await call(updateProject, { params: { id: row.Project_Id }, body });
    await changed();
    notifySuccess(t('saved', { name: saved.Project_Name }));
  };
  const setArchived = async (archived: 0 | 1) => {
    try {
      await call(archiveProject, { params: { id: row.Project_Id }, body: { archived } });
      await changed();
      notifySuccess(t(archived ? 'archiveDone' : 'bringBackDone', { name: row.Project_Name }));
      onClose();
    } catch (error) {
      notifyError(error);
    }
  };
  const askToArchive = () =>
    modals.openConfirmModal({
      title: t('archiveTitle', { name: row.Project_Name }),
      children: t('archiveText'),
      labels: { confirm: t('archive'), cancel: t('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => void setArchived(1),
    });

  return (
    <EditModal
      title={t('editTitle', { name: row.Project_Name })}
      size="xl"
      fields={fields}
      values={valuesOf(row)}
      valuesOf={(current) => valuesOf(current as ProjectRow)}
      onSave={save}
      onClose={onClose}
      onTakeOver={(current) => setRow(current as ProjectRow)}
      footer={
        row.archived === 1 ? (
          <Button variant="subtle" onClick={() => void setArchived(0)}>
            {t('bringBack')}
          </Button>
        ) : (
          <Button variant="subtle" color="red" onClick={askToArchive}>
            {t('archive')}
          </Button>
        )
      }
    />
  );
}

/** The columns of the table as fields, and beside them what the table has no column for. */
function useProjectFields(row: ProjectRow): (values: FieldValues) => EditField[] {
  const t = useProjectTexts();
  const users = useUserNames().data;
  return useMemo(() => {
    const people = (key: 'developer' | 'tester'): EditField => {
      const names = new Map(users?.map((user) => [user.user_id, user.username]));
      // Those who are no longer active stay visible until they are taken off.
      row[key].forEach((id, index) => names.set(id, row[`${key}_names`][index] ?? String(id)));
      const options = [...names].map(([id, label]) => ({ value: String(id), label }));
      return { key, header: t(key), type: 'multi-select', options, mayBeEmpty: true };
    };
    const readOnly = (key: 'Project_Id' | 'Source_Database' | 'Target_Database'): EditField => ({
      key,
      header: t(key),
      type: 'read-only',
    });
    const date = (key: (typeof DATES)[number]): EditField => ({
      key,
      header: t(key),
      type: 'date',
    });
    const password: EditField = {
      key: 'source_db_password',
      header: t('source_db_password'),
      type: 'password',
      required: true,
      help: t('retypePassword'),
    };
    return (values) => {
      const otherDatabase = values['source_db_name'] !== (row.source_db_name ?? '');
      return [
        readOnly('Project_Id'),
        { key: 'Project_Name', header: t('Project_Name'), type: 'text' },
        { key: 'Client_Name', header: t('Client_Name'), type: 'text' },
        {
          key: 'Project_Status',
          header: t('Project_Status'),
          type: 'select',
          options: PROJECT_STATUSES.map((value) => ({ value, label: t(value) })),
        },
        readOnly('Source_Database'),
        readOnly('Target_Database'),
        { key: 'source_db_name', header: t('source_db_name'), type: 'text' },
        ...(otherDatabase && row.source_db_password !== '' ? [password] : []),
        date('Planned_Start_Date'),
        date('Planned_End_Date'),
        date('Actual_Start_Date'),
        date('Actual_End_Date'),
        people('developer'),
        people('tester'),
      ];
    };
  }, [t, users, row]);
}
