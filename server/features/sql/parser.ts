// The thread that parses: what people's databases hold must not hold the server up, nor fill its memory.
import { parentPort, workerData } from 'node:worker_threads';
import type { EngineId } from '../../../connectors/engines.ts';
import {
  type Dialect,
  type KnownColumn,
  type KnownTable,
  type Reading,
  readExpressions,
  readView,
  startParser,
} from './read.ts';
import type { Expression } from './canonical/defaults.ts';
import { type ComparedColumns, findComparedColumns } from './compared-columns.ts';
import type { Names } from './print/print-query.ts';
import { type Named, readNamed } from './named.ts';
import { type RoutineText, readRoutine } from './routines/routines.ts';
import { writeRoutine } from './print/write-routine.ts';
import { type Written, writeExpressions, writeView } from './print/write.ts';

/** What to read: expressions of one table, the query of a view, a routine, the names in a query, or the columns compared with parameters. */
export type Job =
  | { namesOf: string }
  | { body: string; parameters: readonly string[] }
  | { columns: readonly KnownColumn[]; expressions: readonly Expression[] }
  | { tables: readonly KnownTable[]; query: string }
  | { tables: readonly KnownTable[]; routine: RoutineText };

export interface ToParser {
  engine: EngineId;
  job: Job;
  /** Set where texts are to be translated to another engine's dialect. */
  into?: {
    engine: EngineId;
    names: Names;
    outputs?: readonly string[];
    parameters?: readonly KnownColumn[];
  };
}

/** `started` comes once the parser is loaded and begins to read; answers come in the order of the requests. */
export type FromParser =
  | { kind: 'started' }
  | { kind: 'read'; readings: Reading[] }
  | { kind: 'named'; named: Named | null }
  | { kind: 'compared'; found: ComparedColumns }
  | { kind: 'written'; texts: (Written | null)[] };

const dialects = workerData as ReadonlyMap<EngineId, Dialect>;
const started = startParser();

async function answer({ engine, job: asked, into }: ToParser): Promise<void> {
  await started;
  parentPort!.postMessage({ kind: 'started' } satisfies FromParser);
  const own = dialects.get(engine)!;
  const job = seenBy(own, asked);
  if ('namesOf' in job) {
    const named = readNamed(own, job.namesOf);
    return parentPort!.postMessage({ kind: 'named', named } satisfies FromParser);
  }
  if ('body' in job) {
    const found = findComparedColumns(job.body, own, job.parameters);
    return parentPort!.postMessage({ kind: 'compared', found } satisfies FromParser);
  }
  if ('routine' in job) {
    if (into) {
      const { engine: target, parameters = [], names } = into;
      const there = { dialect: dialects.get(target)!, names };
      const texts = [writeRoutine(own, there, job.tables, job.routine, parameters)];
      return parentPort!.postMessage({ kind: 'written', texts } satisfies FromParser);
    }
    const readings = [readRoutine(own, job.tables, job.routine)];
    return parentPort!.postMessage({ kind: 'read', readings } satisfies FromParser);
  }
  if (into) {
    const { engine: target, ...spelt } = into;
    const there = { dialect: dialects.get(target)!, ...spelt };
    const texts =
      'query' in job
        ? [writeView(own, there, job.tables, job.query)]
        : writeExpressions(own, there, job.columns, job.expressions);
    return parentPort!.postMessage({ kind: 'written', texts } satisfies FromParser);
  }
  const readings: Reading[] =
    'query' in job
      ? [readView(own, job.tables, job.query)]
      : readExpressions(own, job.columns, job.expressions);
  parentPort!.postMessage({ kind: 'read', readings } satisfies FromParser);
}

/**
 * A column as expressions of its engine see it: one of SQLite whose declared type promises nothing (`INTEGER_OR_TEXT`), or that
 * has none, counts as text where its counterpart holds texts.
 */
function asSeen(column: KnownColumn, { parser }: Dialect['rules']): KnownColumn {
  const { canonical, textThere } = column;
  if (parser !== 'sqlite' || canonical.kind !== 'other' || !textThere) return column;
  // Only STRICT tables keep values of ANY as they come.
  if (/^any$/i.test(canonical.name)) return column;
  const looseText = KEEPS_TEXTS.test(canonical.name) ? 'any' : 'numbers';
  return {
    ...column,
    looseText,
    canonical: { kind: 'text', length: null, fixed: false, bytes: false },
  };
}

/** Declared types of SQLite beside which digits stay texts. */
const KEEPS_TEXTS = /^$|^(?!.*int).*(?:char|clob|text|blob)/is;

/** A request with columns as the engine's expressions see them. */
function seenBy<J extends Job>({ rules }: Dialect, job: J): J {
  const seen = (columns: readonly KnownColumn[]) => columns.map((one) => asSeen(one, rules));
  return {
    ...job,
    ...('columns' in job && { columns: seen(job.columns) }),
    ...('tables' in job && {
      tables: job.tables.map((table) => ({ ...table, columns: seen(table.columns) })),
    }),
    ...('routine' in job && {
      routine: { ...job.routine, parameters: seen(job.routine.parameters) },
    }),
  };
}

// An error ends the thread.
parentPort!.on('message', (asked: ToParser) => void answer(asked));
