import type { LiveEvent } from '../../../contract/events.ts';
import { readNewestId } from '../../platform/db/newest-id.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { ClientService } from '../clients/service.ts';
import type { MemberService } from '../members/service.ts';

/** Tells listeners what changed, whichever process or thread changed it: what the store keeps is the source. */
export interface EventService {
  /** Events for what the actor may see from when this is back, until the signal is aborted or the service closes. */
  listen(actor: Actor, signal: AbortSignal): Promise<AsyncIterable<LiveEvent>>;
  close(): void;
}

const POLL = 500;

interface Listener {
  actor: Actor;
  queue: LiveEvent[];
  wake(): void;
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
  /** A look was cut off: what it had read already is not sent. */
  let missed = false;
  let closed = false;
  const watch = createWatch(store.db);

  const tell = (listener: Listener, events: LiveEvent[]): void => {
    if (events.length === 0) return;
    listener.queue.push(...events);
    listener.wake();
  };

  const poll = async (): Promise<void> => {
    const { events, everything: many, notified } = await watch.look();
    const everything = many || missed;
    missed = false;
    if (events.length === 0 && !everything && notified.size === 0) return;
    for (const listener of listeners) {
      const visible = new Set(await members.listVisibleProjects(listener.actor));
      const asClient = new Set(await clients.listProjectsOf(listener.actor.userId));
      const own: LiveEvent[] = everything
        ? [...new Set([...visible, ...asClient])].map((project_id) => ({
            kind: 'project',
            project_id,
          }))
        : distinct(
            events.flatMap((event) => {
              if (visible.has(event.project_id)) return [event];
              return asClient.has(event.project_id) ? tellClient(event) : [];
            }),
          );
      if (notified.has(listener.actor.userId)) own.push({ kind: 'notifications' });
      tell(listener, own);
    }
  };

  const tick = (): void => {
    if (polling) return;
    polling = true;
    // A store that is away for a while is asked again at the next tick.
    void poll()
      .catch(() => {
        missed = true;
      })
      .finally(() => {
        polling = false;
      });
  };

  /** Listening begins where the store stands now. */
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

  async function* follow(listener: Listener, signal: AbortSignal): AsyncGenerator<LiveEvent> {
    while (!closed && !signal.aborted) {
      yield* listener.queue.splice(0);
      if (closed || signal.aborted) return;
      await new Promise<void>((resolve) => {
        listener.wake = resolve;
        if (listener.queue.length > 0) resolve();
      });
    }
  }

  return {
    async listen(actor, signal) {
      const listener: Listener = { actor, queue: [], wake: () => {} };
      const leave = (): void => {
        listeners.delete(listener);
        stopWhenIdle();
        listener.wake();
      };
      listeners.add(listener);
      signal.addEventListener('abort', leave);
      try {
        await start();
      } catch (error) {
        leave();
        throw error;
      }
      return follow(listener, signal);
    },
    close() {
      closed = true;
      for (const listener of listeners) listener.wake();
    },
  };
}

/** What has come to the store since one looked last. */
interface News {
  /** About projects; listeners must see them. */
  events: ProjectEvent[];
  /** So much that every project may have changed. */
  everything: boolean;
  /** Who has new notifications. */
  notified: Set<number>;
}
type ProjectEvent = Exclude<LiveEvent, { kind: 'notifications' }>;

/** More of one project at once are sent without their ids. */
const MANY_OF_PROJECT = 100;

interface Change {
  id: number;
  entity: string;
  entity_id: number;
  project_id: number | null;
  user_id: number | null;
}
interface Found {
  id: number;
  project_id: number;
  pair_id: number;
}

/** Looks at the ends of what the store writes: history, evidence, notifications; and at the runs under way. */
function createWatch(db: Db) {
  const history = createTail<Change>(db, 'history', (after) =>
    db
      .selectFrom('history')
      .select(['id', 'entity', 'entity_id', 'project_id', 'user_id'])
      .where('id', '>', after)
      .execute(),
  );
  const evidence = createTail<Found>(db, 'evidence', (after) =>
    db
      .selectFrom('evidence')
      .select(['id', 'project_id', 'pair_id'])
      .where('id', '>', after)
      .execute(),
  );
  let lastNotification = 0;
  let runs = new Map<number, string>();

  const readNotified = async (): Promise<Set<number>> => {
    const rows = await db
      .selectFrom('notification')
      .select(['id', 'user_id'])
      .where('id', '>', lastNotification)
      .execute();
    lastNotification = Math.max(lastNotification, ...rows.map((row) => row.id));
    return new Set(rows.map((row) => row.user_id));
  };

  /** Runs that got on, or came to an end, since the last look. */
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
    /** From here on. */
    async start(): Promise<void> {
      await Promise.all([history.start(), evidence.start(), readRuns()]);
      lastNotification = await readNewestId(db, 'notification');
    },
    async look(): Promise<News> {
      const changes = await history.read();
      const found = await evidence.read();
      return {
        events: distinct([...tellChanges(changes ?? [], found ?? []), ...(await readRuns())]),
        everything: changes === null || found === null,
        notified: await readNotified(),
      };
    },
  };
}

/** Clients hear that figures have changed, not of which objects, nor who works on what. */
function tellClient({ kind, project_id }: ProjectEvent): ProjectEvent[] {
  if (kind === 'run') return [];
  return [kind === 'pairs' ? { kind, project_id, ids: [] } : { kind: 'project', project_id }];
}

/** Changes of objects by project and person, of pairs and runs by project; anything else as the project. */
function tellChanges(changes: readonly Change[], found: readonly Found[]): ProjectEvent[] {
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

/** A run that was asked to pause has changed, and has history, too: it is sent once. */
const distinct = (events: ProjectEvent[]): ProjectEvent[] => [
  ...new Map(events.map((event) => [JSON.stringify(event), event])).values(),
];

/** More lines at once are not looked at one by one. */
const MANY = 500;
/** Transactions may commit out of the order of their ids: this far back is looked at again. */
const OVERLAP = 200;

/** The end of a table that only grows: each line is read once. */
function createTail<Row extends { id: number }>(
  db: Db,
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
    /** @returns the lines since the last reading; null where they are too many */
    async read(): Promise<Row[] | null> {
      const newest = await readNewestId(db, table);
      if (newest <= last) return [];
      const many = newest - last > MANY;
      const rows = await readNew((many ? newest : last) - OVERLAP);
      last = newest;
      return many ? null : rows;
    },
  };
}
