import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { EngineId } from '../../../connectors/engines.ts';
import { connectors } from '../../../connectors/registry.ts';
import type { Named } from './named.ts';
import type { ComparedColumns } from './compared-columns.ts';
import type { FromParser, Job, ToParser } from './parser.ts';
import type { Names } from './print/print-query.ts';
import type { RoutineText } from './routines/routines.ts';
import type { Written } from './print/write.ts';
// oxlint-disable-next-line import/default -- made by the build: scripts/lib/programs.mjs
import program from './parser.ts?program';
import type { Dialect, KnownColumn, KnownTable, Reading } from './read.ts';
import type { Expression } from './canonical/defaults.ts';

export type { Expression } from './canonical/defaults.ts';
export type { KnownColumn, KnownTable, Meaning, Reading } from './read.ts';
export type { Letters } from './expressions/letters.ts';
export type { ComparedColumn, ComparedColumns } from './compared-columns.ts';
export type { RoutineText } from './routines/routines.ts';
export type { Written } from './print/write.ts';
export { type Gap, fillGaps } from './print/print-program.ts';
export type { Named } from './named.ts';
export { foldingSide, isFolded } from './expressions/likes.ts';
export { mayFold, textMatterOf } from './expressions/text-rules.ts';
export { type Example, findExample } from './routines/examples.ts';
export { otherConstant } from './canonical/constants.ts';
export { type SureDifference, findSureDifference } from './canonical/parts.ts';
export { findOtherRows } from './canonical/shape.ts';

/** Expressions that stand in one table or index, or the query of one view. */
export type Texts = { engine: EngineId } & (
  | { columns: readonly KnownColumn[]; expressions: readonly Expression[] }
  | { tables: readonly KnownTable[]; query: string }
);

/** A routine, and the tables that its text may name. */
export interface Routine {
  engine: EngineId;
  tables: readonly KnownTable[];
  routine: RoutineText;
}

/** The thread's final answer to a request. */
type Answer = Exclude<FromParser, { kind: 'started' }>;

export type Meanings = ReturnType<typeof createMeanings>;

/** Characters of one text; a longer one is not read. */
const MAX_TEXT = 200_000;
/** Milliseconds for the texts of one table: they take one as a rule. */
const TIMEOUT = 5_000;
/** And until the parser is loaded: half a second, as a rule. */
const LOADING = 30_000;
/** Texts of one table on which the thread may end; the rest of them is left unread. */
const LOST = 3;
/** A thread without work gives its memory back after so many milliseconds. */
const IDLE = 10_000;
/** Meanings that are remembered; each is some hundred bytes, and that of a routine some thousand. */
const REMEMBERED = 50_000;
/** Parts of programs that are remembered, of some 150 bytes each; beyond that, the oldest are forgotten. */
const REMEMBERED_PARTS = 300_000;

/**
 * What texts in SQL mean, whatever the dialect. They are parsed in a thread of its own: one that takes too long, or too
 * much memory, ends with it, and what it read counts as not readable.
 */
