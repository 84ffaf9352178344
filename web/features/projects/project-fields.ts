import { asFault } from '../../../contract/messages/fault.ts';
import { useMemo } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { TLS_MODES, type TlsMode, needsAuthority } from '../../../contract/engines.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import {
  PROJECT_STATUSES,
  ROLES,
  dateOrderErrors,
  type ProjectRow,
  type Role,
} from '../../../contract/projects.ts';
import { fieldMessage } from '../../lib/forms.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import type { EditField, FieldValues } from '../../ui/edit-modal/index.ts';
import { PROJECT_DATES, wireName } from './project-form-schema.ts';
import { useDatabaseTypes, useUserNames } from '../../lib/choices.ts';
import { useProjectTexts, type ProjectTexts } from './texts.ts';

/** Where a stored password may be used: a change of any of them asks for it again. */
const PLACE = ['ip', 'port', 'db_name', 'username', 'tls', 'tls_ca'] as const;

const placeOf = (row: ProjectRow, side: Side): FieldValues =>
  Object.fromEntries(
    PLACE.map((field) => [`${side}_${field}`, String(row[`${side}_${field}`] ?? '')]),
  );

export const valuesOf = (row: ProjectRow): FieldValues => ({
  Project_Id: String(row.Project_Id),
  Project_Name: row.Project_Name,
  Client_Name: row.Client_Name,
  Source_Database: row.Source_Database_Name,
  Target_Database: row.Target_Database_Name,
  Project_Status: row.Project_Status,
  source_db_password: '',
  target_db_password: '',
  source_no_password: '',
  target_no_password: '',
  ...placeOf(row, 'source'),
  ...placeOf(row, 'target'),
  ...Object.fromEntries(PROJECT_DATES.map((key) => [key, row[key] ?? ''])),
  ...Object.fromEntries(ROLES.map((key) => [key, row[key].map(String)])),
});

/** What a side's connection has beside the database's name, folded up below the others. */
function connectionFields(
  t: Translate<ProjectTexts>,
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
    // The source's stands with the columns of the table.
    if (key === 'source_db_name') return [];
    if (field !== 'password') {
      return [{ key, header, section, type: field === 'port' ? 'number' : 'text' }];
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
    fields.push({ key, header: t(key), section, type: 'textarea', required: true });
  }
  return fields;
}

function peopleField(
  t: Translate<ProjectTexts>,
  row: ProjectRow,
  key: Role,
  users: readonly { user_id: number; username: string }[] | undefined,
): EditField {
  const names = new Map(users?.map((user) => [user.user_id, user.username]));
  // Those who are no longer active stay visible until they are taken off.
  row[key].forEach((id, index) => names.set(id, row[`${key}_names`][index] ?? String(id)));
  const options = [...names].map(([id, label]) => ({ value: String(id), label }));
  return { key, header: t(key), type: 'multi-select', options, mayBeEmpty: true };
}

/** An end date before its start date is said at once, as the server would. */
const dateField = (key: (typeof PROJECT_DATES)[number], header: string): EditField => ({
  key,
  header,
  type: 'date',
  check(_, values) {
    const errors = dateOrderErrors(values as Record<string, string>);
    const found = errors.find(({ field }) => field === key);
    return found && fieldMessage(header, { message: asFault(found.message) });
  },
});

/** The columns of the table as fields, and beside them what the table has no column for. */
export function useProjectFields(row: ProjectRow): (values: FieldValues) => EditField[] {
  const t = useProjectTexts();
  const users = useUserNames().data;
  const types = useDatabaseTypes().data;
  return useMemo(() => {
    const readOnly = (key: 'Project_Id' | 'Source_Database' | 'Target_Database'): EditField => ({
      key,
      header: t(key),
      type: 'read-only',
    });
    const engine = (side: Side) => {
      const id = side === 'source' ? row.Source_Database : row.Target_Database;
      return types?.find((type) => type.id === id);
    };
    return (values) => [
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
      ...PROJECT_DATES.map((key) => dateField(key, t(key))),
      ...ROLES.map((key) => peopleField(t, row, key, users)),
      { key: 'source_db_name', header: t('source_db_name'), type: 'text' },
      ...SIDES.flatMap((side) => connectionFields(t, row, side, engine(side), values)),
    ];
  }, [t, users, types, row]);
}
