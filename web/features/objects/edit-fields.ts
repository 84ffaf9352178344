import { date, type Side } from '../../../contract/fields.ts';
import { type Field, fieldsWith } from '../../../contract/field-table.ts';
import { OBJECT_FIELDS, type ObjectRow, type ObjectStatus } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatDate } from '../../lib/format.ts';
import { notifyErrorOnce } from '../../lib/notify.ts';
import type { EditField, FieldValues } from '../../ui/edit-modal/fields.ts';
import {
  asksForComment,
  DONE_STATUS,
  refusal,
  statusChoices,
  statusLocked,
  type Desk,
} from './status-rules.ts';
import type { Texts } from '../../lib/i18n/index.ts';

/** The columns of the developer's and the tester's desk. */
export const DESK_COLUMNS = fieldsWith(OBJECT_FIELDS, 'list');
const ROLE_OF = { testing: 'tester', developer: 'developer' } as const;

const isEdited = (desk: Desk, key: (typeof DESK_COLUMNS)[number], isAdmin: boolean): boolean => {
  const { edit, editedBy }: Field = OBJECT_FIELDS[key];
  return editedBy?.includes(ROLE_OF[desk]) || (isAdmin && edit !== undefined && !editedBy?.length);
};

const sideOf = (row: ObjectRow): Side => (row.source_objectid === undefined ? 'target' : 'source');

export function editFields(
  desk: Desk,
  row: ObjectRow,
  isAdmin: boolean,
  words: Texts<'object-words'>,
  t: Texts<'objects'>,
): EditField[] {
  return DESK_COLUMNS.map((key): EditField => {
    const field = { key, header: words(key) };
    if (!isEdited(desk, key, isAdmin))
      return { ...field, type: 'read-only', ...(key === 'due_date' && { shown: formatDate }) };
    if (key === 'due_date') return { ...field, type: 'date', mayBeEmpty: true, schema: date };
    if (key !== 'status') {
      const help = ({ status }: FieldValues) =>
        asksForComment(row.status, status as ObjectStatus) ? t('askComment') : undefined;
      const { edit: schema }: Field = OBJECT_FIELDS[key];
      return {
        ...field,
        type: key === 'test_call' ? 'sql' : 'textarea',
        ...(schema && { schema }),
        ...(key === 'comments' && { help }),
      };
    }
    if (statusLocked(desk, row.status)) {
      return { ...field, type: 'read-only', help: t('statusLocked') };
    }
    const options = statusChoices(desk, row.status).map((value) => ({
      value,
      label: words(value),
    }));
    // The specification has this choice, and its refusal: both come before it is saved.
    const refused = refusal(sideOf(row), row.status, DONE_STATUS[desk]);
    const help = t('notMigratedYet', { name: row.developer_name ?? t('nobody') });
    const onChoose = (value: string) => {
      if (refused && value === DONE_STATUS[desk]) notifyErrorOnce(refused);
    };
    return { ...field, type: 'select', options, ...(refused && { help, onChoose }) };
  });
}

/** The reason for a status that contradicts the proof. @param said - the verdict of the proof, in a word */
export const reasonField = (said: string, t: Texts<'objects'>): EditField => ({
  key: 'reason',
  header: t('reason'),
  type: 'textarea',
  required: true,
  help: t('askReason', { verdict: said }),
});

/** The values of a row for the editor; fields without a choice are shown as words. */
export function editValues(row: ObjectRow, desk: Desk, words: Texts<'object-words'>): FieldValues {
  const values = Object.fromEntries(DESK_COLUMNS.map((key) => [key, String(row[key] ?? '')]));
  const locked = statusLocked(desk, row.status);
  return {
    ...values,
    object_type: words(row.object_type),
    ...(locked && { status: words(row.status) }),
  };
}

/** The body of an edit: the full row with its version, and the fields that the specification has clients add. */
export function editedRow(
  row: ObjectRow,
  values: FieldValues,
  changed: ReadonlySet<string>,
  context: { project: ProjectRow; side: Side; userId: number },
) {
  const edits = Object.fromEntries([...changed].map((key) => [key, values[key]]));
  return {
    ...row,
    ...edits,
    Project_Name: context.project.Project_Name,
    user_id: context.userId,
    tableFlag: context.side,
  };
}
