import { type Message, message } from '../../../../contract/messages/message.ts';
import { familyOf } from '../../../../contract/engines.ts';
import { type PairCall, pairCall } from '../../../../contract/proof/calls.ts';
import type { ComparedCall } from '../../../../contract/proof/pairs.ts';
import { SIDES } from '../../../../contract/fields.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { ObjectService } from '../../objects/service.ts';
import type { UserService } from '../../users/service.ts';
import type { PairService, StoredPair } from '../pairs/service.ts';
import type { Kept } from './keep-call.ts';
import type { ReportProgress } from './progress.ts';
import type { BySide } from './sides.ts';

interface Calls {
  run(
    actor: Actor,
    projectId: number,
    pairId: number,
    call: PairCall,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<Kept>;
  irrevocableOf(
    projectId: number,
    texts: Pick<PairCall, 'source_text' | 'target_text'>,
  ): Promise<BySide<Message[]>>;
}

export interface CalledAgain {
  result: ComparedCall | null;
  note: Message | null;
}
const notRun = (note: Message | null): CalledAgain => ({ result: null, note });

/** Runs stored calls once more, where nobody can be asked. */
export function createKeptRuns(
  users: UserService,
  objects: ObjectService,
  pairs: PairService,
  { run, irrevocableOf }: Calls,
) {
  /** @returns null where the user may not run the call: deactivated, or not assigned to the pair */
  const actorOf = async (userId: number | null, pairId: number): Promise<Actor | null> => {
    const user = userId === null ? undefined : await users.find(userId);
    if (user?.is_active !== 1) return null;
    const isAdmin = user.is_admin === 1;
    const may = isAdmin || (await objects.isPairAssignee(user.id, pairId));
    return may ? { userId: user.id, username: user.username, isAdmin } : null;
  };

  /**
   * Runs the call of a pair once more, with all of its parameter sets, as the user who started the run.
   * @returns the result, null where it was not run; `note` tells the result, or why there is none
   */
  return async (
    userId: number | null,
    { id: pairId, project_id: projectId }: StoredPair,
    signal: AbortSignal,
    report: ReportProgress,
  ): Promise<CalledAgain> => {
    const { call: stored, type_id } = await pairs.find(projectId, pairId);
    if (stored === null)
      return notRun(familyOf(type_id) === 'routines' ? message('call.noneKept') : null);
    const actor = await actorOf(userId, pairId);
    if (!actor) return notRun(message('call.notTheirs'));
    const call = pairCall.parse(JSON.parse(stored));
    if (call.writes) {
      const lasting = await irrevocableOf(projectId, call);
      if (SIDES.some((side) => lasting[side].length > 0))
        return notRun(message('call.leavesSomething'));
    }
    try {
      const { result, comparisons } = await run(actor, projectId, pairId, call, signal, report);
      signal.throwIfAborted();
      const equal = comparisons.filter(({ result }) => result === 'equal').length;
      const note = message('call.ranAgain', { equal, count: comparisons.length });
      return { result, note };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return notRun(message('call.notRun', { reason: error.said }));
    }
  };
}
