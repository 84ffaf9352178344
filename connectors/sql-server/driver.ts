import { Request, TYPES } from 'tedious';
import { PatchedConnection } from './driver-patches.ts';

export type Value = string | number | null;

/** The patched driver with statements as promises. */
export class CarefulConnection extends PatchedConnection {
  /** The rows of every result set, as arrays; decimals and money are texts. */
  async ask(sql: string, values: readonly Value[]): Promise<unknown[][][]> {
    const sets: unknown[][][] = [];
    const watch = (request: Request) =>
      request
        .on('columnMetadata', () => sets.push([]))
        .on('row', (columns: { value: unknown }[]) =>
          sets.at(-1)?.push(columns.map(({ value }) => value)),
        );
    // Parameters need a procedure call; a batch is one round trip without a plan of its own.
    if (values.length === 0) await this.runBatch(sql, watch);
    else
      await this.runWith(
        sql,
        values.map((value, index) => [`p${index + 1}`, value]),
        watch,
      );
    return sets;
  }

  /** Settings made by a batch last. */
  runBatch(sql: string, watch?: (request: Request) => unknown): Promise<void> {
    return this.#send(sql, (request) => {
      watch?.(request);
      this.execSqlBatch(request);
    });
  }

  /** Uses sp_executesql: its settings end with it, and values are never part of the text. */
  runWith(
    sql: string,
    parameters: readonly (readonly [name: string, value: Value])[],
    watch: (request: Request) => unknown,
  ): Promise<void> {
    return this.#send(sql, (request) => {
      watch(request);
      for (const [name, value] of parameters)
        request.addParameter(name, typeof value === 'number' ? TYPES.Int : TYPES.NVarChar, value);
      this.execSql(request);
    });
  }

  /** A cancelled request rejects once the server has stopped it. */
  #send(sql: string, send: (request: Request) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = new Request(sql, (error) => (error ? reject(error) : resolve()));
      send(request.on('row', (columns: unknown[]) => this.onRow(columns.length)));
    });
  }

  /** Undoes everything that the statements so far have changed. */
  rollBack(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.rollbackTransaction((error) => (error ? reject(error) : resolve()));
    });
  }
}
