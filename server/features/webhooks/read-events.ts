import type { Selectable } from 'kysely';
import type { WebhookEvent } from '../../../contract/webhooks.ts';
import { timestampIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { WebhookTable } from '../../platform/db/tables.ts';
import type { Payload } from './forms.ts';

/**
 * Milliseconds: younger entries are left for the next round, because transactions may commit in another order than
 * that of their ids.
 */
const COMMIT_DELAY = 30_000;
/** Most entries read in one transaction, and most objects named in one call. */
const MAX_ENTRIES = 2_000;
const MAX_NAMED = 100;

export interface WebhookNews {
  payloads: Payload[];
  seen: Pick<WebhookTable, 'seen_id' | 'seen_at'>;
}

/** Actions of editing one object, undoing that, and editing a list. */
const EDITS: ReadonlySet<string> = new Set(['edited', 'undone', 'listed']);
const EVENT_OF_ACTION: Readonly<Record<string, WebhookEvent>> = {
  assigned: 'objects.assigned',
  unassigned: 'objects.assigned',
  'assignment undone': 'objects.assigned',
  stale: 'objects.changed',
  missing: 'objects.changed',
  commented: 'objects.commented',
};
/** Likewise for entries about the project itself. */
const EVENT_OF_PROJECT: Readonly<Record<string, WebhookEvent>> = {
  imported: 'objects.imported',
  edited: 'project.updated',
};

interface Entry {
  entity: string;
  action: string;
  changes: Record<string, [unknown, unknown]>;
}

/** The webhook event of a history entry; undefined if it has none. */
function eventOf({ entity, action, changes }: Entry): WebhookEvent | undefined {
  if (entity === 'project') return EVENT_OF_PROJECT[action];
  if (entity !== 'object') return undefined;
  return EDITS.has(action) && 'status' in changes ? 'objects.status' : EVENT_OF_ACTION[action];
}

const readHistory = (db: Db, projectId: number, after: number) =>
  db
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.user_id')
    .leftJoin('object', (join) =>
      join.onRef('object.id', '=', 'history.entity_id').on('history.entity', '=', 'object'),
    )
    .select(['history.id', 'history.at', 'history.entity', 'history.action', 'history.changes'])
    .select(['username', 'object.id as object_id', 'side', 'schema_name', 'object_name'])
    .where('history.project_id', '=', projectId)
    .where('history.id', '>', after)
    .orderBy('history.id')
    .limit(MAX_ENTRIES)
    .execute();

type Project = Payload['project'];
type HistoryRow = Awaited<ReturnType<typeof readHistory>>[number];

const payloadOf = (event: WebhookEvent, at: string, project: Project): Payload => ({
  event,
  at,
  project,
  by: [],
  count: 0,
  objects: [],
  run: null,
});

/** One payload for each wanted kind of event. */
function sumUp(entries: readonly HistoryRow[], wanted: readonly WebhookEvent[], project: Project) {
  const payloads = new Map<WebhookEvent, Payload>();
  for (const row of entries) {
    const changes = JSON.parse(row.changes) as Entry['changes'];
    const event = eventOf({ ...row, changes });
    if (!event || !wanted.includes(event)) continue;
    const payload = payloads.get(event) ?? payloadOf(event, row.at, project);
    payloads.set(event, payload);
    payload.count += 1;
    if (row.username !== null && !payload.by.includes(row.username)) payload.by.push(row.username);
    if (row.object_id === null || payload.objects.length >= MAX_NAMED) continue;
    const [from, to] = changes['status'] ?? [];
    payload.objects.push({
      id: row.object_id,
      side: row.side!,
      schema_name: row.schema_name!,
      object_name: row.object_name!,
      status: event === 'objects.status' ? { from: String(from), to: String(to) } : null,
    });
  }
  return [...payloads.values()];
}

/** Runs of a project that ended after `after`, and at the latest at `by`. */
async function readRuns(db: Db, project: Project, after: string, by: string): Promise<Payload[]> {
  const runs = await db
    .selectFrom('run')
    .select(['id', 'state', 'done', 'total', 'finished_at'])
    .where('project_id', '=', project.id)
    .where('finished_at', '>', after)
    .where('finished_at', '<=', by)
    .orderBy('finished_at')
    .execute();
  return runs.map(({ finished_at, ...run }) => ({
    ...payloadOf('run.finished', finished_at ?? by, project),
    count: 1,
    run,
  }));
}

/** Events in a webhook's project since the last round. */
export async function readNews(
  db: Db,
  { project_id, seen_id, seen_at, events }: Selectable<WebhookTable>,
): Promise<WebhookNews> {
  const wanted = JSON.parse(events) as WebhookEvent[];
  const settled = timestampIn(-COMMIT_DELAY);
  const project = await db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow();
  const rows = await readHistory(db, project_id, seen_id);
  const young = rows.findIndex(({ at }) => at > settled);
  const entries = young < 0 ? rows : rows.slice(0, young);
  return {
    payloads: [
      ...sumUp(entries, wanted, project),
      ...(wanted.includes('run.finished') ? await readRuns(db, project, seen_at, settled) : []),
    ],
    seen: {
      seen_id: entries.at(-1)?.id ?? seen_id,
      seen_at: seen_at > settled ? seen_at : settled,
    },
  };
}
