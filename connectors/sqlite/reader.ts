/**
 * What the thread that reads a file runs. A text, because Node 20 starts no thread from TypeScript and
 * the built server has no file of its own for it.
 */
export const READER = `
const { parentPort, workerData } = require('node:worker_threads');
const Database = require(workerData.driver);
let database;

// The file is somebody else's: its schema may be hostile.
function open() {
  const opened = new Database(workerData.address);
  for (const pragma of ['trusted_schema = off', 'cell_size_check = on', 'query_only = on', 'busy_timeout = 5000']) {
    opened.pragma(pragma);
  }
  return opened;
}

parentPort.on('message', ({ sql, values, close }) => {
  try {
    if (close) {
      database?.close();
      parentPort.postMessage({ rows: [] });
      return;
    }
    database ??= open();
    parentPort.postMessage({ rows: database.prepare(sql).raw().all(...values) });
  } catch (error) {
    parentPort.postMessage({ code: error.code ?? '', message: error.message });
  }
});
`;
