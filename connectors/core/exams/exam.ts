import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StandardType } from '../../../contract/engines.ts';
import type { OtherKind } from '../../../contract/proof/others.ts';
import {
  DEFAULT_LIMITS,
  type Connection,
  type ConnectionTarget,
  type ConnectOptions,
  type Connector,
  type Limits,
} from '../connector.ts';
import { ConnectorError } from '../errors.ts';
import { createReach } from '../connecting/reach.ts';
import { listObjectsOf, spellTriggers } from '../catalogue/tracked.ts';

/** Names that a careless connector mangles. Every engine adds what it can hold beyond these. */
export const HOSTILE_NAMES = [
  'Mixed Case',
  'quo"te',
  "apo'strophe",
  'back`tick',
  'back\\slash',
  'dot.ted.name',
  'semi;colon',
  '--comment',
  "'); drop table x; --",
  'select',
  'order',
  'user',
  'per%cent',
  'under_score',
  'dollar$1',
  'f(integer)',
  'Straße_ünïcode',
  '日本語の表',
  'null',
  '0digits',
];

export type Inventory = Partial<Record<StandardType, string[]>>;

/** An engine with known content, and the facts that the exam needs. */
export interface Exam {
  connector: Connector;
  /** Signs in as somebody who sees everything. */
  target: ConnectionTarget;
  options: Partial<ConnectOptions>;
  version: RegExp;
  /** All that the inventory must show, by schema; an absent type means none. */
  content: Record<string, Inventory>;
  /** The schema that has other things, by kind, a trigger as `table.trigger`; null: not read. Kinds that are absent it cannot have. */
  others: { schema: string; kinds: Partial<Record<OtherKind, string[] | null>> };
  systemSchema: string | null;
  /** The connection below the connector, to send statements that it would never send. */
  openSession(
    target: ConnectionTarget,
    options: ConnectOptions,
  ): Promise<{ query(sql: string): Promise<unknown>; close(): Promise<void> }>;
  /** Statements that would write. */
  writes: string[];
  /** Runs for several seconds at least. */
  slowStatement: string;
  /** How many slow statements are running now, at the server or in a process of their own. */
  countSlow(): Promise<number>;
  /** Ends slow statements whose connection was cut, where the server itself does not notice. */
  endSlow?(): Promise<void>;
  /** Ends sessions with a slow statement as an administrator does. */
  endSessions?(): Promise<void>;
  /** How the first message of the server begins; null where there is no server. */
  greeting: Buffer | null;
  tearDown(): Promise<void>;
}

type Overrides = Partial<Omit<ConnectOptions, 'limits'>> & { limits?: Partial<Limits> };

export const optionsOf = (overrides: Overrides): ConnectOptions => ({
  reach: overrides.reach ?? createReach({ fileFolders: [] }),
  limits: { ...DEFAULT_LIMITS, ...overrides.limits },
  ...(overrides.signal ? { signal: overrides.signal } : {}),
});

/** The connector's `connect` with the limits and the reach that it has by default. */
export function connectWith(
  connector: Connector,
  target: ConnectionTarget,
  overrides: Overrides = {},
): Promise<Connection> {
  return connector.connect(target, optionsOf(overrides));
}

