import type { ReactNode } from 'react';
import { OBJECT_TYPES, typesWith } from '../../../contract/engines.ts';
import type { Field, FieldsWith } from '../../../contract/field-table.ts';
import {
  OBJECT_FIELDS,
  OBJECT_STATUSES,
  type ObjectRow,
  type ObjectStatus,
} from '../../../contract/objects.ts';
import type { ProjectRow, Role } from '../../../contract/projects.ts';
import { DUE_FILTERS, isOverdue } from '../../../contract/due-dates.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { returnedText } from './status-rules.ts';
import { widthOfIconed, type Choice, type Column } from '../../ui/data-table/index.ts';
import { Dotted, Mark, Named, TypeName, type Tone } from '../../ui/marks.tsx';
import { Sql, isStatement } from '../../ui/sql.tsx';
import type { Texts } from '../../lib/i18n/index.ts';
import type { Side } from '../../../contract/fields.ts';
import type { QuickChoice } from '../../ui/data-table/toolbar/quick-filter.tsx';

/** Minimum widths in pixels; columns of free text share the remaining width. */
const WIDTHS: Partial<Record<ObjectColumnKey, { width: number; least?: number; grow?: number }>> = {
  schema_name: { width: 72, grow: 1 },
  object_name: { width: 150, least: 120, grow: 4 },
  object_type_id: { width: 76 },
  status: { width: 100 },
  test_call: { width: 82, grow: 4 },
  test_result: { width: 82, grow: 2 },
  due_date: { width: 134, least: 112 },
  comments: { width: 90, grow: 4 },
  migrated_by: { width: 160, grow: 1 },
  tested_by: { width: 150, grow: 1 },
};
export type ObjectColumnKey =
  | FieldsWith<typeof OBJECT_FIELDS, 'list'>
  | 'migrated_by'
  | 'tested_by';
const FIELDS: Readonly<Record<ObjectColumnKey, Field>> = OBJECT_FIELDS;
type People = Pick<ProjectRow, 'developer' | 'developer_names' | 'tester' | 'tester_names'>;
type Of = People & Pick<ProjectRow, 'tracked_types'>;
type Part = Partial<Column<ObjectRow>>;

/** Columns of a table of objects, in the given order. @param project - provides the people and types that filters offer */
export function objectColumns(
  t: Texts<'object-words'>,
  keys: readonly ObjectColumnKey[],
  project?: Of,
): Column<ObjectRow>[] {
  return keys.map((key) => ({
    key,
    header: t(key),
    hiddenAtFirst: FIELDS[key].list === 'hidden at first',
    ...(WIDTHS[key] ?? { width: 110, grow: 2 }),
    value: (row) => row[key],
    ...special[key]?.(t, project),
  }));
}

export const STATUS_TONES: Readonly<Record<ObjectStatus, Tone | undefined>> = {
  pending: undefined,
  migrated: 'underway',
  verified: 'good',
};

const typesOf = (project?: Of) => typesWith(project?.tracked_types ?? []);

const nullable = (): Part => ({ nullable: true });
/** A column of a person that is stored by id; also names people who have left the project. */
const by = (role: 'developer' | 'tester') => (_: Texts<'object-words'>, project?: Of) =>
  project ? { nullable: true, choices: peopleChoices(project, role) } : { filterable: false };

const special: Partial<Record<ObjectColumnKey, (t: Texts<'object-words'>, project?: Of) => Part>> =
  {
    due_date: (t) => ({
      nullable: true,
      text: (row) => row.due_date ?? '',
      choices: DUE_FILTERS.map((value) => choice(value, t(`due_${value}`))),
      cell: (row) => dueCell(t, row),
      about: (row) => overdueText(t, row),
    }),
    test_call: () => ({
      nullable: true,
      cell: ({ test_call: text }) =>
        text && isStatement(text) ? <Sql text={text} longest={2_000} /> : text,
    }),
    test_result: nullable,
    comments: nullable,
    migrated_by: by('developer'),
    tested_by: by('tester'),
    schema_name: () => ({ phone: { place: 'last' } }),
    object_type_id: (_, project) => ({
      phone: { place: 'last' },
      choices: typesOf(project).map((name) => choice(OBJECT_TYPES[name])),
    }),
    object_type: (t, project) => ({
      // No type is cut, in any language.
      width: widthOfIconed(typesOf(project).map((name) => t(name))),
      grow: 0,
      field: 'object_type_id',
      phone: { place: 'last' },
      text: (row) => t(row.object_type),
      cell: (row) => <TypeName type={row.object_type}>{t(row.object_type)}</TypeName>,
      choices: typesOf(project).map((name) => choice(OBJECT_TYPES[name], t(name))),
    }),
    object_name: (t) => ({
      about: (row) =>
        marksOf(t, row)
          .map(([, , title]) => title)
          .join('\n') || undefined,
      cell: (row) => nameCell(t, row),
      phone: {
        place: 'first',
        width: 130,
        under: (row) => placeOf(t, row),
      },
    }),
    status: (t) => ({
      text: (row) => t(row.status),
      about: (row) => t(`about_${row.status}`),
      choices: OBJECT_STATUSES.map((status) => choice(status, t(status))),
      phone: { place: 'first', width: 92 },
      cell: (row) => <Dotted tone={STATUS_TONES[row.status]}>{t(row.status)}</Dotted>,
    }),
  };

