import {
  type Place,
  type WantedColumn,
  type Writer,
  generatedSpec,
  needsFilling,
  specOf,
} from '../core/ddl/ddl.ts';
import { updateOf, withoutUpdate } from '../core/sql/on-update.ts';
import { unwrap } from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';

/** On MySQL, these take a default in parentheses alone. */
const COMPUTED = /^(tiny|medium|long)?(text|blob)|^json/;
export const NOW = /^(current_timestamp|now)(\(\d*\))?$/i;
const LITERAL = /^([bx]?'([^'\\]|''|\\.)*'|-?[\d.]+|null|true|false)$/i;
const MOMENT = /^(datetime|timestamp)/;
/** Types that take a collation. */
const LETTERS = /^((var)?char|(tiny|medium|long)?text|enum|set)\b/;

const isEnclosed = (text: string): boolean => unwrap(text, engine.sql) !== text.trim();

/** The current moment with the digits of its column: MySQL refuses any others. */
const inDigitsOf = (type: string, text: string): string =>
  text.replace(
    /\b(current_timestamp|now)\b(\(\d*\))?/i,
    `CURRENT_TIMESTAMP${/\(\d\)$/.exec(type)?.[0] ?? ''}`,
  );

/** MySQL takes what is neither a literal nor, for a column of moments, the current one in parentheses. */
export function asDefault(type: string, value: string): string {
  if (NOW.test(value) && MOMENT.test(type)) return inDigitsOf(type, value);
  const isBare = LITERAL.test(value) && !COMPUTED.test(type);
  return isBare || isEnclosed(value) ? value : `(${value})`;
}

/** Whether a column that must have a value is given none. */
const isNone = ({ nullable, default: preset }: WantedColumn): boolean =>
  !nullable && /^(null)?$/i.test(withoutUpdate(preset ?? ''));

/** What stands behind the name of a column. Without a character set and collation, those of the table apply. */
export function columnText(column: WantedColumn, { literal }: Place): string {
  const { generated, identity, comment, kept = {} } = column;
  const collation = LETTERS.test(column.type) && (column.collation ?? kept.collation);
  const typed = {
    ...column,
    type: collation ? `${column.type} COLLATE ${collation}` : column.type,
  };
  return [
    generated === null ? valueSpec(typed) : computedSpec(typed),
    identity && !kept.numbers ? 'AUTO_INCREMENT' : '',
    kept.words ?? '',
    comment ? `COMMENT ${literal(comment)}` : '',
    kept.check ? `CHECK (${kept.check})` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** A computed column that is there stays stored or not; MariaDB has no NOT NULL for one, and never shows it. */
const computedSpec = (column: WantedColumn): string =>
  column.stored === undefined
    ? generatedSpec(column)
    : generatedSpec(column).replace(
        /STORED$/,
        `${column.stored ? 'STORED' : 'VIRTUAL'}${column.nullable ? '' : ' NOT NULL'}`,
      );

function valueSpec(column: WantedColumn): string {
  const { type: spelt, nullable, default: preset, kept } = column;
  // Servers with explicit_defaults_for_timestamp=OFF take a TIMESTAMP for NOT NULL, with a default of their own.
  const type = nullable && spelt.startsWith('timestamp') ? `${spelt} NULL` : spelt;
  if (kept?.numbers) return specOf({ ...column, type, default: kept.numbers });
  const updates = inDigitsOf(spelt, updateOf(preset ?? ''));
  return preset === null || isNone(column)
    ? specOf({ ...column, type: `${type}${updates}`, default: null })
    : specOf({
        ...column,
        type,
        default: `${asDefault(spelt, withoutUpdate(preset))}${updates}`,
      });
}

/** MODIFY repeats the column's whole definition; null where MariaDB refuses it. */
export function modify(column: WantedColumn, place: Place): string[] | null {
  const alter = `ALTER TABLE ${place.table}`;
  const name = place.quote(column.name);
  // Nobody could give a value to a column that is not seen.
  const isUnseen = column.generated === null && /INVISIBLE/.test(column.kept?.words ?? '');
  if (isUnseen && isNone(column)) return null;
  const modified = `${alter} MODIFY COLUMN ${name} ${columnText(column, place)}`;
  // MariaDB gives what has ON UPDATE a moment of zeros.
  return isNone(column) && updateOf(column.default ?? '')
    ? [modified, `${alter} ALTER COLUMN ${name} DROP DEFAULT`]
    : [modified];
}

/** A column that must have a value and has no default is NULL until its rows have one. */
export const addColumn: Writer<'add column'> = ({ column }, place) => {
  const isFilledLater = isNone(column) && needsFilling({ ...column, default: null });
  const added = isFilledLater ? { ...column, nullable: true } : column;
  return [
    `ALTER TABLE ${place.table} ADD COLUMN ${place.quote(column.name)} ${columnText(added, place)}`,
  ];
};