/** The error that was thrown; fails where there was none, or one that is not meant for people. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectorError> {
  const outcome = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(ConnectorError);
  const error = outcome as ConnectorError;
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.message).not.toMatch(/\b(SELECT .* FROM|undefined|null|\[object)/);
  return error;
}

const timeOf = async (work: Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work.catch(() => undefined);
  return performance.now() - start;
};

/** The exam that every connector passes. */
export function examineConnector(name: string, prepare: () => Promise<Exam>): void {
  describe(`${name}: the exam of all connectors`, () => {
    let exam: Exam;
    let connection: Connection;
    beforeAll(async () => {
      exam = await prepare();
      connection = await connectWith(exam.connector, exam.target, exam.options);
    });
    afterAll(async () => {
      await connection?.close();
      await exam?.tearDown();
    });
    const openSession = (overrides: Parameters<typeof optionsOf>[0] = {}) =>
      exam.openSession(exam.target, optionsOf({ ...exam.options, ...overrides }));

    test('says which server it is', async () => {
      expect(await connection.serverVersion()).toMatch(exam.version);
    });

    test('lists the schemas, without the engine’s own', async () => {
      const schemas = await connection.listSchemas();
      expect(schemas).toEqual([...schemas].sort());
      expect(schemas).toEqual(expect.arrayContaining(Object.keys(exam.content)));
      expect(schemas).not.toContain(exam.systemSchema);
    });

    // covers: D28.1
    test('lists the objects of every type in every schema: all of them, nothing else, unharmed', async () => {
      for (const [schema, inventory] of Object.entries(exam.content)) {
        for (const type of exam.connector.objectTypes) {
          const { names, warnings } = await connection.listObjects(type, schema);
          expect({ schema, type, names }).toEqual({
            schema,
            type,
            names: [...(inventory[type] ?? [])].sort(),
          });
          expect(warnings).toEqual([]);
        }
      }
    });

    test('lists what else a schema has, kind by kind, and only kinds that the engine has', async () => {
      const { schema, kinds } = exam.others;
      const lists = await connection.listOthers(schema);
      const read = lists.map(({ kind, names, complete }) => {
        expect({ kind, complete }).toEqual({ kind, complete: names !== null });
        return [kind, names?.map(({ name, of }) => (of ? `${of}.${name}` : name)).sort() ?? null];
      });
      expect(Object.fromEntries(read)).toEqual(kinds);
    });

    test('lists triggers and sequences as objects, where it has them, and refuses a schema that is not there', async () => {
      const { schema, kinds } = exam.others;
      for (const type of exam.connector.trackedTypes) {
        const found = (kinds[type] ?? []).map((name) => {
          const [table = '', trigger] = name.split('.');
          return trigger === undefined ? { name, of: null } : { name: trigger, of: table };
        });
        const names = type === 'triggers' ? spellTriggers(found) : found.map(({ name }) => name);
        expect(await listObjectsOf(connection, type, schema)).toEqual({
          names: names.sort(),
          warnings: [],
        });
        const error = await failureOf(listObjectsOf(connection, type, 'no such schema'));
        expect(error.code).toBe('not-found');
      }
    });

    test('has no warning for somebody who sees everything', async () => {
      expect(await connection.listWarnings()).toEqual([]);
      expect(await connection.listUnreadable()).toEqual([]);
    });

    test('refuses a schema that is not there, and the engine’s own, by name', async () => {
      for (const schema of ['no such schema', exam.systemSchema]) {
        if (schema === null) continue;
        for (const type of exam.connector.objectTypes) {
          const error = await failureOf(connection.listObjects(type, schema));
          expect(error.code).toBe('not-found');
          expect(error.message).toContain(`"${schema}"`);
        }
      }
    });

    test('answers several calls at once', async () => {
      const schemas = Object.keys(exam.content);
      const lists = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          connection.listObjects('tables', schemas[index % schemas.length] ?? ''),
        ),
      );
      lists.forEach(({ names }, index) =>
        expect(names).toHaveLength(
          exam.content[schemas[index % schemas.length] ?? '']?.tables?.length ?? 0,
        ),
      );
    });

    test('can write nothing', async () => {
      const session = await openSession();
      for (const statement of exam.writes) {
        const error = await failureOf(session.query(statement));
        expect({ statement, code: error.code }).toEqual({ statement, code: 'permission' });
      }
      await session.close();
    });

    test('stops a statement at its limit, and the server stops it, too', async () => {
      const session = await openSession({ limits: { ...DEFAULT_LIMITS, statement: 400 } });
      let error: ConnectorError | undefined;
      const elapsed = await timeOf(
        failureOf(session.query(exam.slowStatement)).then((failure) => (error = failure)),
      );
      expect(error?.code).toBe('timeout');
      expect(error?.message).toContain('0.4 seconds');
      // The server's own limit comes first, not the later one on this side.
      expect(elapsed).toBeLessThan(1_900);
      await expectNothingSlow();
      await session.close();
    });

    test('stops everything at the overall limit', async () => {
      const session = await openSession({ limits: { ...DEFAULT_LIMITS, overall: 3_000 } });
      const error = await failureOf(session.query(exam.slowStatement));
      expect(error.code).toBe('timeout');
      expect(error.message).toContain('3 seconds in total');
      await expectNothingSlow();
      expect((await failureOf(session.query('SELECT 1'))).code).toBe('timeout');
      await session.close();
    });

    test('an abort stops the statement at the server and closes the connection', async () => {
      const abort = new AbortController();
      const session = await openSession({ signal: abort.signal });
      const running = failureOf(session.query(exam.slowStatement));
      await expect.poll(() => exam.countSlow()).toBe(1);
      abort.abort();
      const start = performance.now();
      expect((await running).code).toBe('cancelled');
      expect(performance.now() - start).toBeLessThan(5_000);
      await expectNothingSlow();
      expect((await failureOf(session.query('SELECT 1'))).code).toBe('cancelled');
      await session.close();
    });

    test('does not connect when it was aborted before', async () => {
      const error = await failureOf(
        connectWith(exam.connector, exam.target, { ...exam.options, signal: AbortSignal.abort() }),
      );
      expect(error.code).toBe('cancelled');
    });

    test('can be closed twice, and says so when it is used afterwards', async () => {
      const other = await connectWith(exam.connector, exam.target, exam.options);
      await other.close();
      await other.close();
      const error = await failureOf(
        other.listObjects('tables', Object.keys(exam.content)[0] ?? ''),
      );
      expect(error.message).toContain('closed');
    });

    async function expectNothingSlow(): Promise<void> {
      await expect.poll(() => exam.countSlow()).toBe(0);
    }
  });
}
