import type { ObjectRow } from '../../contract/objects.ts';
import { formatTime } from '../lib/format.ts';
import type { ObjectWords } from '../lib/object-texts.ts';
import type { Column } from './data-table/index.ts';
import classes from './object-columns.module.css';

/** At least; together they fit beside the sidebar of a 1440 pixel screen. */
const WIDTHS = {
  schema_name: 145,
  object_name: 155,
  object_type_id: 148,
  object_type: 128,
  status: 105,
  test_call: 110,
  test_result: 120,
  comments: 125,
  migrated_by: 118,
  tested_by: 110,
};
export type ObjectColumnKey = keyof typeof WIDTHS;

/** Columns of a table of objects, in the order asked for. */
export function objectColumns(
  t: ObjectWords,
  keys: readonly ObjectColumnKey[],
): Column<ObjectRow>[] {
  return keys.map((key) => ({
    key,
    header: t(key),
    width: WIDTHS[key],
    value: (row) => row[key],
    ...special[key]?.(t),
  }));
}

const special: Partial<Record<ObjectColumnKey, (t: ObjectWords) => Partial<Column<ObjectRow>>>> = {
  object_type: (t) => ({ text: (row) => t(row.object_type) }),
  object_name: (t) => ({ cell: (row) => nameCell(t, row) }),
  status: (t) => ({
    text: (row) => t(row.status),
    cell: (row) => (
      <span className={classes.status} data-status={row.status}>
        {t(row.status)}
      </span>
    ),
  }),
};

function nameCell(t: ObjectWords, row: ObjectRow) {
  if (!row.missing_since) return row.object_name;
  return (
    <span title={t('missingSince', { time: formatTime(row.missing_since) })}>
      {row.object_name} <span className={classes.missing}>{t('missing')}</span>
    </span>
  );
}
