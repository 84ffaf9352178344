import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Connection, ConnectionTarget, ConnectOptions, Connector } from '../connector.ts';
import type { DataReader, ReadColumn, Reading, Slice, TextRow } from '../data.ts';
import {
  OTHER_FORMS,
  VALUE_KIND_NAMES,
  VALUE_KINDS,
  type ValueKindName,
} from './data-values-exam.ts';
import { connectWith, failureOf, HOSTILE_NAMES } from './exam.ts';
import { ownForm } from '../rows/forms.ts';
import { hashTexts } from '../rows/row-hash.ts';

/** How an engine stores a kind of values. */
export interface KeptAs {
  type: string;
  /** Set where it differs from the kind's own. */
  canonical?: CanonicalType;
}

export interface ExamColumn {
  name: string;
  kind: ValueKindName;
}

/** A database where the exam makes tables. */
export interface DataServer {
  connector: Connector;
  target: ConnectionTarget;
  options?: Partial<ConnectOptions>;
  schema: string;
  quote(name: string): string;
  kinds: Record<ValueKindName, KeptAs>;
  run(sql: string): Promise<unknown>;
  /** Cells are the texts that must be read back. */
  insert(table: string, columns: ExamColumn[], rows: TextRow[]): Promise<void>;
  tearDown(): Promise<void>;
}

/** More of them for a longer look; the seed of a failure repeats it. */
const RANDOM_ROWS = Number(process.env['DATA_EXAM_ROWS'] ?? 300);
const EVERYTHING: Slice = { kind: 'bucket', prefix: '' };

const add = (sums: { rows: number; sum: string }[]) => ({
  rows: sums.reduce((rows, one) => rows + one.rows, 0),
  sum: String(sums.reduce((sum, one) => sum + BigInt(one.sum), 0n)),
});
const checksumOf = (rows: TextRow[]) =>
  add(rows.map((row) => ({ rows: 1, sum: String(BigInt(`0x${hashTexts(row)}`)) })));
const sorted = (rows: TextRow[]) =>
  rows.map((row) => JSON.stringify(row)).sort((a, b) => (a < b ? -1 : Number(a > b)));

