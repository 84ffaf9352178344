/**
 * What the process that reads a file runs. A text, because Node 20 starts nothing from TypeScript and the built
 * server has no file of its own for it.
 */
export const READER = `
const Database = require(process.env.DRIVER);
let database;

// The file is somebody else's: its schema may be hostile.
function open() {
  const opened = new Database(process.env.ADDRESS);
  for (const pragma of ['trusted_schema = off', 'cell_size_check = on', 'query_only = on', 'busy_timeout = 5000']) {
    opened.pragma(pragma);
  }
  return opened;
}

process.on('message', ({ sql, values, close }) => {
  try {
    if (close) {
      database?.close();
      process.send({ rows: [] });
      return;
    }
    database ??= open();
    process.send({ rows: database.prepare(sql).raw().all(...values) });
  } catch (error) {
    process.send({ code: error.code ?? '', message: error.message });
  }
});
process.on('disconnect', () => process.exit());
`;