/** "schema · type". */
export const placeOf = (t: Texts<'object-words'>, row: ObjectRow): string =>
  [row.schema_name, t(row.object_type)].filter(Boolean).join(' · ');

const choice = (value: string | number, label = String(value)): Choice => ({
  value: String(value),
  label,
});

/** Choices of the project's people in a role, by id. */
export const peopleChoices = (people: People, role: 'developer' | 'tester'): Choice[] =>
  people[role].map((id, index) => choice(id, people[`${role}_names`][index]));

function dueCell(t: Texts<'object-words'>, row: ObjectRow) {
  if (row.due_date === null) return '';
  const day = formatDate(row.due_date);
  return isOverdue(row, Date.now()) ? <Mark title={t('due_overdue')}>{day}</Mark> : day;
}

const overdueText = (t: Texts<'object-words'>, row: ObjectRow): string | undefined =>
  row.due_date !== null && isOverdue(row, Date.now())
    ? t('overdueSince', { day: formatDate(row.due_date) })
    : undefined;

/** What the database, the plan and people say of an object: a sign, a word, and what it means. */
function marksOf(t: Texts<'object-words'>, row: ObjectRow) {
  const { missing_since: missing, stale_since: stale } = row;
  const returned = returnedText(t, row);
  const overdue = overdueText(t, row);
  const marks = [
    overdue && ['!', t('due_overdue'), overdue],
    missing && ['✕', t('missing'), t('missingSince', { time: formatTime(missing) })],
    returned && ['↩', t('returned'), returned],
    stale && ['Δ', t('stale'), t('staleSince', { time: formatTime(stale) })],
  ];
  return marks.filter((mark): mark is [sign: string, word: string, title: string] => Boolean(mark));
}

/** The name, with a mark if the object is overdue or the database has changed it; several marks become icons. */
export function nameCell(
  t: Texts<'object-words'>,
  row: ObjectRow,
  name: ReactNode = row.object_name,
) {
  const marks = marksOf(t, row);
  if (marks.length === 0) return name;
  return (
    <Named name={name}>
      {marks.map(([sign, word, title]) =>
        marks.length === 1 ? (
          <Mark key={sign} sign={sign} title={title}>
            {word}
          </Mark>
        ) : (
          <Mark key={sign} sign={sign} title={title} />
        ),
      )}
    </Named>
  );
}

/** The column of the assignee in a role. */
export const assignedColumn = (
  t: Texts<'objects'>,
  project: ProjectRow,
  role: Role,
): Column<ObjectRow> => ({
  key: role,
  header: t(`has_${role}`),
  width: 160,
  phone: { place: 'first', width: 90 },
  value: (row) => row[role],
  text: (row) => row[`${role}_name`] ?? '',
  choices: peopleChoices(project, role),
  nullable: true,
});

/** Filters by status, in the order of the work; target objects are never migrated. */
export const statusChoices = (words: Texts<'object-words'>, side: Side): QuickChoice[] => [
  ...OBJECT_STATUSES.filter((status) => side === 'source' || status !== 'migrated').map(
    (status) => ({ label: words(status), filter: { status } }),
  ),
  ...DUE_FILTERS.map((due_date) => ({
    label: words(`due_${due_date}`),
    filter: { due_date },
    optional: true,
  })),
  { label: words('missing'), filter: { missing_since: '*' }, optional: true },
];