/** The rows of every engine must have the same texts: those that the exam wrote. */
export function examineData(name: string, start: () => Promise<DataServer>): void {
  describe(`${name}: rows`, () => {
    let server: DataServer;
    let connection: Connection;
    let data: DataReader;
    beforeAll(async () => {
      server = await start();
      connection = await connectWith(server.connector, server.target, server.options);
      if (!connection.data) throw new Error(`${name} has no reader of rows`);
      data = connection.data;
    });
    afterAll(async () => {
      await connection?.close();
      await server?.tearDown();
    });

    const columnOf = ({ name: column, kind }: ExamColumn): ReadColumn => {
      const { type, canonical = VALUE_KINDS[kind].canonical } = server.kinds[kind];
      return { name: column, type, canonical, form: ownForm(VALUE_KINDS[kind].canonical) };
    };
    const makeTable = async (table: string, columns: ExamColumn[], rows: TextRow[]) => {
      const { quote, schema, kinds } = server;
      const list = columns.map((column) => `${quote(column.name)} ${kinds[column.kind].type} NULL`);
      await server.run(`CREATE TABLE ${quote(schema)}.${quote(table)} (${list.join(', ')})`);
      await server.insert(table, columns, rows);
      const reading: Reading = {
        schema,
        table,
        columns: columns.map(columnOf),
        key: [0],
        where: null,
      };
      return reading;
    };
    const expectRows = async (reading: Reading, rows: TextRow[]) => {
      expect(sorted(await data.readRows(reading, EVERYTHING))).toEqual(sorted(rows));
      const hashes = await data.hashRows(reading, EVERYTHING);
      expect(hashes.map(({ hash }) => hash).sort()).toEqual(rows.map(hashTexts).sort());
      expect(await data.checksum(reading, EVERYTHING)).toEqual(checksumOf(rows));
    };

    const MATRIX: ExamColumn[] = [
      { name: 'id', kind: 'integer' },
      ...VALUE_KIND_NAMES.map((kind) => ({ name: `a ${kind}`, kind })),
    ];
    const randomRow = fc.tuple(
      ...VALUE_KIND_NAMES.map((kind) => fc.option(VALUE_KINDS[kind].random, { freq: 12 })),
    );

    test(
      'values of every kind have the texts that every engine gives them',
      async () => {
        const most = Math.max(...VALUE_KIND_NAMES.map((kind) => VALUE_KINDS[kind].edges.length));
        const edges = Array.from({ length: most }, (_, index) =>
          VALUE_KIND_NAMES.map((kind) => VALUE_KINDS[kind].edges[index] ?? null),
        );
        const random = fc.sample(randomRow, RANDOM_ROWS);
        const rows = [...edges, ...random].map((row, index) => [String(index), ...row]);
        const reading = await makeTable('matrix', MATRIX, rows);
        const read = await data.readRows(reading, EVERYTHING);
        read.sort((a, b) => Number(a[0]) - Number(b[0]));
        // Column by column, so that a failure names the kind.
        MATRIX.forEach(({ kind }, index) =>
          expect({ kind, texts: read.map((row) => row[index]) }).toEqual({
            kind,
            texts: rows.map((row) => row[index]),
          }),
        );
        await expectRows(reading, rows);
      },
      60_000 + 2 * RANDOM_ROWS,
    );

    test('in another form they have the same texts, too', async () => {
      for (const [kind, form, expected] of OTHER_FORMS) {
        const { edges, random } = VALUE_KINDS[kind];
        const values = [...edges, ...fc.sample(random, 40)];
        const table = `form of ${OTHER_FORMS.findIndex((one) => one[0] === kind && one[1] === form)}`;
        const columns: ExamColumn[] = [
          { name: 'id', kind: 'integer' },
          { name: 'value', kind },
        ];
        const rows = values.map((value, index) => [String(index), value]);
        const own = await makeTable(table, columns, [...rows, ['-1', null]]);
        const reading = {
          ...own,
          columns: own.columns.map((column, index) => (index === 0 ? column : { ...column, form })),
        };
        const read = await data.readRows(reading, EVERYTHING);
        const wanted = rows.map(([id, value]) => [id ?? null, expected(value ?? '')]);
        expect({ kind, form, texts: sorted(read) }).toEqual({
          kind,
          form,
          texts: sorted([...wanted, ['-1', null]]),
        });
        expect(await data.checksum(reading, EVERYTHING)).toEqual(
          checksumOf([...wanted, ['-1', null]]),
        );
      }
    });

    const KEYED: ExamColumn[] = [
      { name: 'id', kind: 'integer' },
      { name: 'name', kind: 'text' },
      { name: 'at', kind: 'date' },
    ];
    const keyedRows = (step: (index: number) => bigint): TextRow[] =>
      Array.from({ length: 2_000 }, (_, index) => [
        String(step(index)),
        `${index % 2 === 0 ? 'Ab' : 'aB'} ${index % 700}`,
        `20${String(index % 100).padStart(2, '0')}-05-05`,
      ]);

    test.each([
      ['dense', (index: number) => BigInt(index) - 500n],
      ['sparse', (index: number) => BigInt(index) ** 5n - 10n ** 9n],
    ])('ranges of a %s key cover the table, none has too many rows', async (kind, step) => {
      const rows = keyedRows(step);
      const reading = await makeTable(`ranges ${kind}`, KEYED, rows);
      const boundaries = await data.findBoundaries(reading, 300);
      expect(boundaries.map(BigInt)).toEqual(boundaries.map(BigInt).sort((a, b) => Number(a - b)));
      const ends = [null, ...boundaries, null];
      const slices = ends
        .slice(1)
        .map((to, index) => ({ kind: 'range', from: ends[index] ?? null, to }) as const);
      expect(slices.length).toBeGreaterThanOrEqual(7);
      const checksums = await Promise.all(slices.map((slice) => data.checksum(reading, slice)));
      expect(Math.max(...checksums.map((one) => one.rows))).toBeLessThanOrEqual(300);
      expect(add(checksums)).toEqual(checksumOf(rows));
      const slice = slices[2];
      if (!slice) throw new Error('no slice');
      const inSlice = rows.filter(
        ([id]) =>
          BigInt(id ?? 0) >= BigInt(slice.from ?? 0) && BigInt(id ?? 0) < BigInt(slice.to ?? 0),
      );
      expect(sorted(await data.readRows(reading, slice))).toEqual(sorted(inSlice));
    });

    test('buckets of any key cover the table, and hold the same rows everywhere', async () => {
      const rows = keyedRows(BigInt);
      const own = await makeTable('buckets', KEYED, rows);
      for (const key of [[1, 0], [1, 2, 0], [2], []]) {
        const reading = { ...own, key };
        const keyHash = (row: TextRow) =>
          hashTexts(key.length === 0 ? row : key.map((index) => row[index] ?? null));
        const first = await data.bucketChecksums(reading, '');
        const prefix = [...first.keys()][0] ?? '';
        const inBucket = rows.filter((row) => keyHash(row).startsWith(prefix));
        expect(add([...first.values()])).toEqual(checksumOf(rows));
        expect(first.get(prefix)).toEqual(checksumOf(inBucket));
        expect(await data.checksum(reading, { kind: 'bucket', prefix })).toEqual(first.get(prefix));
        const second = await data.bucketChecksums(reading, prefix);
        expect(
          [...second.keys()].every((name) => name.length === 4 && name.startsWith(prefix)),
        ).toBe(true);
        expect(add([...second.values()])).toEqual(first.get(prefix));
        const slice: Slice = { kind: 'bucket', prefix: [...second.keys()][0] ?? '' };
        const inSlice = rows.filter((row) => keyHash(row).startsWith(slice.prefix));
        expect(sorted(await data.readRows(reading, slice))).toEqual(sorted(inSlice));
        const odd = await data.bucketChecksums(reading, '', 3);
        expect([...odd.keys()].every((name) => name.length === 3)).toBe(true);
        expect(add([...odd.values()])).toEqual(checksumOf(rows));
        const prefixes = [...odd.keys()].slice(0, 5);
        const inSome = rows.filter((row) => prefixes.includes(keyHash(row).slice(0, 3)));
        const some: Slice = { kind: 'buckets', prefixes };
        expect(await data.checksum(reading, some)).toEqual(checksumOf(inSome));
        expect(sorted(await data.readRows(reading, some))).toEqual(sorted(inSome));
        expect(await data.hashRows(reading, { kind: 'buckets', prefixes: [] })).toEqual([]);
        const hashes = await data.hashRows(reading, slice);
        expect(sorted(hashes.map(({ key: texts, hash }) => [hash, ...texts]))).toEqual(
          sorted(inSlice.map((row) => [hashTexts(row), ...key.map((index) => row[index] ?? null)])),
        );
      }
    });

    test('rows are found by their keys, exactly, and samples are the same everywhere', async () => {
      const rows: TextRow[] = [
        ...keyedRows(BigInt).slice(0, 600),
        ['700', 'ab 1', null],
        ['701', 'it\'s \\ " ` 😀', '2000-01-01'],
        ['702', '', '2000-01-01'],
        [null, null, null],
      ];
      const own = await makeTable('keyed', KEYED, rows);
      for (const key of [[0], [1], [1, 0], [2, 1]]) {
        const reading = { ...own, key };
        const keysOf = (row: TextRow) => key.map((index) => row[index] ?? null);
        const wanted = rows.filter((_row, index) => index % 7 === 0 || index >= 600);
        const keys = [...wanted.map(keysOf), key.map(() => 'AB 1')];
        const texts = new Set(keys.map((one) => JSON.stringify(one)));
        expect(sorted(await data.readRows(reading, { keys }))).toEqual(
          sorted(rows.filter((row) => texts.has(JSON.stringify(keysOf(row))))),
        );
        const least = rows
          .map((row) => [hashTexts(keysOf(row)), row] as const)
          .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
        const sample = await data.sampleRows(reading, 25);
        expect(sample.map((row) => hashTexts(keysOf(row)))).toEqual(
          least.slice(0, 25).map(([hash]) => hash),
        );
      }
      expect(await data.readRows(own, { keys: [] })).toEqual([]);
      // Characters, whatever they are made of.
      const [note, at] = ['it\'s \\ " ` 😀', '2000-01-01'];
      const readPart = (start: number, length: number) =>
        data.readRows({ ...own, key: [0] }, { keys: [['701']] }, { start, length });
      const lengths = ['3', String(Array.from(note).length), '10'];
      expect(await readPart(2, 5)).toEqual([['1', note.slice(2, 7), at.slice(2, 7), ...lengths]]);
      expect(await readPart(8, 50)).toEqual([
        ['', Array.from(note).slice(8).join(''), '01', ...lengths],
      ]);
    });

    test('a condition, a view, no rows, and keys that are missing', async () => {
      const rows: TextRow[] = [
        ...keyedRows(BigInt).slice(0, 100),
        [null, 'x', null],
        [null, 'y', null],
      ];
      const reading = await makeTable('conditional', KEYED, rows);
      const { quote, schema } = server;
      const where = `${quote('id')} < 10 OR ${quote('id')} > 95 -- and no more`;
      const some = rows.filter(([id]) => id !== null && (Number(id) < 10 || Number(id) > 95));
      await expectRows({ ...reading, where }, some);
      expect(await data.countRows({ ...reading, where })).toBe(some.length);
      expect(
        (await data.checksum({ ...reading, where }, { kind: 'range', from: '5', to: '97' })).rows,
      ).toBe(6);
      expect(await data.findBoundaries({ ...reading, where }, 5)).not.toEqual([]);
      const view = `${quote(schema)}.${quote('a view')}`;
      await server.run(
        `CREATE VIEW ${view} AS SELECT * FROM ${quote(schema)}.${quote('conditional')}`,
      );
      await expectRows({ ...reading, table: 'a view' }, rows);
      const [boundary = ''] = await data.findBoundaries(reading, 50);
      const below = await data.checksum(reading, { kind: 'range', from: null, to: boundary });
      const above = await data.checksum(reading, { kind: 'range', from: boundary, to: null });
      expect(add([below, above])).toEqual(checksumOf(rows));
      const none = { ...reading, where: '1 = 0' };
      await expectRows(none, []);
      expect(await data.findBoundaries(none, 5)).toEqual([]);
      expect(await data.bucketChecksums(none, '')).toEqual(new Map());
      expect(await data.sampleRows(none, 5)).toEqual([]);
    });

    test('tables and columns of hostile names', async () => {
      const columns = HOSTILE_NAMES.map((column): ExamColumn => ({ name: column, kind: 'text' }));
      const rows = [HOSTILE_NAMES, HOSTILE_NAMES.map(() => null)];
      for (const table of HOSTILE_NAMES) {
        const reading = await makeTable(`t${table}`, columns, rows);
        await expectRows({ ...reading, key: [3, 2] }, rows);
      }
    });

    test('aggregates of columns', async () => {
      const columns = VALUE_KIND_NAMES.map((kind): ExamColumn => ({ name: `a ${kind}`, kind }));
      const rows = [0, 1, 1, 2].map((index) =>
        VALUE_KIND_NAMES.map((kind) => VALUE_KINDS[kind].edges[index] ?? null),
      );
      rows.push(VALUE_KIND_NAMES.map(() => null));
      const reading = { ...(await makeTable('aggregates', columns, rows)), key: [] };
      const aggregates = await data.aggregate(reading, { distinct: true });
      const found = Object.fromEntries(
        VALUE_KIND_NAMES.map((kind, index) => [kind, aggregates[index]]),
      );
      const unordered = { min: null, max: null };
      expect(found).toMatchObject({
        integer: {
          nulls: 1,
          distinct: 3,
          min: '-1',
          max: '9007199254740993',
          sum: '9007199254740991',
        },
        decimal: {
          nulls: 1,
          distinct: 3,
          min: '-0.0000000001',
          max: '0.0000000001',
          sum: '0.0000000001',
        },
        amount: { nulls: 1, distinct: 3, min: '0.00', max: '99999999.99', sum: '100000000.19' },
        double: { nulls: 1, distinct: 3, min: '0', max: '0.30000000000000004', sum: null },
        boolean: { nulls: 2, distinct: 2, ...unordered, sum: null },
        date: { nulls: 1, distinct: 3, min: '0001-01-01', max: '1582-10-10', sum: null },
        timestamp: { min: '0001-01-01 00:00:00.000000', max: '1969-12-31 23:59:59.999999' },
        time: { nulls: 1, distinct: 3, min: '00:00:00.000000', max: '23:59:59.999999', sum: null },
        fixed: { nulls: 1, distinct: 3, ...unordered, sum: '4' },
        text: { nulls: 1, distinct: 3, ...unordered, sum: '12' },
        bytes: { nulls: 1, distinct: 3, ...unordered, sum: '5' },
        uuid: { nulls: 2, distinct: 2, ...unordered, sum: null },
      });
      expect((await data.aggregate(reading)).map(({ distinct }) => distinct)).toEqual(
        columns.map(() => null),
      );
      const empty = await data.aggregate({ ...reading, where: '1 = 0' });
      expect(empty[0]).toEqual({ nulls: 0, distinct: null, min: null, max: null, sum: null });
    });

    test('missing tables and invalid conditions are explained in a sentence', async () => {
      const reading = await makeTable('said', KEYED, []);
      for (const wrong of [
        { ...reading, table: 'not there' },
        {
          ...reading,
          columns: [...reading.columns, columnOf({ name: 'not there', kind: 'text' })],
        },
        { ...reading, where: 'this is no condition' },
        { ...reading, where: `1 = 1); DROP TABLE ${server.quote('said')}; --` },
        { ...reading, where: '1 = 0) OR (1 = 1' },
      ]) {
        const error = await failureOf(data.checksum(wrong, EVERYTHING));
        expect(error.message).toContain(wrong.table);
      }
      await expectRows(reading, []);
    });
  });
}
