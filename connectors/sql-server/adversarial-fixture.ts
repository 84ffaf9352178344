import {
  namesWithin,
  type AdversarialCase,
  type Expectation,
} from '../core/exams/adversarial-exam.ts';
import { replay, scriptOf, targetAt, type ObjectRow } from './testing/replayed-database.ts';

/** What is played, until it is torn down. */
export interface Stage {
  play(schemas: string[], objects: ObjectRow[]): Promise<Pick<Expectation, 'target'>>;
  tearDown(): Promise<void>;
}

export function createStage(): Stage {
  const stops: (() => Promise<void>)[] = [];
  return {
    async play(schemas, objects) {
      const own: [string, number][] = ['dbo', 'guest', 'sys'].map((name) => [name, 0]);
      const all = [...own, ...schemas.map((name): [string, number] => [name, 1])];
      const server = await replay({ script: scriptOf(all, objects) });
      stops.push(() => server.stop());
      return { target: targetAt(server.port) };
    },
    async tearDown() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

/** `sysname` holds 128 units of UTF-16; emoji are two. */
const NAMES = namesWithin({
  longest: 128,
  unit: 'characters',
  emoji: true,
  caseSensitive: true,
}).filter((name) => name.length <= 128);

export const SQL_SERVER_CASES: AdversarialCase<Stage>[] = [
  {
    title: 'names as long and as wild as may be, in a schema of such a name',
    async make(stage) {
      const schema = NAMES.at(-1) ?? '';
      // All kinds share the names of a schema; with a letter in front none is longer than may be.
      const named = (letter: string) =>
        NAMES.filter((name) => name.length < 128).map((name) => `${letter}${name}`);
      const content = {
        tables: NAMES,
        views: named('v'),
        functions: named('f'),
        procedures: named('p'),
      };
      const rows = (names: string[], kind: string) =>
        names.map((name): ObjectRow => [schema, name, kind]);
      const played = await stage.play(
        [schema],
        [
          ...rows(content.tables, 'U '),
          ...rows(content.views, 'V '),
          ...rows(content.functions, 'FN'),
          ...rows(content.procedures, 'P '),
        ],
      );
      return { ...played, schemas: ['dbo', schema], content: { [schema]: content } };
    },
  },
  {
    title: '5,000 schemas, and 20,000 tables in one of them',
    async make(stage) {
      const schemas = Array.from({ length: 5_000 }, (_, index) => `schema ${index}`);
      const tables = Array.from({ length: 20_000 }, (_, index) => `table ${index}`);
      const played = await stage.play(
        schemas,
        tables.map((name): ObjectRow => ['schema 4999', name, 'U ']),
      );
      return {
        ...played,
        schemas: ['dbo', ...schemas],
        content: { 'schema 4999': { tables }, 'schema 0': {} },
      };
    },
  },
];
