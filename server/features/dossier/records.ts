import type { Db } from '../../platform/db/store.ts';

const CHUNK = 500;

export type Chunks = AsyncIterable<readonly object[]>;

/** Rows as lines of JSON, in chunks. */
export async function* asLines(chunks: Chunks): AsyncGenerator<string> {
  for await (const rows of chunks) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** A short list that is read only when it is needed. */
export async function* atOnce(
  read: () => Promise<readonly object[]>,
): AsyncGenerator<readonly object[]> {
  yield await read();
}

/** Reads all rows in the order of their ids, by keyset. */
async function* inOrder<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < CHUNK) return;
    after = rows.at(-1)!.id;
  }
}

const ACTIONS_OF_PROJECT = [
  'imported',
  'matched',
  'gate-settings',
  'gate-decided',
  'runbook-changed',
  'cutover-started',
  'cutover-step',
  'cutover-way-back',
  'cutover-ended',
  'signed',
  'signoff-withdrawn',
  'matching-rules',
  'comparison-rules',
  'proof-settings',
  'accepted',
  'acceptance-ended',
  'acceptance-withdrawn',
] as const;

/**
 * History of a project's objects, pairs, runs, and rules of proof. Changes of connections, members and webhooks are
 * left out, because readers of a dossier need not know them.
 */
const historyOf = (db: Db, projectId: number) =>
  db
    .selectFrom('history')
    .where('history.project_id', '=', projectId)
    .where((where) =>
      where.or([
        where('entity', 'in', ['object', 'pair', 'run']),
        where.and([where('entity', '=', 'project'), where('action', 'in', ACTIONS_OF_PROJECT)]),
      ]),
    );

export const readHistory = (db: Db, projectId: number) =>
  inOrder(async (after) => {
    const rows = await historyOf(db, projectId)
      .leftJoin('app_user', 'app_user.id', 'history.user_id')
      .select([
        'history.id',
        'history.at',
        'app_user.username',
        'history.entity',
        'history.entity_id',
        'history.action',
        'history.changes',
      ])
      .where('history.id', '>', after)
      .orderBy('history.id')
      .limit(CHUNK)
      .execute();
    return rows.map((row) => ({
      ...row,
      changes: JSON.parse(row.changes) as Record<string, unknown>,
    }));
  });

export const readComments = (db: Db, projectId: number) =>
  inOrder((after) =>
    db
      .selectFrom('comment')
      .leftJoin('app_user as author', 'author.id', 'comment.user_id')
      .leftJoin('app_user as resolver', 'resolver.id', 'comment.resolved_by')
      .select([
        'comment.id',
        'comment.object_id',
        'comment.at',
        'author.username',
        'comment.text',
        'comment.edited_at',
        'comment.resolved_at',
        'resolver.username as resolved_by',
      ])
      .where('comment.project_id', '=', projectId)
      .where('comment.id', '>', after)
      .orderBy('comment.id')
      .limit(CHUNK)
      .execute(),
  );

/** Pairs with their own rules for comparing rows. */
export const readRuledPairs = (db: Db, projectId: number) =>
  inOrder((after) =>
    db
      .selectFrom('pair')
      .select('id')
      .where('project_id', '=', projectId)
      .where('rules', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute(),
  );

export const readAttached = (db: Db, projectId: number) =>
  inOrder((after) =>
    db
      .selectFrom('attachment')
      .innerJoin('evidence', 'evidence.id', 'attachment.evidence_id')
      .select(['evidence.id', 'attachment.name'])
      .where('evidence.project_id', '=', projectId)
      .where('evidence.id', '>', after)
      .orderBy('evidence.id')
      .limit(CHUNK)
      .execute(),
  );

/** Number of records to write. */
export async function countRecords(db: Db, projectId: number) {
  // All of these tables have a project.
  const of = (table: 'pair' | 'evidence' | 'comment') =>
    db
      .selectFrom(table as 'pair')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
  const pairs = await of('pair');
  const evidence = await of('evidence');
  const comments = await of('comment');
  const history = await historyOf(db, projectId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const attachments = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('kind', '=', 'attachment')
    .executeTakeFirstOrThrow();
  return {
    pairs: Number(pairs.count),
    evidence: Number(evidence.count),
    attachments: Number(attachments.count),
    comments: Number(comments.count),
    history: Number(history.count),
  };
}
