import type { Row, Shape } from './shapes.ts';

const WORDS = [
  'Straße 7',
  'Crème brûlée',
  "O'Hara & Söhne",
  'Ελλάδα',
  'plain words that go on a little',
  'ŁÓDŹ <north>',
  'back\\slash',
  '日本語',
  'Smørrebrød',
  'naïve',
];
const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (place: number) =>
  new Date(Date.UTC(2023, 0, 3 + place * 9)).toISOString().slice(0, 10);
const hexOf = (place: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => two16((place * 37 + index * 101) % 256)).join('');
const two16 = (value: number) => value.toString(16).padStart(2, '0');

export const ROWS = 40;
/** A row as it was before anything happened to it. @param place - from 1 */
export function rowOf(place: number): Row {
  const note = `First line ${place}\r\nsecond “line” 😀\twith\u00a0blanks`;
  return {
    id: String(place),
    code: `C${1000 + place}`,
    label: `${WORDS[place % WORDS.length]} ${place}`,
    note: place % 8 === 0 ? null : place % 8 === 4 ? '' : note,
    amount: (place * 31.2345 - 400).toFixed(4),
    ratio: String(place / 8),
    small: String((place % 100) * 300 - 6000),
    big: String(9_007_199_254_740_993n + BigInt(place)),
    hits: String(4_294_960_000 + place),
    flag: place % 3 === 0 ? '0' : '1',
    day: dayOf(place),
    moment: `${dayOf(place)} ${two(place % 24)}:${two(place % 60)}:07.123${two(place % 60)}5`,
    clock: `${two((place * 7) % 24)}:${two(place % 60)}:09.500000`,
    uid: `${hexOf(place, 4)}-${hexOf(place, 2)}-4${hexOf(place, 2).slice(1)}-8${hexOf(place, 2).slice(1)}-${hexOf(place, 6)}`,
    payload: hexOf(place, 24),
    doc: `{"a": ${place}, "b": [1, ${place}], "c": "x${place}"}`,
    parent_id: place % 7 === 0 ? null : String((place % 5) + 1),
  };
}
export const wholeRows = (): Row[] => Array.from({ length: ROWS }, (_, index) => rowOf(index + 1));

/** A table with something of everything, as it should be. */
export const wholeShape = (): Shape => ({
  columns: {
    id: { kind: 'integer', numbered: true },
    code: { kind: 'fixed', required: true },
    label: { kind: 'label', required: true, default: "'none'" },
    note: { kind: 'note' },
    amount: { kind: 'amount', required: true, default: '0' },
    ratio: { kind: 'ratio' },
    small: { kind: 'small' },
    big: { kind: 'big' },
    hits: { kind: 'unsigned' },
    flag: {
      kind: 'flag',
      required: true,
      default: { mariadb: '1', postgresql: 'true', sqlite: 'true' },
    },
    day: { kind: 'day', required: true },
    moment: { kind: 'moment', default: 'CURRENT_TIMESTAMP' },
    clock: { kind: 'clock' },
    uid: { kind: 'uid' },
    payload: { kind: 'bytes' },
    doc: { kind: 'json' },
    parent_id: { kind: 'integer' },
    twice: { kind: 'big', generated: 'small * 2' },
  },
  key: ['id'],
  constraints: {
    un: 'UNIQUE (code)',
    ck: "CHECK (amount >= -90000 AND label <> '')",
    fk: 'FOREIGN KEY (parent_id) REFERENCES parents (id) ON DELETE CASCADE',
  },
  indexes: { ix: { unique: false, columns: 'label, day' } },
  triggers: { log: { when: 'AFTER INSERT', does: 'INSERT INTO log_of_all VALUES (NEW.id)' } },
});
