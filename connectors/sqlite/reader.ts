import { createHash } from 'node:crypto';
import Database from 'libsql';
import type { AnswerLimit } from '../core/connecting/answer-limits.ts';
import { MAX_LENGTH, MAX_ROWS } from '../core/calls/call-parts.ts';
import { type Cell, createWriter } from '../core/rows/canonical.ts';
import type { Limits } from '../core/connector.ts';
import { createScan, type ScanPlan, type ScanResult } from '../core/rows/scan.ts';

/**
 * The process that reads a file, and writes to it only in transactions that are rolled back. Its environment contains
 * the path and the limits.
 */

export type Question =
  | { kind: 'rows'; sql: string; values: unknown[] }
  | { kind: 'scan'; sql: string; plan: ScanPlan }
  | { kind: 'call'; sql: string; values: (string | null)[] }
  /** Asks for more rows of the call. */
  | { kind: 'next' }
  /** From then on, all questions run in a transaction that may write. */
  | { kind: 'begin' }
  | { kind: 'rollBack' }
  | { kind: 'close' };

export type Answer =
  | { found: unknown[][] | ScanResult | Called }
  | { code: string; message: string; limit?: AnswerLimit };

/** A statement without a result set answers with the number of changed rows. */
export type Called = { columns: CallColumn[] } | { changed: number };

/** With the table column that it shows, if the driver knows. */
export interface CallColumn {
  name: string;
  type: string | null;
  table: string | null;
  column: string | null;
}

type Rows = Iterable<Cell[]>;

const limits = JSON.parse(process.env['LIMITS'] ?? '') as Pick<Limits, 'row' | 'answer'>;
let held = 0;

class TooMuch extends Error {
  readonly code = 'TOO_MUCH';
  readonly limit: AnswerLimit;

  constructor(limit: AnswerLimit) {
    super('Too much');
    this.limit = limit;
  }
}

function hold(bytes: number): void {
  held += bytes;
  if (held > limits.answer) throw new TooMuch('answer');
}

/** Counts a row that a scan keeps. */
function holdRow(bytes: number): void {
  if (bytes > limits.row) throw new TooMuch('row');
  hold(bytes);
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const startPass = createScan(createWriter(), digest, holdRow);

const sizeOf = (row: Cell[]): number =>
  row.reduce<number>(
    (size, cell) =>
      size + (typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8),
    0,
  );

/** Checks rows against the limits; rows that are kept are summed up, with their overhead in memory. */
function* weigh(rows: Rows, isKept: boolean): Generator<Cell[], undefined> {
  for (const row of rows) {
    const size = sizeOf(row);
    if (size > limits.row) throw new TooMuch('row');
    if (isKept) hold(size + 100 + 32 * row.length);
    yield row;
  }
}

function scan(rows: Rows, plan: ScanPlan): ScanResult {
  const pass = startPass(plan);
  for (const row of rows) {
    // Rows are hashed or cut down here; what is sent is counted above.
    if (sizeOf(row) > limits.answer) throw new TooMuch('answer');
    pass.take(row);
  }
  return pass.result();
}

const PRAGMAS = [
  'trusted_schema = off',
  'cell_size_check = on',
  'busy_timeout = 5000',
  'hard_heap_limit = 512000000',
];

/**
 * The file is not trusted: its schema may be hostile. The driver's read-only option does not work, but that in the
 * file's URI does.
 */
function open(mode: 'ro' | 'rw', pragmas: readonly string[]) {
  const opened = new Database(`${process.env['FILE'] ?? ''}?mode=${mode}`);
  for (const pragma of [...PRAGMAS, ...pragmas]) opened.pragma(pragma);
  return opened;
}
const openReading = () => open('ro', ['query_only = on']);

/** Nothing reaches the file, even if this process is killed: changed pages and their journal stay in memory. */
function beginWriting() {
  const opened = open('rw', ['foreign_keys = on', 'cache_spill = off', 'temp_store = memory']);
  try {
    const [found] = opened.pragma('journal_mode') as { journal_mode: string }[];
    // With a write-ahead log, this would change the file.
    if (found?.journal_mode !== 'wal') opened.pragma('journal_mode = memory');
    opened.exec('BEGIN IMMEDIATE');
  } catch (error) {
    opened.close();
    throw error;
  }
  return opened;
}

let reading: ReturnType<typeof open> | null = null;
let writing: ReturnType<typeof open> | null = null;
let called: Iterator<Cell[], undefined> | null = null;

/** Fetches rows of the call on demand. */
function nextRows(): Cell[][] {
  const rows: Cell[][] = [];
  for (let length = 0; rows.length < MAX_ROWS && length < MAX_LENGTH;) {
    const row = called?.next().value;
    if (!row) break;
    length += sizeOf(row);
    rows.push(row);
  }
  return rows;
}

function call(statement: Database.Statement, values: (string | null)[]): Called {
  if (!statement.reader) return { changed: statement.run(values).changes };
  called = weigh(statement.raw().safeIntegers().iterate(values) as Rows, false);
  const columns = statement.columns();
  return {
    columns: columns.map(({ name, type, table, column }) => ({ name, type, table, column })),
  };
}

function ask(question: Extract<Question, { sql: string }>): unknown[][] | ScanResult | Called {
  const database = writing ?? (reading ??= openReading());
  const statement = database.prepare(question.sql);
  switch (question.kind) {
    case 'scan':
      return scan(statement.raw().safeIntegers().iterate() as Rows, question.plan);
    case 'call':
      return call(statement, question.values);
    case 'rows':
      return [...weigh(statement.raw().iterate(...question.values) as Rows, true)];
  }
}

/** The transaction ends with its connection. */
function rollBack(): void {
  writing?.exec('ROLLBACK');
  writing?.close();
  writing = null;
}

function find(question: Question): unknown[][] | ScanResult | Called {
  if ('sql' in question) return ask(question);
  switch (question.kind) {
    case 'close':
      writing?.close();
      reading?.close();
      return [];
    case 'next':
      return nextRows();
    case 'begin':
      writing = beginWriting();
      return [];
    case 'rollBack':
      rollBack();
      return [];
  }
}

function answer(question: Question): Answer {
  held = 0;
  try {
    return { found: find(question) };
  } catch (error) {
    const { code = '', message, limit } = error as Error & { code?: string; limit?: AnswerLimit };
    return { code, message, ...(limit && { limit }) };
  }
}

process.on('message', (question: Question) => process.send?.(answer(question)));
process.on('disconnect', () => process.exit());
