import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandardType } from '../../../contract/engines.ts';
import { canonicalType, type CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Connection, ConnectionTarget, Connector, ConnectOptions } from '../connector.ts';
import { connectWith, optionsOf } from './exam.ts';
import {
  DEFINITION_BATCH,
  type Column,
  type NumberedColumn,
  type Reached,
  type Index,
  type StandardDefinition,
  type RoutineDefinition,
  type DefinitionReader,
  type TableDefinition,
  type ViewDefinition,
} from '../definitions.ts';
import type { RoutineSignature } from '../routine-signature.ts';

/** A connection below the connector, whose statements can be counted. */
export interface CountableSession {
  query(sql: string, values?: unknown[]): Promise<unknown>;
  close(): Promise<void>;
}

/** A schema in which every feature of an engine occurs, and what is to be read of it. */
export interface DefinitionExam<Session extends CountableSession> {
  connector: Connector;
  target: ConnectionTarget;
  options: Partial<ConnectOptions>;
  schema: string;
  /** All objects of the schema. */
  expected: Partial<Record<StandardType, StandardDefinition[]>>;
  /** How far columns of the schema are numbered; none where the engine keeps no numbers. */
  reached: { asked: NumberedColumn[]; expected: (Reached | null)[] };
  /** Whether it says which tables have foreign keys to others. */
  tellsReferring?: true;
  /** Schemas whose objects are many, or have hostile names. */
  hostileSchemas: string[];
  openSession(target: ConnectionTarget, options: ConnectOptions): Promise<Session>;
  createReader(session: Session): DefinitionReader | undefined;
  tearDown(): Promise<void>;
}

export const column = (
  name: string,
  type: string,
  canonical: CanonicalType,
  more: Partial<Column> = {},
): Column => ({
  name,
  type,
  canonical,
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  caseSensitive: canonical.kind === 'text' ? true : null,
  comment: null,
  ...more,
});

export const table = (
  name: string,
  columns: Column[],
  more: Partial<TableDefinition> = {},
): TableDefinition => ({
  kind: 'table',
  name,
  columns,
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  triggers: [],
  comment: null,
  estimatedRows: null,
  ...more,
});

export const view = (
  name: string,
  text: string | null,
  columns: Column[],
  more: Partial<ViewDefinition> = {},
): ViewDefinition => ({
  kind: 'view',
  name,
  columns,
  text,
  materialised: false,
  viewTriggers: [],
  comment: null,
  broken: null,
  ...more,
});

export const routine = (
  name: string,
  language: string,
  text: string | null,
  more: Partial<RoutineDefinition> = {},
): RoutineDefinition => ({
  kind: 'routine',
  name,
  parameters: [],
  returns: null,
  language,
  text,
  comment: null,
  // Its calls are what examines it.
  signature: expect.any(Object) as RoutineSignature,
  ...more,
});

/** Parts that begin with a bracket or hold one are expressions; a minus behind them stands for descending. */
export const index = (name: string, parts: string[], more: Partial<Index> = {}): Index => ({
  name,
  unique: false,
  parts: parts.map((part) => {
    const text = part.replace(/-$/, '');
    const isExpression = text.includes('(');
    return {
      column: isExpression ? null : text,
      expression: isExpression ? text : null,
      descending: part.endsWith('-'),
    };
  }),
  where: null,
  ...more,
});

export const TYPE = {
  integer: (bits: number, unsigned = false): CanonicalType => ({ kind: 'integer', bits, unsigned }),
  decimal: (precision: number | null, scale: number | null): CanonicalType => ({
    kind: 'decimal',
    precision,
    scale,
  }),
  float: (bits: 32 | 64): CanonicalType => ({ kind: 'float', bits }),
  text: (
    length: number | null,
    more: { fixed?: boolean; bytes?: boolean } = {},
  ): CanonicalType => ({
    kind: 'text',
    length,
    fixed: more.fixed ?? false,
    bytes: more.bytes ?? false,
  }),
  binary: (length: number | null, fixed = false): CanonicalType => ({
    kind: 'binary',
    length,
    fixed,
  }),
  bits: (length: number | null): CanonicalType => ({ kind: 'bits', length }),
  time: (precision: number | null, zone = false): CanonicalType => ({
    kind: 'time',
    precision,
    zone,
  }),
  timestamp: (precision: number | null, zone = false): CanonicalType => ({
    kind: 'timestamp',
    precision,
    zone,
  }),
  other: (name: string): CanonicalType => ({ kind: 'other', name }),
};

/** Removes the server's own spellings, which are tested by creating objects from them, and how its database sorts. */
export const withoutOwnWords = (definition: StandardDefinition): StandardDefinition => {
  if (definition.kind === 'table')
    return { ...definition, columns: definition.columns.map(({ sorting: _, ...rest }) => rest) };
  if (definition.kind !== 'routine') return definition;
  const { written: _, ...rest } = definition;
  return rest;
};

