import { connectorOf } from '../../../connectors/registry.ts';
import type { EditedRunbook, Runbook, TemplateStep } from '../../../contract/cutover.ts';
import { message } from '../../../contract/messages/message.ts';
import type { FieldFault } from '../../../contract/problems.ts';
import { fingerprint } from '../../../contract/stale.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid } from '../../platform/problem.ts';
import { recordProjectHistory } from '../history/service.ts';
import { type MemberService, mayOwn } from '../members/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import { type StoredRunbook, readRunbook, writeRunbook } from './repository.ts';
import { schedule } from './schedule.ts';
import { createTemplate } from './template.ts';

/** The runbook of a project: the steps of its cutover, in order, with their owners. */
export interface RunbookService {
  read(projectId: number): Promise<Runbook>;
  /** @throws ProblemError `conflict` if it no longer equals `was` */
  save(actor: Actor, projectId: number, edited: EditedRunbook, was?: string): Promise<Runbook>;
  template(projectId: number): Promise<TemplateStep[]>;
}

export function createRunbookService(
  store: Store,
  {
    users,
    members,
    projects,
  }: { users: UserService; members: MemberService; projects: ProjectService },
): RunbookService {
  const present = (runbook: StoredRunbook, names: ReadonlyMap<number, string>): Runbook => {
    const { slots, minutes } = schedule(runbook.steps);
    return {
      starts_at: runbook.starts_at,
      minutes,
      version: fingerprint(runbook),
      steps: runbook.steps.map((step, place) => {
        const { begins, ends, critical } = slots[place]!;
        const owner = step.owner_id === null ? null : (names.get(step.owner_id) ?? null);
        return { ...step, owner, begins, ends, critical: critical ? 1 : 0 };
      }),
    };
  };

  const read = async (projectId: number): Promise<Runbook> => {
    await expectProject(store.db, projectId);
    return present(await readRunbook(store.db, projectId), await users.names());
  };

  /** Owners of steps who are not on the project. */
  const strangersIn = async (projectId: number, { steps }: EditedRunbook): Promise<Set<number>> => {
    const owners = [...new Set(steps.flatMap(({ owner_id: owner }) => owner ?? []))];
    const known = await Promise.all(
      owners.map((owner) => mayOwn(users, members, owner, projectId)),
    );
    return new Set(owners.filter((_, place) => !known[place]));
  };

  return {
    read,

    async save(actor, projectId, edited, was) {
      await expectProject(store.db, projectId);
      const strangers = await strangersIn(projectId, edited);
      await store.transaction(async (tx) => {
        const before = await readRunbook(tx, projectId);
        if (was !== undefined && was !== fingerprint(before))
          throw conflict(message('cutover.changed'));
        const faults = faultsOf(edited, before, strangers);
        if (faults.length > 0) throw invalid(faults);
        await writeRunbook(tx, projectId, edited);
        await recordProjectHistory(tx, actor, projectId, 'runbook-changed', {
          starts_at: [before.starts_at, edited.starts_at],
          steps: [before.steps.length, edited.steps.length],
        });
      }, `cutover:${projectId}`);
      return read(projectId);
    },

    async template(projectId) {
      const { source, target } = await projects.engines(projectId);
      return createTemplate(projectId, connectorOf(source).cutover, connectorOf(target).cutover);
    },
  };
}

/** Faults that involve several steps, or other tables. */
function faultsOf(
  { steps }: EditedRunbook,
  before: StoredRunbook,
  strangers: ReadonlySet<number>,
): FieldFault[] {
  const owners = new Map(before.steps.map(({ id, owner_id: owner }) => [id, owner]));
  const taken = new Set<number | null>();
  return steps.flatMap(({ id, owner_id: owner, after }, place) => {
    const faults: FieldFault[] = [];
    const add = (field: string, code: 'noSuchStep' | 'noSuchOwner' | 'notAbove') =>
      faults.push({ field: `steps.${place}.${field}`, message: message(`field.${code}`) });
    if (id !== null && (!owners.has(id) || taken.has(id))) add('id', 'noSuchStep');
    taken.add(id);
    // A person who has left the project may remain the owner of their steps.
    const isNew = id === null || owners.get(id) !== owner;
    if (owner !== null && isNew && strangers.has(owner)) add('owner_id', 'noSuchOwner');
    if (after?.some((number) => number > place)) add('after', 'notAbove');
    return faults;
  });
}
