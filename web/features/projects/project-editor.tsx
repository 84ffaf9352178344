import { Button } from '@mantine/core';
import { useState, useMemo } from 'react';
import {
  archiveProject,
  updateProject,
  type ProjectRow,
  ROLES,
  type Role,
  PROJECT_FIELDS,
  dateOrderErrors,
  projectForm,
} from '../../../contract/projects.ts';
import { call, request } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { confirm } from '../../ui/confirm.tsx';
import { EditModal } from '../../ui/edit-modal/edit-modal.tsx';
import type { FieldValues, EditField } from '../../ui/edit-modal/fields.ts';
import { useProjectsChanged } from './queries.ts';
import { type Side, SIDES } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../contract/objects.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { asFault } from '../../../contract/messages/message.ts';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { TLS_MODES, type TlsMode, needsAuthority } from '../../../contract/engines.ts';
import { fieldsWith } from '../../../contract/field-table.ts';
import type { UserName } from '../../../contract/users.ts';
import { shownOf } from '../../lib/project.ts';
import { wireName } from './project-form-schema.ts';
import { useDatabaseTypes, useUserNames } from '../../lib/choices.ts';

/** The body of an edit: only changed fields, with the version that they are based on. */
function changesOf(values: FieldValues, changed: ReadonlySet<string>) {
  return Object.fromEntries(
    [...changed].map((key) => {
      const value = values[key]!;
      return [key, typeof value === 'string' ? value : value.map(Number)];
    }),
  );
}

/** Fields that determine where a stored password may be used: changing any of them requires it again. */
const PLACE = ['ip', 'port', 'db_name', 'username', 'tls', 'tls_ca'] as const;

const placeOf = (row: ProjectRow, side: Side): FieldValues =>
  Object.fromEntries(
    PLACE.map((field) => [`${side}_${field}`, String(row[`${side}_${field}`] ?? '')]),
  );

const EDITED = fieldsWith(PROJECT_FIELDS, 'editor');
type Edited = (typeof EDITED)[number];

const valuesOf = (row: ProjectRow): FieldValues => ({
  ...Object.fromEntries(EDITED.map((key) => [key, String(shownOf(row, key) ?? '')])),
  ...Object.fromEntries(ROLES.map((key) => [key, row[key].map(String)])),
  source_db_password: '',
  target_db_password: '',
  source_no_password: '',
  target_no_password: '',
  ...placeOf(row, 'source'),
  ...placeOf(row, 'target'),
});

/** The connection fields of a side other than the database's name, as a collapsed section. */
function connectionFields(
  t: Texts<'projects'>,
  row: ProjectRow,
  side: Side,
  engine: DatabaseType | undefined,
  values: FieldValues,
): EditField[] {
  if (!engine) return [];
  const section = t(`${side}Connection`);
  const stored = row[`${side}_db_password`] !== '';
  const before = placeOf(row, side);
  const moved = Object.entries(before).some(([key, value]) => values[key] !== value);
  const fields = engine.fields.flatMap((field): EditField[] => {
    const key = wireName(side, field);
    const header = t(key);
    // The source's database name is one of the table's columns.
    if (key === 'source_db_name') return [];
    if (field !== 'password') {
      const schema = projectForm.shape[key];
      return [{ key, header, section, schema, type: field === 'port' ? 'number' : 'text' }];
    }
    const none: EditField = {
      key: `${side}_no_password`,
      header: t(`${side}_no_password`),
      section,
      type: 'checkbox',
      mayBeEmpty: true,
    };
    if (values[none.key] === '1') return [none];
    const again = stored && moved;
    const help = t(again ? 'retypePassword' : stored ? 'passwordKept' : 'passwordNone');
    return [
      { key, header, section, type: 'password', help, required: again, mayBeEmpty: !again },
      none,
    ];
  });
  if (!engine.tls) return fields;
  const options = TLS_MODES.map((value) => ({ value, label: t(`tls_${value}`) }));
  fields.push({
    key: `${side}_tls`,
    header: t(`${side}_tls`),
    section,
    type: 'select',
    options,
  });
  if (needsAuthority(values[`${side}_tls`] as TlsMode)) {
    const key = `${side}_tls_ca` as const;
    const schema = projectForm.shape[key];
    fields.push({ key, header: t(key), section, schema, type: 'textarea', required: true });
  }
  return fields;
}

/** Users that may be selected for a role. */
function peopleOptions(row: ProjectRow, key: Role, users: readonly UserName[] | undefined) {
  const names = new Map(users?.map((user) => [user.user_id, user.username]));
  // Inactive members stay listed until they are removed.
  row[key].forEach((id, index) => names.set(id, row[`${key}_names`][index] ?? String(id)));
  return [...names].map(([id, label]) => ({ value: String(id), label }));
}

/** Reports an end date before its start date immediately, as the server would. */
const checkOrder =
  (key: Edited): NonNullable<EditField['check']> =>
  (values) => {
    const found = dateOrderErrors(values).find(({ field }) => field === key);
    return found && asFault(found.message);
  };

/** Fields grouped by section, each at the position of its first field; fields without a section last. */
const IN_SECTIONS = [
  ...new Set(fieldsWith(PROJECT_FIELDS, 'section').map((key) => PROJECT_FIELDS[key].section)),
].flatMap((section) => fieldsWith(PROJECT_FIELDS, 'section', section));
const ORDERED = [...new Set<Edited>([...IN_SECTIONS, ...EDITED])];

/** All editable fields, and the connection fields that the engines require. */
function useProjectFields(row: ProjectRow): (values: FieldValues) => EditField[] {
  const t = useTexts('projects');
  const users = useUserNames().data;
  const types = useDatabaseTypes().data;
  return useMemo(() => {
    const editField = (key: Edited): EditField => {
      const field = PROJECT_FIELDS[key];
      const header = t(key);
      const shared = { key, header, mayBeEmpty: 'optional' in field };
      switch (field.editor) {
        case 'people': {
          const options = peopleOptions(row, key as Role, users);
          return { ...shared, type: 'multi-select', options };
        }
        case 'select': {
          const options = field.options.map((value) => ({ value, label: t(value) }));
          const help = key === 'also_tracked' && { help: t('alsoTrackedHelp') };
          return { ...shared, type: 'select', options, ...help };
        }
        case 'date':
          return { ...shared, type: 'date', schema: field.edit, check: checkOrder(key) };
        default:
          return { ...shared, type: field.editor, ...('edit' in field && { schema: field.edit }) };
      }
    };
    const engine = (side: Side) => {
      const id = side === 'source' ? row.Source_Database : row.Target_Database;
      return types?.find((type) => type.id === id);
    };
    return (values) => [
      ...ORDERED.map(editField),
      ...SIDES.flatMap((side) => connectionFields(t, row, side, engine(side), values)),
    ];
  }, [t, users, types, row]);
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
    return confirm(() => ({
      title: t('removeTitle', { name }),
      lines: [
        ...removed.map(({ person, role, count }) =>
          t('removePerson', { person, role: t(`role_${role}`), count }),
        ),
        t('removeResults'),
      ],
      confirm: t('removeNow'),
      danger: true,
    }));
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
    const sure = await confirm(() => ({
      title: t('archiveTitle', { name }),
      lines: [
        t('archiveHidden', { count: source.total + target.total }),
        names ? t('archivePeople', { names }) : t('archiveNobody'),
        t('archiveKept'),
      ],
      confirm: t('archive'),
      danger: true,
    }));
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
