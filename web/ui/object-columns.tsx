import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../contract/engines.ts';
import { OBJECT_STATUSES, type ObjectRow } from '../../contract/objects.ts';
import type { ProjectRow } from '../../contract/projects.ts';
import { formatTime } from '../lib/format.ts';
import type { ObjectWords } from '../lib/object-texts.ts';
import type { Choice, Column } from './data-table/index.ts';
import classes from './object-columns.module.css';

/** At least; together they fit beside the sidebar of a 1440 pixel screen. */
const WIDTHS = {
  schema_name: 132,
  object_name: 155,
  object_type_id: 106,
  object_type: 116,
  status: 105,
  test_call: 110,
  test_result: 120,
  comments: 125,
  migrated_by: 118,
  tested_by: 110,
};
export type ObjectColumnKey = keyof typeof WIDTHS;
type People = Pick<ProjectRow, 'developer' | 'developer_names' | 'tester' | 'tester_names'>;
type Part = Partial<Column<ObjectRow>>;

/** Columns of a table of objects, in the order asked for. */
export function objectColumns(
  t: ObjectWords,
  keys: readonly ObjectColumnKey[],
  people?: People,
): Column<ObjectRow>[] {
  return keys.map((key) => ({
    key,
    header: t(key),
    width: WIDTHS[key],
    value: (row) => row[key],
    ...special[key]?.(t, people),
  }));
}

const nullable = (): Part => ({ nullable: true });
/** The server keeps who it was by id, and names of people who are gone from a project, too. */
const by = (role: 'developer' | 'tester') => (_: ObjectWords, people?: People) =>
  people ? { nullable: true, choices: peopleChoices(people, role) } : { filterable: false };

const special: Partial<Record<ObjectColumnKey, (t: ObjectWords, people?: People) => Part>> = {
  test_call: nullable,
  test_result: nullable,
  comments: nullable,
  migrated_by: by('developer'),
  tested_by: by('tester'),
  object_type_id: () => ({
    choices: OBJECT_TYPE_NAMES.map((name) => choice(OBJECT_TYPES[name])),
  }),
  object_type: (t) => ({
    field: 'object_type_id',
    text: (row) => t(row.object_type),
    choices: OBJECT_TYPE_NAMES.map((name) => choice(OBJECT_TYPES[name], t(name))),
  }),
  object_name: (t) => ({ cell: (row) => nameCell(t, row) }),
  status: (t) => ({
    text: (row) => t(row.status),
    choices: OBJECT_STATUSES.map((status) => choice(status, t(status))),
    cell: (row) => (
      <span className={classes.status} data-status={row.status}>
        {t(row.status)}
      </span>
    ),
  }),
};

const choice = (value: string | number, label = String(value)): Choice => ({
  value: String(value),
  label,
});

/** The project's people in a role, by id. */
export const peopleChoices = (people: People, role: 'developer' | 'tester'): Choice[] =>
  people[role].map((id, index) => choice(id, people[`${role}_names`][index]));

const Mark = ({ text, title }: { text: string; title: string }) => (
  <>
    {' '}
    <span className={classes.mark} title={title}>
      {text}
    </span>
  </>
);

/** What the databases have done to it is seen without any setting. */
function nameCell(t: ObjectWords, row: ObjectRow) {
  const { object_name: name, missing_since: missing, stale_since: stale } = row;
  if (!missing && !stale) return name;
  return (
    <span className={classes.named}>
      <span className={classes.name}>{name}</span>
      {missing && (
        <Mark text={t('missing')} title={t('missingSince', { time: formatTime(missing) })} />
      )}
      {stale && <Mark text={t('stale')} title={t('staleSince', { time: formatTime(stale) })} />}
    </span>
  );
}
