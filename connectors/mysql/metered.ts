import type { Connection, FieldInfo, QueryOptions } from 'mariadb';
import type { AnswerLimit } from '../core/answer-limits.ts';
import type { Meter } from '../core/guard.ts';

/** The driver's errors for answers that are too large for it. */
const REFUSED: Record<string, AnswerLimit> = {
  ER_UNEXPECTED_PACKET: 'row',
  ER_MAX_ALLOWED_COLUMNS: 'columns',
};

/** Bytes counted for a number, and for every other value without a length. */
const PLAIN = 8;
/** Bytes counted for the description of a column, or for the result of a statement without rows. */
const DESCRIPTION = 200;
const sizeOf = (value: unknown): number =>
  typeof value === 'string' || Buffer.isBuffer(value) ? value.length : PLAIN;

/**
 * Counts everything that the statements of this connection return while it arrives: the driver itself would collect
 * rows, results and descriptions of columns without a limit.
 */
export function meterClient(client: Connection, meter: Meter): void {
  const streamOf = client.queryStream.bind(client);
  client.queryStream = (sql, values) => {
    const options: QueryOptions = typeof sql === 'string' ? { sql } : sql;
    return streamOf(options, values)
      .on('fields', (columns: FieldInfo[]) => meter.receive(columns.length * DESCRIPTION))
      .on('error', (error: Error & { code?: string }) => {
        const limit = REFUSED[error.code ?? ''];
        if (limit) meter.refuse(limit);
      })
      .on('data', (row: unknown) => {
        if (!Array.isArray(row)) return meter.receive(DESCRIPTION);
        const cells = row as unknown[];
        meter.receive(cells.reduce<number>((sum, cell) => sum + sizeOf(cell), 0));
        meter.row(cells.length);
      });
  };
  client.query = ((sql: string | QueryOptions, values?: unknown) =>
    collect(client.queryStream(sql, values), sql)) as Connection['query'];
}

/** All rows, with their columns where somebody asks for them, or what a statement without rows gives. */
function collect(stream: NodeJS.ReadableStream, options: string | QueryOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const rows: unknown[] = [];
    let columns: FieldInfo[] | null = null;
    stream
      .on('fields', (found: FieldInfo[]) => (columns = found))
      .on('data', (row: unknown) => rows.push(row))
      .on('error', reject)
      .on('end', () => {
        const answer = columns ? rows : rows[0];
        const isBoth = typeof options === 'object' && options.metaAsArray;
        resolve(isBoth ? [answer, columns ?? []] : answer);
      });
  });
}