/** The exam that every reader of structure passes. */
export function examineDefinitions<Session extends CountableSession>(
  name: string,
  prepare: () => Promise<DefinitionExam<Session>>,
): void {
  describe(`${name}: what objects are made of`, () => {
    let exam: DefinitionExam<Session>;
    let connection: Connection;
    beforeAll(async () => {
      exam = await prepare();
      connection = await connectWith(exam.connector, exam.target, exam.options);
    });
    afterAll(async () => {
      await connection?.close();
      await exam?.tearDown();
    });

    const read = async (type: StandardType, schema: string, names: readonly string[]) =>
      byName((await connection.definitions?.readDefinitions(type, schema, names)) ?? []).map(
        withoutOwnWords,
      );

    test('reads every object of every type, in every detail', async () => {
      for (const type of exam.connector.objectTypes) {
        const { names } = await connection.listObjects(type, exam.schema);
        expect(await read(type, exam.schema, names)).toEqual(byName(exam.expected[type] ?? []));
      }
    });

    test('reads one object alone as it does among others', async () => {
      for (const type of exam.connector.objectTypes) {
        for (const expected of exam.expected[type] ?? [])
          expect(await read(type, exam.schema, [expected.name])).toEqual([expected]);
      }
    });

    test('reads the next number of columns, and null where it cannot be read', async () => {
      const { asked, expected } = exam.reached;
      const gone = { table: 'not there', column: 'id' };
      const read = await connection.definitions?.readReached?.(exam.schema, [...asked, gone]);
      expect(read ?? [null]).toEqual([...expected, null]);
    });

    test('names the tables that refer to others', async () => {
      const ask = connection.definitions?.readReferring;
      expect(ask !== undefined).toBe(exam.tellsReferring ?? false);
      if (!ask) return;
      const keys = (exam.expected.tables ?? []).flatMap((one) =>
        one.kind === 'table' ? one.foreignKeys.map((key) => ({ ...key, of: one.name })) : [],
      );
      const wanted = [
        ...new Set(keys.flatMap(({ schema, table: to }) => (schema === exam.schema ? to : []))),
      ];
      for (const names of [...wanted.map((name) => [name]), wanted, ['not there']]) {
        const found = await ask(exam.schema, names);
        const own = keys.filter(({ table: to }) => names.includes(to)).map(({ of }) => of);
        expect(
          found.flatMap(([schema, one]) => (schema === exam.schema ? one : [])).sort(),
        ).toEqual([...new Set(own)].sort());
      }
      expect(wanted.length).toBeGreaterThan(0);
      expect(await ask('no such schema', wanted)).toEqual([]);
    });

    test('gives types that the contract knows', async () => {
      for (const type of exam.connector.objectTypes) {
        const { names } = await connection.listObjects(type, exam.schema);
        for (const object of await read(type, exam.schema, names)) {
          const typed = object.kind === 'routine' ? object.parameters : object.columns;
          for (const { canonical } of typed)
            expect(canonicalType.parse(canonical)).toEqual(canonical);
        }
      }
    });

    test('leaves out objects that do not exist, or have another type or schema', async () => {
      const all = Object.values(exam.expected)
        .flat()
        .map((object) => object.name);
      for (const type of exam.connector.objectTypes) {
        const own = (exam.expected[type] ?? []).map((object) => object.name).sort();
        const found = await read(type, exam.schema, [...all, 'not there', 'NOT THERE(integer)']);
        expect(found.map((object) => object.name)).toEqual(own);
        expect(await read(type, exam.schema, [])).toEqual([]);
        expect(await read(type, 'no such schema', own)).toEqual([]);
      }
    });

    test('finds every object by the very name under which it is listed', async () => {
      for (const schema of exam.hostileSchemas) {
        for (const type of exam.connector.objectTypes) {
          const { names } = await connection.listObjects(type, schema).catch(() => ({ names: [] }));
          const found: string[] = [];
          for (let start = 0; start < names.length; start += DEFINITION_BATCH) {
            const batch = await read(type, schema, names.slice(start, start + DEFINITION_BATCH));
            found.push(...batch.map((object) => object.name));
          }
          expect({ schema, type, found: found.sort() }).toEqual({ schema, type, found: names });
        }
      }
    });

    test('asks as many statements for many objects as for one', async () => {
      const session = await exam.openSession(exam.target, optionsOf(exam.options));
      let statements = 0;
      const reader = exam.createReader({
        ...session,
        query: (sql: string, values?: unknown[]) => {
          statements += 1;
          return session.query(sql, values);
        },
      });
      for (const [type, objects] of Object.entries(exam.expected)) {
        // A broken view is looked for among the others.
        const names = objects.flatMap((object) =>
          object.kind === 'view' && object.broken ? [] : object.name,
        );
        if (names.length === 0) continue;
        const count = async (some: readonly string[]) => {
          statements = 0;
          await reader?.readDefinitions(type as StandardType, exam.schema, some);
          return statements;
        };
        const alone: number[] = [];
        for (const name of names) alone.push(await count([name]));
        // Partitions are asked for where there are any.
        expect(await count(names)).toBeLessThanOrEqual(Math.max(...alone) + 1);
      }
      await session.close();
    });
  });
}

const byName = (objects: readonly StandardDefinition[]): StandardDefinition[] =>
  [...objects].sort((a, b) => (a.name < b.name ? -1 : 1));
