import type { LiveEvent } from '../../../contract/events.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { MemberService } from '../members/service.ts';
import { createWatch } from './watch.ts';

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

export function createEventService(store: Store, members: MemberService): EventService {
  const listeners = new Set<Listener>();
  let timer: NodeJS.Timeout | null = null;
  let started = Promise.resolve();
  let polling = false;
  /** A look was cut off: what it had read already is told to nobody. */
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
      const own: LiveEvent[] = everything
        ? [...visible].map((project_id) => ({ kind: 'project', project_id }))
        : events.filter(({ project_id }) => visible.has(project_id));
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
