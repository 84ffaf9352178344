import type { LiveEvent } from '../../../contract/events.ts';
import { readNewestId } from '../../platform/db/newest-id.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { MemberService } from '../members/service.ts';

/** Tells listeners what changed, whichever process or thread changed it: the store's history is the source. */
export interface EventService {
  /** Events for what the actor may see, until the signal is aborted or the service closes. */
  listen(actor: Actor, signal: AbortSignal): AsyncIterable<LiveEvent>;
  close(): void;
}

const POLL = 500;
/** More changes at once are told as "the project changed". */
const MANY = 500;
const MANY_OF_PROJECT = 100;
/** Transactions may commit out of the order of their ids: this far back is looked at again. */
const OVERLAP = 200;

interface Change {
  id: number;
  entity: string;
  entity_id: number;
  project_id: number | null;
  user_id: number | null;
}

interface Listener {
  actor: Actor;
  queue: LiveEvent[];
  wake(): void;
}

export function createEventService(store: Store, members: MemberService): EventService {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let polling = false;
  let lastHistory = 0;
  let lastNotification = 0;
  let seen = new Set<number>();
  let closed = false;

  const readChanges = async (): Promise<{ changes: Change[]; many: boolean }> => {
    const newest = await readNewestId(store.db, 'history');
    if (newest <= lastHistory) return { changes: [], many: false };
    const many = newest - lastHistory > MANY;
    const rows = many
      ? []
      : await store.db
          .selectFrom('history')
          .select(['id', 'entity', 'entity_id', 'project_id', 'user_id'])
          .where('id', '>', lastHistory - OVERLAP)
          .execute();
    const changes = rows.filter((row) => !seen.has(row.id));
    seen = new Set(rows.map((row) => row.id));
    lastHistory = newest;
    return { changes, many };
  };

  const readNotified = async (): Promise<Set<number>> => {
    const rows = await store.db
      .selectFrom('notification')
      .select(['id', 'user_id'])
      .where('id', '>', lastNotification)
      .execute();
    lastNotification = Math.max(lastNotification, ...rows.map((row) => row.id));
    return new Set(rows.map((row) => row.user_id));
  };

  const tell = (listener: Listener, events: LiveEvent[]): void => {
    if (events.length === 0) return;
    listener.queue.push(...events);
    listener.wake();
  };

  const poll = async (): Promise<void> => {
    const [{ changes, many }, notified] = [await readChanges(), await readNotified()];
    if (changes.length === 0 && !many && notified.size === 0) return;
    const events = summarise(changes);
    for (const listener of listeners) {
      const visible = new Set(await members.listVisibleProjects(listener.actor));
      const own: LiveEvent[] = many
        ? [...visible].map((project_id) => ({ kind: 'project', project_id }))
        : events.filter((event) => event.kind === 'notifications' || visible.has(event.project_id));
      if (notified.has(listener.actor.userId)) own.push({ kind: 'notifications' });
      tell(listener, own);
    }
  };

  const tick = (): void => {
    if (polling) return;
    polling = true;
    // A store that is away for a while is asked again at the next tick.
    void poll()
      .catch(() => {})
      .finally(() => {
        polling = false;
      });
  };

  /** Listening begins where the store stands now. */
  const start = async (): Promise<void> => {
    if (timer) return;
    polling = true;
    timer = setInterval(tick, POLL);
    try {
      [lastHistory, lastNotification] = await Promise.all([
        readNewestId(store.db, 'history'),
        readNewestId(store.db, 'notification'),
      ]);
      const before = await store.db
        .selectFrom('history')
        .select('id')
        .where('id', '>', lastHistory - OVERLAP)
        .execute();
      seen = new Set(before.map((row) => row.id));
    } finally {
      polling = false;
    }
  };

  const stopWhenIdle = (): void => {
    if (listeners.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };

  return {
    async *listen(actor, signal) {
      let wake = (): void => {};
      const listener: Listener = { actor, queue: [], wake: () => wake() };
      listeners.add(listener);
      signal.addEventListener('abort', () => listener.wake());
      try {
        await start();
        while (!closed && !signal.aborted) {
          yield* listener.queue.splice(0);
          if (closed || signal.aborted) return;
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (listener.queue.length > 0) resolve();
          });
        }
      } finally {
        listeners.delete(listener);
        stopWhenIdle();
      }
    },
    close() {
      closed = true;
      for (const listener of listeners) listener.wake();
    },
  };
}

/** Changes of objects by project and person; anything else of a project as the project. */
function summarise(changes: Change[]): LiveEvent[] {
  const objects = new Map<string, { project_id: number; ids: number[]; by: number | null }>();
  const projects = new Set<number>();
  for (const { entity, entity_id, project_id, user_id } of changes) {
    if (project_id === null) continue;
    if (entity !== 'object') {
      projects.add(project_id);
      continue;
    }
    const key = `${project_id} ${user_id}`;
    const group = objects.get(key) ?? { project_id, ids: [], by: user_id };
    group.ids.push(entity_id);
    objects.set(key, group);
  }
  const events: LiveEvent[] = [];
  for (const group of objects.values()) {
    if (group.ids.length > MANY_OF_PROJECT) projects.add(group.project_id);
    else events.push({ kind: 'objects', ...group, ids: [...new Set(group.ids)] });
  }
  return [
    ...events,
    ...[...projects].map((project_id) => ({ kind: 'project' as const, project_id })),
  ];
}
