import { asFault } from '../../../contract/messages/fault.ts';
import { useMemo } from 'react';
import type { DatabaseType } from '../../../contract/database-types.ts';
import { TLS_MODES, type TlsMode, needsAuthority } from '../../../contract/engines.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import { fieldsWith } from '../../../contract/field-table.ts';
import {
  PROJECT_FIELDS,
  type ProjectRow,
  ROLES,
  type Role,
  dateOrderErrors,
  projectForm,
} from '../../../contract/projects.ts';
import type { UserName } from '../../../contract/users.ts';
import { shownOf } from '../../lib/project.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import type { EditField, FieldValues } from '../../ui/edit-modal/fields.ts';
import { wireName } from './project-form-schema.ts';
import { useDatabaseTypes, useUserNames } from '../../lib/choices.ts';

/** Fields that determine where a stored password may be used: changing any of them requires it again. */
const PLACE = ['ip', 'port', 'db_name', 'username', 'tls', 'tls_ca'] as const;

const placeOf = (row: ProjectRow, side: Side): FieldValues =>
  Object.fromEntries(
    PLACE.map((field) => [`${side}_${field}`, String(row[`${side}_${field}`] ?? '')]),
  );

const EDITED = fieldsWith(PROJECT_FIELDS, 'editor');
type Edited = (typeof EDITED)[number];

export const valuesOf = (row: ProjectRow): FieldValues => ({
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
export function useProjectFields(row: ProjectRow): (values: FieldValues) => EditField[] {
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
