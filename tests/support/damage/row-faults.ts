import type { Fault } from './fault.ts';
import type { Row, Shape } from './shapes.ts';
import { ROWS, rowOf, wholeRows } from './whole.ts';

type To = (value: string) => string | null;

const later = (moment: string, hours: number): string => {
  const at = Date.parse(`${moment.slice(0, 19).replace(' ', 'T')}Z`) + hours * 3_600_000;
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}${moment.slice(19)}`;
};
const dayLater = (day: string) => later(`${day} 00:00:00`, 24).slice(0, 10);
/** Whether Berlin has summer time then. */
const isSummer = (moment: string): boolean =>
  new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })
    .format(Date.parse(`${moment.slice(0, 19).replace(' ', 'T')}Z`))
    .endsWith('+02:00');
const asLatin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const number = (change: (value: number) => number) => (text: string) =>
  change(Number(text)).toFixed(4);
const json =
  (change: (doc: { a: unknown; b: unknown[]; c?: string }) => unknown) => (text: string) =>
    JSON.stringify(change(JSON.parse(text) as { a: unknown; b: unknown[]; c?: string }));
const turnDay = (text: string) => {
  const [year, month, day] = text.split('-');
  return Number(day) > 12 ? text : `${year}-${day}-${month}`;
};
const asGuid = (text: string) =>
  text.replace(/^(..)(..)(..)(..)-(..)(..)-(..)(..)/, '$4$3$2$1-$6$5-$8$7');
const halfDay = (text: string) =>
  Number(text.slice(0, 2)) > 12
    ? `${String(Number(text.slice(0, 2)) - 12).padStart(2, '0')}${text.slice(2)}`
    : text;
const otherDigit = (text: string) =>
  text.replace(/..$/, (digits) => (digits === '00' ? '01' : '00'));

/** What becomes of a column wherever it has a value, and the causes that are named. */
const IN_ALL_ROWS: [name: string, column: string, to: To, ...causes: string[]][] = [
  ['blank_behind', 'label', (text) => `${text} `, 'blanks label'],
  ['blank_before', 'label', (text) => ` ${text}`, 'blanks label'],
  ['lower_case', 'label', (text) => text.toLowerCase(), 'case label'],
  ['lower_case_of_a_key', 'code', (text) => text.toLowerCase(), 'case code'],
  ['cut_text', 'label', (text) => text.slice(0, 9), 'cut label'],
  ['cut_note', 'note', (text) => text.slice(0, 20), 'cut note'],
  ['decomposed', 'label', (text) => text.normalize('NFD'), 'unicode label'],
  ['read_as_latin1', 'label', asLatin1, 'encoding label'],
  ['read_as_latin1_twice', 'label', (text) => asLatin1(asLatin1(text)), 'encoding label'],
  ['lost_letters', 'label', (text) => text.replaceAll(/[^\0-\x7f]/g, '?'), 'lost_characters label'],
  ['lost_emoji', 'note', (text) => text.replace('😀', '?'), 'lost_characters note'],
  ['line_ends', 'note', (text) => text.replaceAll('\r\n', '\n'), 'line_ends note'],
  ['tabs', 'note', (text) => text.replaceAll('\t', ' '), 'spaces note'],
  ['hard_blanks', 'note', (text) => text.replaceAll('\u00a0', ' '), 'spaces note'],
  ['curled_quotes', 'note', (text) => text.replaceAll(/[“”]/g, '"'), 'typography note'],
  ['doubled_quotes', 'label', (text) => text.replaceAll("'", "''"), 'quotes label'],
  ['doubled_backslash', 'label', (text) => text.replaceAll('\\', '\\\\'), 'escapes label'],
  ['lost_backslash', 'label', (text) => text.replaceAll('\\', ''), 'lost_backslashes label'],
  [
    'html_escaped',
    'label',
    (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    'html label',
  ],
  ['empty_as_null', 'note', (text) => (text === '' ? null : text), 'empty note'],
  ['rounded', 'amount', number((it) => Math.round(it * 100) / 100), 'rounded amount'],
  ['digits_cut', 'amount', number((it) => Math.trunc(it * 100) / 100), 'digits_cut amount'],
  ['in_cents', 'amount', number((it) => it * 100), 'factor amount'],
  ['offset', 'amount', number((it) => it + 19), 'offset amount'],
  // What is computed of it differs by the same.
  ['lost_sign', 'small', (text) => text.replace('-', ''), 'factor small', 'factor twice'],
  ['as_a_float', 'ratio', (text) => String(Math.fround(Number(text) + 0.1))],
  ['through_a_double', 'big', (text) => String(BigInt(Number(text))), 'double big'],
  ['largest_int', 'big', () => '2147483647', 'clamped big'],
  ['wrapped_unsigned', 'hits', (text) => String(Number(text) - 2_147_483_648), 'offset hits'],
  ['all_true', 'flag', () => '1'],
  ['day_later', 'day', dayLater, 'shift day'],
  ['another_century', 'day', (text) => text.replace('20', '19'), 'years day'],
  ['day_for_month', 'day', turnDay, 'day_month day'],
  ['hour_later', 'moment', (text) => later(text, 1), 'shift moment'],
  ['summer_time', 'moment', (text) => later(text, isSummer(text) ? 1 : 0), 'summer moment'],
  ['local_time', 'moment', (text) => later(text, isSummer(text) ? 2 : 1), 'zone moment'],
  ['lost_fraction', 'moment', (text) => `${text.slice(0, 19)}.000000`, 'fraction moment'],
  ['milliseconds', 'moment', (text) => `${text.slice(0, 23)}000`, 'fraction moment'],
  ['twelve_hours', 'clock', halfDay, 'shift clock'],
  ['turned_ids', 'uid', (text) => text.replace(/^(..)(..)(..)(..)/, '$4$3$2$1')],
  ['as_guid', 'uid', asGuid, 'uuid_bytes uid'],
  ['cut_bytes', 'payload', (text) => text.slice(0, 16), 'cut payload'],
  [
    'bytes_as_their_digits',
    'payload',
    (text) => Buffer.from(text).toString('hex'),
    'coded payload',
  ],
  ['empty_bytes', 'payload', () => '', 'lost payload'],
  ['json_member', 'doc', json(({ a, b }) => ({ a, b })), 'members doc'],
  ['json_order', 'doc', json(({ a, b, c }) => ({ a, b: [b, 0], c }))],
  ['json_number_as_text', 'doc', json((doc) => ({ ...doc, a: String(doc.a) }))],
  ['other_parents', 'parent_id', (text) => String((Number(text) % 5) + 1)],
];

/** The same in one row only: nothing is to be explained, but what two values have in common by no chance. */
const IN_ONE_ROW: [name: string, column: string, place: number, to: To, ...causes: string[]][] = [
  ['one_letter', 'label', 11, (text) => `${text}x`],
  ['look_alike_letter', 'label', 4, (text) => text.replace('a', '\u0430')],
  ['invisible_letter', 'note', 5, (text) => `${text}\u200b`, 'invisible note'],
  ['one_cent', 'amount', 17, number((it) => it + 0.01)],
  ['one_flag', 'flag', 8, (text) => (text === '1' ? '0' : '1')],
  ['one_digit_of_an_id', 'uid', 21, otherDigit],
  ['one_byte', 'payload', 30, otherDigit],
  ['json_value', 'doc', 12, json((doc) => ({ ...doc, a: 0 }))],
  ['json_null', 'doc', 13, json((doc) => ({ ...doc, c: null }))],
  ['line_end_behind', 'label', 14, (text) => `${text}\n`, 'spaces label'],
  ['hard_blank', 'label', 15, (text) => text.replace(' ', '\u00a0'), 'spaces label'],
  ['byte_order_mark', 'label', 16, (text) => `\ufeff${text}`, 'invisible label'],
  ['direction_mark', 'label', 18, (text) => `${text}\u200f`, 'invisible label'],
  ['one_day', 'day', 19, dayLater],
  ['one_hour', 'moment', 22, (text) => later(text, 1)],
  ['last_digit_of_a_float', 'ratio', 23, (text) => String(Number(text) + 1e-9)],
  ['one_microsecond', 'moment', 24, (text) => text.replace(/.$/, '4')],
  ['one_null', 'big', 25, () => null],
];

/** What stands in place of NULL. */
const NULLS: [name: string, column: string, to: string, ...causes: string[]][] = [
  ['null_as_word', 'note', 'NULL', 'null_word note'],
  ['null_as_empty', 'note', '', 'empty note'],
  ['null_as_one', 'parent_id', '1', 'lost parent_id'],
];

const changed = (row: Row, column: string, to: To): Row => {
  const value = row[column] ?? null;
  return value === null ? row : { ...row, [column]: to(value) };
};
/** Rows that a change leaves otherwise: damage is counted here, and not by hand. */
const faultOf = (name: string, rows: (rows: Row[]) => Row[], causes: string[] = []): Fault => {
  const before = wholeRows();
  const isTouched = (row: Row, index: number) =>
    Object.entries(row).some(([column, value]) => value !== before[index]?.[column]);
  return { name, rows, causes, differ: rows(before).filter(isTouched).length };
};

const VALUES: Fault[] = [
  ...IN_ALL_ROWS.map(([name, column, to, ...causes]) =>
    faultOf(name, (rows) => rows.map((row) => changed(row, column, to)), causes),
  ),
  ...IN_ONE_ROW.map(([name, column, place, to, ...causes]) =>
    faultOf(name, (rows) => rows.with(place - 1, changed(rows[place - 1]!, column, to)), causes),
  ),
  ...NULLS.map(([name, column, to, ...causes]) =>
    faultOf(
      name,
      (rows) => rows.map((row) => (row[column] === null ? { ...row, [column]: to } : row)),
      causes,
    ),
  ),
  faultOf(
    'swapped_columns',
    (rows) =>
      rows.map(({ label, note, ...row }) =>
        note ? { ...row, label: note, note: label! } : { ...row, label: label!, note: note! },
      ),
    ['swapped label'],
  ),
  faultOf('empty_for_null', (rows) => rows.with(7, { ...rows[7]!, note: '' }), ['empty note']),
  faultOf('null_for_empty', (rows) => rows.with(3, { ...rows[3]!, note: null }), ['empty note']),
  faultOf('two_values_swapped', (rows) =>
    rows
      .with(2, { ...rows[2]!, amount: rows[3]!['amount']! })
      .with(3, { ...rows[3]!, amount: rows[2]!['amount']! }),
  ),
  faultOf(
    'an_hour_later_from_some_day_on',
    (rows) => rows.map((row, at) => (at < 20 ? row : changed(row, 'moment', (it) => later(it, 1)))),
    ['shift moment'],
  ),
  faultOf(
    'rounded_from_some_row_on',
    (rows) =>
      rows.map((row, at) =>
        at < 20
          ? row
          : changed(
              row,
              'amount',
              number((it) => Math.round(it * 100) / 100),
            ),
      ),
    ['rounded amount'],
  ),
  faultOf('two_rows_swapped', (rows) =>
    rows
      .with(2, { ...rows[3]!, id: '3', code: 'C1003' })
      .with(3, { ...rows[2]!, id: '4', code: 'C1004' }),
  ),
];

const rows = (
  name: string,
  differ: number,
  change: (rows: Row[]) => Row[],
  ...causes: string[]
): Fault => ({ name, rows: change, differ, causes });
const ofParent = (row: Row) => row['parent_id'] === '2';
const hasNote = (row: Row) => row['note'] !== null;
const count = (isIt: (row: Row) => boolean) => wholeRows().filter(isIt).length;

function withoutKeys(shape: Shape): void {
  shape.key = null;
  shape.columns['id'] = { kind: 'integer' };
  delete shape.constraints['un'];
}

/** Rows that are not there, or are there besides. */
const WHOLE_ROWS: Fault[] = [
  rows('row_lost', 1, (all) => all.toSpliced(6, 1)),
  rows('first_row_lost', 1, (all) => all.slice(1)),
  rows('last_batch_lost', 5, (all) => all.slice(0, -5), 'last_rows null'),
  rows('half_lost', ROWS / 2, (all) => all.filter((_, index) => index % 2 === 0)),
  rows('rows_of_a_parent_lost', count(ofParent), (all) => all.filter((row) => !ofParent(row))),
  rows('rows_with_null_lost', ROWS - count(hasNote), (all) => all.filter(hasNote)),
  rows('all_lost', ROWS, () => []),
  rows('test_row_left', 1, (all) => [...all, rowOf(900)]),
  rows('batch_twice', 5, (all) => [
    ...all,
    ...all
      .slice(0, 5)
      .map((row, index) => ({ ...row, id: String(700 + index), code: `D${index}` })),
  ]),
  {
    ...rows(
      'batch_twice_under_new_keys',
      5,
      (all) => [...all, ...all.slice(9, 14).map((row, at) => ({ ...row, id: String(700 + at) }))],
      'doubled null',
    ),
    both: (shape) => delete shape.constraints['un'],
  },
  rows(
    'renumbered',
    ROWS * 2,
    (all) => all.map((row) => ({ ...row, id: String(Number(row['id']) + 1000) })),
    'renumbered null',
  ),
  rows(
    'numbers_shifted_behind_a_gap',
    ROWS / 2 + 1,
    (all) => all.map((row, at) => (at < 20 ? row : { ...row, id: String(Number(row['id']) + 1) })),
    'renumbered null',
  ),
  {
    ...rows('row_twice_without_a_key', 1, (all) => [...all, all[9]!], 'doubled null'),
    both: withoutKeys,
  },
  {
    ...rows('rows_twice_without_a_key', ROWS, (all) => [...all, ...all], 'doubled null'),
    both: withoutKeys,
  },
  rows('one_lost_one_added', 2, (all) => [...all.toSpliced(19, 1), rowOf(901)]),
];

export const ROW_FAULTS = [...VALUES, ...WHOLE_ROWS];
