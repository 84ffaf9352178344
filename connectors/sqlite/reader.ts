import { createHash } from 'node:crypto';
import Database from 'libsql';
import type { AnswerLimit } from '../core/answer-limits.ts';
import { MOST_LENGTH, MOST_ROWS } from '../core/call-parts.ts';
import { type Cell, createWriter } from '../core/canonical.ts';
import type { Limits } from '../core/connector.ts';
import { createScan, type ScanPlan, type ScanResult } from '../core/scan.ts';

/** The process that reads a file. It is told by its environment which one, and within which limits. */

export type Question =
  | { kind: 'rows'; sql: string; values: unknown[] }
  | { kind: 'scan'; sql: string; plan: ScanPlan }
  | { kind: 'call'; sql: string; values: (string | null)[] }
  /** More rows of the call. */
  | { kind: 'next' }
  | { kind: 'close' };

export type Answer =
  | { found: unknown[][] | ScanResult | CallColumn[] }
  | { code: string; message: string; limit?: AnswerLimit };

/** With the table's column that it is, where the driver knows. */
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

/** Of what a scan answers. */
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

/** Rows within the limits; those that are kept count together, with what it costs to keep them. */
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
    // It is hashed here, or a part of it is cut out: what is sent counts above.
    if (sizeOf(row) > limits.answer) throw new TooMuch('answer');
    pass.take(row);
  }
  return pass.result();
}

const PRAGMAS = [
  'trusted_schema = off',
  'cell_size_check = on',
  'query_only = on',
  'busy_timeout = 5000',
  'hard_heap_limit = 512000000',
];

/** The file is somebody else's: its schema may be hostile. */
function open() {
  const opened = new Database(process.env['ADDRESS'] ?? '');
  for (const pragma of PRAGMAS) opened.pragma(pragma);
  return opened;
}

let database: ReturnType<typeof open> | null = null;
let called: Iterator<Cell[], undefined> | null = null;

/** The rows of the call; those that are not asked for are not looked for. */
function nextRows(): Cell[][] {
  const rows: Cell[][] = [];
  for (let length = 0; rows.length < MOST_ROWS && length < MOST_LENGTH;) {
    const row = called?.next().value;
    if (!row) break;
    length += sizeOf(row);
    rows.push(row);
  }
  return rows;
}

function find(question: Question): unknown[][] | ScanResult | CallColumn[] {
  if (question.kind === 'close') {
    database?.close();
    return [];
  }
  if (question.kind === 'next') return nextRows();
  database ??= open();
  const statement = database.prepare(question.sql).raw();
  switch (question.kind) {
    case 'scan':
      return scan(statement.safeIntegers().iterate() as Rows, question.plan);
    case 'call':
      called = weigh(statement.safeIntegers().iterate(question.values) as Rows, false);
      return statement
        .columns()
        .map(({ name, type, table, column }) => ({ name, type, table, column }));
    case 'rows':
      return [...weigh(statement.iterate(...question.values) as Rows, true)];
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
