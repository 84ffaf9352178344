import type { LiveEvent } from '../../../contract/events.ts';
import { readNewestId } from '../../platform/db/sql-parts.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { ClientService } from '../clients/service.ts';
import type { MemberService } from '../members/service.ts';

/** Tells listeners about changes by any process or thread: it watches the store. */
export interface EventService {
  /** Events that the actor may see, from the time this resolves until the signal is aborted or the service closes. */
  listen(actor: Actor, signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>;
  close(): void;
}

const POLL = 500;
/** Streams of one user; a further one ends the oldest, whose browser reconnects if it is still there. */
const MOST_STREAMS = 20;
/** More events than this that a browser has not taken become one for each project. */
const MOST_WAITING = 500;

interface Listener {
  actor: Actor;
  queue: LiveEvent[];
  wake(): void;
  leave(): void;
}

export function createEventService(
  store: Store,
  members: Pick<MemberService, 'listVisibleProjects'>,
  clients: Pick<ClientService, 'listProjectsOf'>,
): EventService {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let started = Promise.resolve();
  let polling = false;
  /** A round was interrupted: the changes that it had already read have not been sent. */
  let missed = false;
  let closed = false;
  const watch = createWatch(store);

  const send = (listener: Listener, events: LiveEvent[]): void => {
    if (events.length === 0) return;
    const queue = [...listener.queue, ...events];
    listener.queue = queue.length > MOST_WAITING ? distinct(queue.map(coarse)) : queue;
    listener.wake();
  };

  const poll = async (): Promise<void> => {
    const { events, everything: many, notified } = await watch.poll();
    const everything = many || missed;
    const told = missed ? 'all' : notified;
    missed = false;
    if (events.length === 0 && !everything && told !== 'all' && told.size === 0) return;
    const readProjects = async (actor: Actor) => ({
      visible: new Set(await members.listVisibleProjects(actor)),
      asClient: new Set(await clients.listProjectsOf(actor.userId)),
    });
    const known = new Map<string, Awaited<ReturnType<typeof readProjects>>>();
    for (const listener of listeners) {
      const { userId, isAdmin } = listener.actor;
      const who = `${userId} ${isAdmin}`;
      const projects = known.get(who) ?? (await readProjects(listener.actor));
      known.set(who, projects);
      const { visible, asClient } = projects;
      const own: LiveEvent[] = everything
        ? [...new Set([...visible, ...asClient])].map((project_id) => ({
            kind: 'project',
            project_id,
          }))
        : distinct(
            events.flatMap((event) => {
              if (visible.has(event.project_id)) return [event];
              return asClient.has(event.project_id) ? eventsForClient(event) : [];
            }),
          );
      if (told === 'all' || told.has(userId)) own.push({ kind: 'notifications' });
      send(listener, own);
    }
  };

  const tick = (): void => {
    if (polling) return;
    polling = true;
    // If the store is unavailable, the next tick tries again.
    void poll()
      .catch(() => {
        missed = true;
      })
      .finally(() => {
        polling = false;
      });
  };

  /** Starts watching from the store's current state. */
  const start = (): Promise<void> => {
    if (!timer) {
      timer = setInterval(tick, POLL);
      polling = true;
      started = watch.start().finally(() => {
        polling = false;
      });
    }
    return started;
  };

  const stopWhenIdle = (): void => {
    if (listeners.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };

  async function* follow(listener: Listener): AsyncGenerator<LiveEvent> {
    const isOver = () => closed || !listeners.has(listener);
    while (!isOver()) {
      const event = listener.queue.shift();
      if (event) {
        yield event;
        continue;
      }
      await new Promise<void>((resolve) => {
        listener.wake = resolve;
        if (listener.queue.length > 0) resolve();
      });
    }
  }

  return {
    async listen(actor, signal) {
      const listener: Listener = {
        actor,
        queue: [],
        wake: () => {},
        leave() {
          listeners.delete(listener);
          stopWhenIdle();
          listener.wake();
        },
      };
      listeners.add(listener);
      const own = [...listeners].filter((other) => other.actor.userId === actor.userId);
      if (own.length > MOST_STREAMS) own[0]!.leave();
      signal.addEventListener('abort', listener.leave);
      try {
        await start();
      } catch (error) {
        listener.leave();
        throw error;
      }
      return follow(listener);
    },
    close() {
      closed = true;
      for (const listener of listeners) listener.wake();
    },
  };
}

/** Changes in the store since the last round. */
interface StoreChanges {
  /** Events about projects, for listeners who may see these. */
  events: ProjectEvent[];
  /** Whether there were so many changes that every project may be affected. */
  everything: boolean;
  /** Users with new notifications; there may be too many to tell. */
  notified: Set<number> | 'all';
}
type ProjectEvent = Exclude<LiveEvent, { kind: 'notifications' }>;

/** More object changes of a project than this are sent as one, without ids. */
const MANY_OF_PROJECT = 100;

interface Change {
  id: number;
  entity: string;
  entity_id: number;
  project_id: number | null;
  user_id: number | null;
}
interface Told {
  id: number;
  user_id: number;
}
interface Found {
  id: number;
  project_id: number;
  pair_id: number;
}

/** Watches the ends of tables that only grow: history, evidence, notifications; and the running runs. */
function createWatch(store: Pick<Store, 'db' | 'kind'>) {
  const { db } = store;
  const history = createTail<Change>(store, 'history', (after) =>
    db
      .selectFrom('history')
      .select(['id', 'entity', 'entity_id', 'project_id', 'user_id'])
      .where('id', '>', after)
      .execute(),
  );
  const evidence = createTail<Found>(store, 'evidence', (after) =>
    db
      .selectFrom('evidence')
      .select(['id', 'project_id', 'pair_id'])
      .where('id', '>', after)
      .execute(),
  );
  const notifications = createTail<Told>(store, 'notification', (after) =>
    db.selectFrom('notification').select(['id', 'user_id']).where('id', '>', after).execute(),
  );
  let runs = new Map<number, string>();

  /** Runs that progressed or ended since the last round. */
  const readRuns = async (): Promise<ProjectEvent[]> => {
    const rows = await db
      .selectFrom('run')
      .select(['id', 'project_id', 'state', 'request', 'done', 'rows_done', 'current'])
      .where((where) => {
        const active = where('state', 'in', ['queued', 'running']);
        return runs.size > 0 ? where.or([active, where('id', 'in', [...runs.keys()])]) : active;
      })
      .execute();
    const before = runs;
    const textOf = ({ state, request, done, rows_done, current }: (typeof rows)[number]) =>
      [state, request, done, rows_done, current].join(' ');
    runs = new Map(
      rows
        .filter(({ state }) => state === 'queued' || state === 'running')
        .map((row) => [row.id, textOf(row)]),
    );
    return rows
      .filter((row) => before.get(row.id) !== textOf(row))
      .map(({ id, project_id }) => ({ kind: 'run', project_id, id }));
  };

  return {
    /** Starts at the current state. */
    async start(): Promise<void> {
      await Promise.all([history.start(), evidence.start(), notifications.start(), readRuns()]);
    },
    async poll(): Promise<StoreChanges> {
      const changes = await history.read();
      const found = await evidence.read();
      const told = await notifications.read();
      return {
        events: distinct([...mergeChanges(changes ?? [], found ?? []), ...(await readRuns())]),
        everything: changes === null || found === null,
        notified: told === null ? 'all' : new Set(told.map((row) => row.user_id)),
      };
    },
  };
}

/** The project's own event says that anything in it may have changed. */
const coarse = (event: LiveEvent): LiveEvent =>
  event.kind === 'notifications' ? event : { kind: 'project', project_id: event.project_id };

/** Clients are told that figures have changed, but not of which objects, or who works on what. */
function eventsForClient({ kind, project_id }: ProjectEvent): ProjectEvent[] {
  if (kind === 'run') return [];
  return [kind === 'pairs' ? { kind, project_id, ids: [] } : { kind: 'project', project_id }];
}

/**
 * Merges changes of objects by project and person, of pairs and runs by project; anything else becomes a change of
 * the project.
 */
function mergeChanges(changes: readonly Change[], found: readonly Found[]): ProjectEvent[] {
  const objects = new Map<string, { project_id: number; ids: number[]; by: number | null }>();
  const pairs = new Map<number, number[]>();
  const projects = new Set<number>();
  const runs: ProjectEvent[] = [];
  const addPair = (project: number, pair: number) =>
    pairs.set(project, [...(pairs.get(project) ?? []), pair]);
  for (const { entity, entity_id, project_id, user_id } of changes) {
    if (project_id === null) continue;
    if (entity === 'pair') addPair(project_id, entity_id);
    else if (entity === 'run') runs.push({ kind: 'run', project_id, id: entity_id });
    else if (entity === 'object') {
      const key = `${project_id} ${user_id}`;
      const group = objects.get(key) ?? { project_id, ids: [], by: user_id };
      group.ids.push(entity_id);
      objects.set(key, group);
    } else projects.add(project_id);
  }
  for (const { project_id, pair_id } of found) addPair(project_id, pair_id);
  const events: ProjectEvent[] = [];
  for (const group of objects.values()) {
    if (group.ids.length > MANY_OF_PROJECT) projects.add(group.project_id);
    else events.push({ kind: 'objects', ...group, ids: [...new Set(group.ids)] });
  }
  for (const [project_id, all] of pairs) {
    const ids = [...new Set(all)];
    events.push({ kind: 'pairs', project_id, ids: ids.length > MANY_OF_PROJECT ? [] : ids });
  }
  for (const project_id of projects) events.push({ kind: 'project', project_id });
  return [...events, ...runs];
}

/** A run that was asked to pause appears as changed and in history, but is sent once. */
const distinct = <Event extends LiveEvent>(events: readonly Event[]): Event[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

/** More new lines than this are not examined one by one. */
const MANY = 500;
/** Ids read again in each round, because transactions may commit in another order than that of their ids. */
const OVERLAP = 200;

/** Follows the end of a table that only grows, reading each line once. */
function createTail<Row extends { id: number }>(
  { db, kind }: Pick<Store, 'db' | 'kind'>,
  table: Parameters<typeof readNewestId>[1],
  readAfter: (id: number) => Promise<Row[]>,
) {
  let last = 0;
  let seen = new Set<number>();
  const readNew = async (after: number): Promise<Row[]> => {
    const rows = await readAfter(after);
    const before = seen;
    seen = new Set(rows.map(({ id }) => id));
    return rows.filter(({ id }) => !before.has(id));
  };
  return {
    async start(): Promise<void> {
      last = await readNewestId(db, table);
      await readNew(last - OVERLAP);
    },
    /** @returns new lines since the last call; null if there are too many */
    async read(): Promise<Row[] | null> {
      const newest = await readNewestId(db, table);
      // On SQLite nothing is written by two at once; on PostgreSQL an earlier id may come last.
      if (newest <= last && kind === 'sqlite') return [];
      const many = newest - last > MANY;
      const rows = await readNew((many ? newest : last) - OVERLAP);
      last = Math.max(last, newest);
      return many ? null : rows;
    },
  };
}
