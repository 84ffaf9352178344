import { type Column, type Kind, type Row, type Said, type Shape, TYPES } from './shapes.ts';
import { rowOf } from './whole.ts';

/** Numbers from 0 to 1 that look random, and are the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The column of a whole row whose values a kind has. */
const SAMPLES: Record<Kind, string> = {
  integer: 'parent_id',
  small: 'small',
  big: 'big',
  unsigned: 'hits',
  counter: 'hits',
  amount: 'amount',
  ratio: 'ratio',
  flag: 'flag',
  label: 'label',
  fixed: 'code',
  note: 'note',
  bytes: 'payload',
  day: 'day',
  moment: 'moment',
  clock: 'clock',
  uid: 'uid',
  json: 'doc',
};
const KINDS = Object.keys(TYPES) as Kind[];

const DEFAULTS: Partial<Record<Kind, Said[]>> = {
  integer: ['0', '-1', '42'],
  small: ['1'],
  amount: ['0', '9.5', '-0.25'],
  label: ["'none'", "''", "'it''s'", "'0'", "'NULL'"],
  fixed: ["'A'"],
  flag: [
    { mariadb: '1', postgresql: 'true', sqlite: 'true' },
    { mariadb: '0', postgresql: 'false', sqlite: 'false' },
  ],
  day: ["'2024-02-29'"],
  moment: ['CURRENT_TIMESTAMP', "'2024-01-01 00:00:00'"],
};

/** A condition that all values of the samples meet. */
const CHECKS: Partial<Record<Kind, ((name: string) => string)[]>> = {
  integer: [
    (name) => `${name} BETWEEN 1 AND 5`,
    (name) => `${name} IN (1, 2, 3, 4, 5)`,
    (name) => `${name} > 0 OR ${name} IS NULL`,
    (name) => `NOT (${name} < 1)`,
  ],
  amount: [(name) => `${name} >= -1000.5 AND ${name} < 10000`],
  label: [
    (name) => `${name} <> ''`,
    (name) => `${name} <> 'it''s'`,
    (name) => `${name} <> 'a' AND ${name} <> 'b'`,
    (name) => `${name} NOT IN ('a', 'B', 'c''d')`,
  ],
  small: [(name) => `abs(${name}) < 20000`, (name) => `${name} * 2 > -30000`],
  day: [(name) => `${name} >= '2000-01-01'`],
};
const COMPUTED: Partial<Record<Kind, ((name: string) => Column)[]>> = {
  small: [
    (name) => ({ kind: 'big', generated: `${name} + 1` }),
    (name) => ({ kind: 'big', generated: `(${name} - 3) * 2` }),
    (name) => ({ kind: 'big', generated: `CASE WHEN ${name} > 0 THEN 1 ELSE 0 END` }),
  ],
  integer: [(name) => ({ kind: 'big', generated: `coalesce(${name}, 0)` })],
};

export interface CleanTable {
  name: string;
  shape: Shape;
  rows: Row[];
}

/** A table as people make them, of any columns, keys, checks, indexes; the same for the same number. */
export function cleanTable(number: number): CleanTable {
  const random = seeded(number);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const maybe = (share: number) => random() < share;
  const columns: Record<string, Column> = {};
  const samples: Record<string, string> = { id: 'id' };
  const constraints: Record<string, string> = {};
  const indexes: Shape['indexes'] = {};
  const numbered = maybe(0.6);
  columns['id'] = numbered ? { kind: 'integer', numbered } : { kind: 'big', required: true };
  const count = 2 + Math.floor(random() * 9);
  for (let index = 0; index < count; index += 1) {
    const kind = pick(KINDS);
    const name = `${kind}_${index}`;
    samples[name] = SAMPLES[kind];
    const required = maybe(0.4) && kind !== 'note' && kind !== 'integer';
    const defaults = DEFAULTS[kind];
    columns[name] = {
      kind,
      ...(required && { required }),
      ...(defaults && maybe(0.5) && { default: pick(defaults) }),
    };
    const checks = CHECKS[kind];
    if (checks && maybe(0.5)) constraints[`ck${index}`] = `CHECK (${pick(checks)(name)})`;
    const computed = COMPUTED[kind];
    if (computed && maybe(0.4)) columns[`computed_${index}`] = pick(computed)(name);
    // MariaDB checks and computes nothing from what a foreign key changes.
    const isFree = !columns[`computed_${index}`] && !constraints[`ck${index}`];
    if (kind === 'integer' && isFree && maybe(0.7))
      constraints[`fk${index}`] =
        `FOREIGN KEY (${name}) REFERENCES parents (id)${pick(['', ' ON DELETE CASCADE', ' ON DELETE SET NULL'])}`;
    if ((kind === 'fixed' || kind === 'uid') && maybe(0.5))
      constraints[`un${index}`] = `UNIQUE (${name})`;
    if (['day', 'label', 'small', 'amount'].includes(kind) && maybe(0.5))
      indexes[`ix${index}`] = { unique: maybe(0.2), columns: `${name}${pick(['', ' DESC'])}, id` };
  }
  const rows = Array.from({ length: Math.floor(random() * 60) }, (_, index) => {
    const whole = rowOf(index + 1);
    return Object.fromEntries(
      Object.entries(samples).map(([name, from]) => [
        name,
        columns[name]?.required ? whole[from]! : maybe(0.1) && name !== 'id' ? null : whole[from]!,
      ]),
    );
  });
  return {
    name: `clean_${number}`,
    shape: {
      columns,
      key: ['id'],
      constraints,
      indexes,
      triggers: maybe(0.2)
        ? { log: { when: 'AFTER UPDATE', does: 'INSERT INTO log_of_all VALUES (NEW.id)' } }
        : {},
    },
    rows,
  };
}
