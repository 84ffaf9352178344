import type { Updateable } from 'kysely';
import {
  COMMENTS_SHOWN,
  type Comment,
  type addComment,
  type listComments,
} from '../../../contract/comments.ts';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { UserName } from '../../../contract/users.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { CommentTable } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/route.ts';
import { forbidden, notFound } from '../../platform/problem.ts';
import { type Changes, recordHistory } from '../history/service.ts';
import type { NotificationService } from '../notifications/service.ts';
import type { ObjectService } from '../objects/service.ts';
import { refuseArchivedProjects } from '../projects/lookup-service.ts';
import { listPeople, mentionNotices } from './mentions-service.ts';
import { message } from '../../../contract/messages/message.ts';

type Commented = ResponseOf<typeof addComment>;

interface CommentChange {
  text?: string | undefined;
  resolved?: boolean | undefined;
}

export interface CommentService {
  /** @param before - only comments older than this one */
  list(objectId: number, before: number | undefined): Promise<ResponseOf<typeof listComments>>;
  add(actor: Actor, objectId: number, text: string): Promise<Commented>;
  /** @throws ProblemError `forbidden` when changing the text of somebody else's comment */
  change(actor: Actor, objectId: number, commentId: number, to: CommentChange): Promise<Commented>;
  /** People who can be mentioned in a project. */
  people(projectId: number): Promise<UserName[]>;
}

/** The result of a change in a thread. */
interface Step {
  /** Id of the changed comment. */
  id: number;
  changes: Changes;
  /** The new text and the former one, if the text changed. */
  words?: { text: string; before: string | null };
}

export function createCommentService(
  store: Store,
  objects: ObjectService,
  notifications: NotificationService,
): CommentService {
  /** Changes an object's thread, updates the object's field, and notifies newly mentioned members. */
  async function inThread(
    actor: Actor,
    objectId: number,
    change: (tx: Db, projectId: number) => Promise<Step>,
  ): Promise<Commented> {
    const commentId = await store.transaction(async (tx) => {
      const object = await tx
        .selectFrom('object')
        .select(['id', 'project_id', 'side'])
        .where('id', '=', objectId)
        .executeTakeFirst();
      if (!object) throw notFound('what.thisObject');
      await refuseArchivedProjects(tx, [object.project_id]);
      const { id, changes, words } = await change(tx, object.project_id);
      if (Object.keys(changes).length === 0) return id;
      await objects.setComments(tx, objectId, await readNewestOpen(tx, objectId));
      await recordHistory(tx, {
        userId: actor.userId,
        entity: 'object',
        entityId: objectId,
        projectId: object.project_id,
        action: 'commented',
        changes,
      });
      if (words)
        await notifications.notify(
          tx,
          await mentionNotices(tx, actor, object, words.text, words.before),
        );
      return id;
    }, `object ${objectId}`);
    return {
      comment: (await readComment(store.db, objectId, commentId))!,
      object: await objects.get(objectId),
    };
  }

  return {
    async list(objectId, before) {
      const counts = await store.db
        .selectFrom('comment')
        .select(({ fn }) => [
          fn.countAll<number>().as('total'),
          fn.count<number>('resolved_at').as('resolved'),
        ])
        .where('object_id', '=', objectId)
        .executeTakeFirstOrThrow();
      let select = comments(store.db, objectId);
      if (before !== undefined) select = select.where('comment.id', '<', before);
      return {
        total: counts.total,
        open: counts.total - counts.resolved,
        comments: await select.orderBy('comment.id', 'desc').limit(COMMENTS_SHOWN).execute(),
      };
    },

    add: (actor, objectId, text) =>
      inThread(actor, objectId, async (tx, projectId) => {
        const before = await readNewestOpen(tx, objectId);
        const { id } = await tx
          .insertInto('comment')
          .values({
            project_id: projectId,
            object_id: objectId,
            user_id: actor.userId,
            at: timestampNow(),
            text,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { id, changes: { comments: [before, text] }, words: { text, before: null } };
      }),

    change: (actor, objectId, commentId, to) =>
      inThread(actor, objectId, async (tx) => {
        const was = await readComment(tx, objectId, commentId);
        if (!was) throw notFound('what.thisComment');
        const { set, ...step } = decideChange(actor, was, to);
        if (Object.keys(set).length > 0)
          await tx.updateTable('comment').set(set).where('id', '=', commentId).execute();
        return step;
      }),

    people: (projectId) => listPeople(store.db, projectId),
  };
}

/** The columns that a change of a comment sets; empty if nothing changes. */
function decideChange(actor: Actor, was: Comment, { text, resolved }: CommentChange) {
  const now = timestampNow();
  const step: Step & { set: Updateable<CommentTable> } = { id: was.id, changes: {}, set: {} };
  if (text !== undefined && text !== was.text) {
    if (was.user_id !== actor.userId) throw forbidden(message('access.notYourWords'));
    Object.assign(step.set, { text, edited_at: now });
    step.changes['comments'] = [was.text, text];
    step.words = { text, before: was.text };
  }
  if (resolved === true && was.resolved_at === null) {
    Object.assign(step.set, { resolved_at: now, resolved_by: actor.userId });
    step.changes['resolved_comment'] = [null, was.text];
  }
  if (resolved === false && was.resolved_at !== null) {
    Object.assign(step.set, { resolved_at: null, resolved_by: null });
    step.changes['resolved_comment'] = [was.text, null];
  }
  return step;
}

const comments = (db: Db, objectId: number) =>
  db
    .selectFrom('comment')
    .leftJoin('app_user as author', 'author.id', 'comment.user_id')
    .leftJoin('app_user as resolver', 'resolver.id', 'comment.resolved_by')
    .select([
      'comment.id',
      'comment.at',
      'comment.user_id',
      'author.username',
      'comment.text',
      'comment.edited_at',
      'comment.resolved_at',
      'resolver.username as resolved_by',
    ])
    .where('comment.object_id', '=', objectId);

const readComment = (db: Db, objectId: number, id: number): Promise<Comment | undefined> =>
  comments(db, objectId).where('comment.id', '=', id).executeTakeFirst();

async function readNewestOpen(tx: Db, objectId: number): Promise<string | null> {
  const newest = await tx
    .selectFrom('comment')
    .select('text')
    .where('object_id', '=', objectId)
    .where('resolved_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.text ?? null;
}
