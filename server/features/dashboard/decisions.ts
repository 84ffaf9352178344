import {
  ENDS_SOON_DAYS,
  SIGNED_PLACES,
  type WaitingDecisions,
} from '../../../contract/decisions.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { forbidden } from '../../platform/problem.ts';
import type { MemberService } from '../members/service.ts';
import type { DefinitionService } from '../proof/definitions/service.ts';
import type { SignoffService } from '../signoff/service.ts';
import type { UserService } from '../users/service.ts';

/** Registrations that are named; the list of users has all. */
const NAMED = 3;

/** What waits for a decision belongs to these, who find it. */
interface Owners {
  users: Pick<UserService, 'countWaiting' | 'listWaiting'>;
  members: Pick<MemberService, 'listVisibleProjects'>;
  signoffs: Pick<SignoffService, 'countReopened'>;
  definitions: Pick<DefinitionService, 'countEnding'>;
}
export type DecisionService = ReturnType<typeof createDecisionService>;

export function createDecisionService(
  { longReads: db }: Store,
  { users, members, signoffs, definitions }: Owners,
) {
  const readNames = async (ids: number[]): Promise<Map<number, string>> => {
    const rows = await db
      .selectFrom('project')
      .select(['id', 'name'])
      .where('id', 'in', [0, ...ids])
      .execute();
    return new Map(rows.map(({ id, name }) => [id, name]));
  };

  return {
    /**
     * What waits for a decision in all projects, or in one.
     * @throws ProblemError `forbidden` if the project is not visible to the actor
     */
    async read(actor: Actor, projectId: number | null): Promise<WaitingDecisions> {
      const visible = await members.listVisibleProjects(actor);
      if (projectId !== null && !visible.includes(projectId)) throw forbidden();
      const ids = projectId === null ? visible : [projectId];
      const [accounts, registered, reopened, ending] = await Promise.all([
        projectId === null ? users.countWaiting() : 0,
        projectId === null ? users.listWaiting(NAMED) : [],
        signoffs.countReopened(ids),
        definitions.countEnding(ids, ENDS_SOON_DAYS),
      ]);
      const names = await readNames([...reopened, ...ending].map(({ project_id: id }) => id));
      const projectOf = (id: number) => ({
        Project_Id: id,
        Project_Name: names.get(id) ?? '',
      });
      return {
        accounts,
        registered,
        signoffs: byPlace(reopened).map(({ id, ...one }) => ({ ...projectOf(id), ...one })),
        acceptances: ending.map(({ project_id: id, ...one }) => ({ ...projectOf(id), ...one })),
      };
    },
  };
}

type Reopened = Awaited<ReturnType<SignoffService['countReopened']>>[number];
type Waiting = Omit<WaitingDecisions['signoffs'][number], 'Project_Id' | 'Project_Name'>;

/** Sign-offs by project and place, in the order of the projects' first ones. */
function byPlace(reopened: readonly Reopened[]): (Waiting & { id: number })[] {
  const projects = [...new Set(reopened.map(({ project_id: id }) => id))];
  return projects.flatMap((id) =>
    SIGNED_PLACES.flatMap((place) => {
      const found = reopened.find((one) => one.project_id === id && one.place === place);
      if (!found) return [];
      const { count, pair_id: pair, pair_name: name } = found;
      return [{ id, place, count, pair: pair === null ? null : { id: pair, name: name ?? '' } }];
    }),
  );
}
