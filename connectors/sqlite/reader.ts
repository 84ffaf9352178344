import { MOST_LENGTH, MOST_ROWS } from '../core/call-parts.ts';
import { createWriter } from '../core/canonical.ts';
import { createScan } from '../core/scan.ts';

/**
 * What the process that reads a file runs. A text, because Node 20 starts nothing from TypeScript and the built
 * server has no file of its own for it: functions that use nothing outside themselves give their source.
 */
export const READER = `
const Database = require(process.env.DRIVER);
const { createHash } = require('node:crypto');
const digest = (text) => createHash('sha256').update(text).digest('hex');
const LIMITS = JSON.parse(process.env.LIMITS);
let held = 0;
const hold = (bytes) => {
  held += bytes;
  if (held > LIMITS.answer) throw tooMuch('answer');
};
// Of what a scan answers.
const holdRow = (bytes) => {
  if (bytes > LIMITS.row) throw tooMuch('row');
  hold(bytes);
};
const startPass = (${createScan.toString()})((${createWriter.toString()})(), digest, holdRow);
let database;

const tooMuch = (limit) => Object.assign(new Error('Too much'), { code: 'TOO_MUCH', limit });
const sizeOf = (value) => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);

// Rows within the limits; those that are kept count together, with what it costs to keep them.
function* weigh(rows, isKept) {
  for (const row of rows) {
    let size = 0;
    for (const value of row) size += sizeOf(value);
    if (size > LIMITS.row) throw tooMuch('row');
    if (isKept) hold(size + 100 + 32 * row.length);
    yield row;
  }
}

function scan(rows, plan) {
  const pass = startPass(plan);
  for (const row of rows) {
    // It is hashed here, or a part of it is cut out: what is sent counts above.
    if (row.reduce((size, value) => size + sizeOf(value), 0) > LIMITS.answer) throw tooMuch('answer');
    pass.take(row);
  }
  return pass.result();
}

// The file is somebody else's: its schema may be hostile.
function open() {
  const opened = new Database(process.env.ADDRESS);
  for (const pragma of ['trusted_schema = off', 'cell_size_check = on', 'query_only = on', 'busy_timeout = 5000', 'hard_heap_limit = 512000000']) {
    opened.pragma(pragma);
  }
  return opened;
}

// The rows of the call; those that are not asked for are not looked for.
let called;
function nextRows() {
  const rows = [];
  for (let length = 0; rows.length < ${MOST_ROWS} && length < ${MOST_LENGTH};) {
    const { done, value: row } = called.next();
    if (done) break;
    for (const cell of row) length += cell?.length ?? 8;
    rows.push(row);
  }
  return rows;
}

process.on('message', ({ sql, values, plan, call, next, close }) => {
  held = 0;
  try {
    if (close) {
      database?.close();
      process.send({ rows: [] });
      return;
    }
    if (next) {
      process.send({ rows: nextRows() });
      return;
    }
    database ??= open();
    const statement = database.prepare(sql).raw();
    if (plan) process.send({ found: scan(statement.safeIntegers().iterate(), plan) });
    else if (call) {
      called = weigh(statement.safeIntegers().iterate(values), false);
      process.send({ found: statement.columns().map(({ name, type, table, column }) => ({ name, type, table, column })) });
    } else process.send({ rows: [...weigh(statement.iterate(...values), true)] });
  } catch (error) {
    process.send({ code: error.code ?? '', message: error.message, limit: error.limit });
  }
});
process.on('disconnect', () => process.exit());
`;
