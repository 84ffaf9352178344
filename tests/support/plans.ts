import { CompiledQuery, type RootOperationNode } from 'kysely';
import Database from 'libsql';
import { expect } from 'vitest';
import { type Db, sqliteFile } from '../../server/platform/db/store.ts';
import type { TestApp } from './test-app.ts';

/**
 * The plan of every query that the work asks, a line for each step.
 * @param off - ways that PostgreSQL does without, where it has another
 */
export type PlansOf = (work: () => Promise<unknown>, ...off: string[]) => Promise<string[]>;

/** The store's database, and what it says of how it answers what is asked of it. */
export async function watchPlans(app: TestApp): Promise<{ db: Db; plansOf: PlansOf }> {
  if (app.store.kind === 'postgresql')
    await app.store.db.executeQuery(CompiledQuery.raw('vacuum analyze'));
  let asked: RootOperationNode[] = [];
  const db = app.store.db.withPlugin({
    transformQuery({ node }) {
      asked.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const explain = async (
    { sql, parameters }: CompiledQuery,
    off: readonly string[],
  ): Promise<string[]> => {
    if (app.store.kind === 'sqlite') {
      const database = new Database(sqliteFile(app.dataDir));
      const rows = database.prepare(`explain query plan ${sql}`).all([...parameters]);
      database.close();
      return (rows as { detail: string }[]).map((row) => row.detail);
    }
    return app.store.transaction(async (tx) => {
      // A table of the tests is small enough to be read whole; what no index helps is so even now.
      for (const way of ['seqscan', 'bitmapscan', ...off])
        await tx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
      const explained = CompiledQuery.raw(`explain ${sql}`, [...parameters]);
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': string }>(explained);
      return rows.map((row) => row['QUERY PLAN']);
    });
  };
  return {
    db,
    async plansOf(work, ...off) {
      asked = [];
      await work();
      expect(asked.length).toBeGreaterThan(0);
      const queries = asked
        .map((node) => app.store.db.getExecutor().compileQuery(node, { queryId: 'plan' }))
        // The newest id: the end of a table is no scan, but SQLite calls it so.
        .filter(({ sql }) => sql.includes('where') || !sql.includes('limit'));
      return (await Promise.all(queries.map((query) => explain(query, off)))).flat();
    },
  };
}