export function createMeanings(mostParts = REMEMBERED_PARTS) {
  const known = new Map<string, Reading>();
  /** How many parts the programs of routines have, the oldest first. */
  const programs = new Map<string, number>();
  let parts = 0;
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const made = new Worker(program, {
      workerData: new Map(
        connectors.map(({ id, sql, sqlRules }): [EngineId, Dialect] => [
          id,
          { spelling: sql, rules: sqlRules },
        ]),
      ),
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // Running out of memory is an error; requests learn of it by the exit event.
    made.on('error', () => undefined);
    made.on('exit', () => {
      if (thread === made) thread = null;
    });
    return made;
  };
  const stop = (): void => {
    void thread?.terminate();
    thread = null;
  };

  /** @returns null where the thread did not answer in time, or ended */
  const request = (asked: ToParser): Promise<Answer | null> =>
    new Promise((resolve) => {
      clearTimeout(idle);
      const own = (thread ??= start());
      own.ref();
      let patience = setTimeout(stop, LOADING);
      const finish = (answer: Answer | null) => {
        clearTimeout(patience);
        own.off('message', hear).off('exit', ended).unref();
        idle = setTimeout(stop, IDLE).unref();
        resolve(answer);
      };
      const ended = () => finish(null);
      const hear = (message: FromParser) => {
        if (message.kind !== 'started') return finish(message);
        // The time limit of the text begins once the parser is loaded.
        clearTimeout(patience);
        patience = setTimeout(stop, TIMEOUT);
      };
      own.on('message', hear).once('exit', ended);
      own.postMessage(asked);
    });

  /** Runs one request at a time, so that a text that takes too long fails no other request. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (asked: ToParser): Promise<Answer | null> => {
    const answer = turn.then(() => request(asked));
    turn = answer;
    return answer;
  };
  const ask = async (engine: EngineId, job: Job): Promise<Reading[] | null> => {
    const answer = await inTurn({ engine, job });
    return answer?.kind === 'read' ? answer.readings : null;
  };

  /** Reads all expressions together; if that fails, each alone, so that a bad one does not fail the others. */
  const readEach = async (
    engine: EngineId,
    columns: readonly KnownColumn[],
    expressions: readonly Expression[],
  ): Promise<Reading[]> => {
    const together = await ask(engine, { columns, expressions });
    if (together) return together;
    if (expressions.length === 1) return [null];
    const readings: Reading[] = [];
    let lost = 0;
    for (const expression of expressions) {
      const alone = lost < LOST ? await ask(engine, { columns, expressions: [expression] }) : null;
      if (!alone) lost += 1;
      readings.push(alone?.[0] ?? null);
    }
    return readings;
  };

  const forget = (key: string): void => {
    known.delete(key);
    parts -= programs.get(key) ?? 0;
    programs.delete(key);
  };
  const remember = (key: string, reading: Reading): void => {
    forget(key);
    if (known.size >= REMEMBERED) forget(known.keys().next().value!);
    known.set(key, reading);
    if (!reading?.program) return;
    programs.set(key, reading.program.parts);
    parts += reading.program.parts;
    for (const oldest of programs.keys()) {
      if (parts <= mostParts || oldest === key) break;
      forget(oldest);
    }
  };

  return {
    /** Reads what is not known yet. */
    async prepare(list: readonly (Texts | Routine)[]): Promise<void> {
      for (const texts of list) {
        if (!('columns' in texts)) {
          const isView = 'query' in texts;
          const key = isView ? keyOfView(texts) : keyOfRoutine(texts);
          if (known.has(key)) continue;
          const { length } = isView ? texts.query : texts.routine.text;
          const readings = length > MAX_TEXT ? null : await ask(texts.engine, texts);
          remember(key, readings?.[0] ?? null);
          continue;
        }
        const { engine, columns } = texts;
        const missing = texts.expressions
          .map((expression) => ({ expression, key: keyOfExpression(engine, columns, expression) }))
          .filter(({ key }) => !known.has(key));
        if (missing.length === 0) continue;
        const isShort =
          missing.reduce((sum, { expression }) => sum + expression.text.length, 0) <= MAX_TEXT;
        const expressions = missing.map(({ expression }) => expression);
        const readings = isShort ? await readEach(engine, columns, expressions) : [];
        for (const [index, { key }] of missing.entries()) remember(key, readings[index] ?? null);
      }
    },

    /**
     * Translates texts to another engine's dialect, in order; null for those that cannot be written.
     * @param into - `quoted` names for a statement that somebody runs; the names of a query's outputs, where they are to be shown
     */
    async write(
      { engine, ...job }: Texts,
      into: { engine: EngineId; names: Names; outputs?: readonly string[] },
    ): Promise<(Written | null)[]> {
      const texts = 'query' in job ? [job.query] : job.expressions.map(({ text }) => text);
      const isShort = texts.reduce((sum, { length }) => sum + length, 0) <= MAX_TEXT;
      const answer = isShort ? await inTurn({ engine, job, into }) : null;
      return answer?.kind === 'written' ? answer.texts : texts.map(() => null);
    },

    /**
     * Translates the body of a routine to another engine's dialect, with gaps for what stays as it is; null where it cannot be
     * written to the same meaning.
     * @param into - the parameters of its counterpart, under whose names it is written
     */
    async writeRoutine(
      { engine, ...job }: Routine,
      into: { engine: EngineId; parameters: readonly KnownColumn[] },
    ): Promise<Written | null> {
      if (job.routine.text.length > MAX_TEXT) return null;
      const answer = await inTurn({ engine, job, into: { ...into, names: 'shown' } });
      return answer?.kind === 'written' ? (answer.texts[0] ?? null) : null;
    },

    /** What the query of a view names; null where it cannot be read. */
    async namesIn(engine: EngineId, query: string): Promise<Named | null> {
      if (query.length > MAX_TEXT) return null;
      const answer = await inTurn({ engine, job: { namesOf: query } });
      return answer?.kind === 'named' ? answer.named : null;
    },

    /** The columns that a text compares with parameters; null where the text is too long, or took too long. */
    async comparedIn(
      engine: EngineId,
      body: string,
      parameters: readonly string[],
    ): Promise<ComparedColumns | null> {
      if (body.length > MAX_TEXT) return null;
      const answer = await inTurn({ engine, job: { body, parameters } });
      return answer?.kind === 'compared' ? answer.found : null;
    },

    /** The meaning of an expression that `prepare` has read; null where it cannot be read, or was not prepared. */
    ofExpression: (
      engine: EngineId,
      columns: readonly KnownColumn[],
      expression: Expression,
    ): Reading => known.get(keyOfExpression(engine, columns, expression)) ?? null,
    /** Likewise of the query of a view. */
    ofView: (view: { engine: EngineId; tables: readonly KnownTable[]; query: string }): Reading =>
      known.get(keyOfView(view)) ?? null,
    /** Likewise of what a routine gives back. */
    ofRoutine: (routine: Routine): Reading => known.get(keyOfRoutine(routine)) ?? null,
  };
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** Caches the hash of a table's columns, which many expressions share. */
const fingerprints = new WeakMap<readonly KnownColumn[], string>();
function fingerprintOf(columns: readonly KnownColumn[]): string {
  const found = fingerprints.get(columns) ?? hashOf(columns);
  fingerprints.set(columns, found);
  return found;
}

const keyOfExpression = (
  engine: EngineId,
  columns: readonly KnownColumn[],
  { text, as }: Expression,
): string => hashOf([engine, fingerprintOf(columns), as, text]);

const keyOfView = ({
  engine,
  tables,
  query,
}: {
  engine: EngineId;
  tables: readonly KnownTable[];
  query: string;
}): string => hashOf([engine, query, tables.map(keyOfTable)]);

const keyOfRoutine = ({ engine, tables, routine }: Routine): string =>
  hashOf([engine, 'routine', routine, tables.map(keyOfTable)]);

const keyOfTable = ({ columns, ...table }: KnownTable): unknown[] => [
  table,
  fingerprintOf(columns),
];
