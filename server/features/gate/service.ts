import type { z } from 'zod';
import { HOUR } from '../../../contract/days.ts';
import {
  GATE_CONDITIONS,
  type Gate,
  type GateCondition,
  type GateDecision,
  type GateFinding,
  type GateSettings,
  type GateVerdict,
  MAX_DECISIONS,
  MAX_NAMED,
  type NamedFinding,
  type decideGate,
  gateFinding,
} from '../../../contract/gate.ts';
import { message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, refuseStale } from '../../platform/problem.ts';
import { type UntriedStep, hasRehearsal, listUntried } from '../cutover/rehearsals-service.ts';
import { recordProjectHistory } from '../history/service.ts';
import {
  type Standing,
  listPairsWithTakenNumbers,
  readStanding,
} from '../proof/pairs/standing-service.ts';
import type { Missing, SignoffService } from '../signoff/service.ts';
import { readGateSettings } from './settings-service.ts';

type Decided = z.output<typeof decideGate.body>;

/** Whether a project may be switched over to its target, and the decisions about it. */
export interface GateService {
  read(projectId: number): Promise<Gate>;
  /** @throws ProblemError `conflict` if the settings no longer equal `was` */
  set(actor: Actor, projectId: number, settings: GateSettings, was?: string): Promise<Gate>;
  /** Newest first. */
  decisions(projectId: number, most?: number): Promise<GateDecision[]>;
  /**
   * @throws ProblemError `conflict` if the verdict is not the one that was shown, `invalid` if a required reason is
   * missing
   */
  decide(actor: Actor, projectId: number, decided: Decided): Promise<GateDecision>;
}

export function createGateService(
  store: Store,
  signoffs: Pick<SignoffService, 'listMissing'>,
): GateService {
  /** Runs outside of a transaction, which would block writers: it hashes all pairs. */
  const listMissing = async (projectId: number): Promise<Missing> => {
    const settings = await readGateSettings(store.longReads, projectId);
    return signoffs.listMissing(store.longReads, projectId, {
      roles: settings.client_signs ? ['developer', 'tester', 'client'] : ['developer', 'tester'],
      fourEyes: settings.four_eyes === 1,
      waves: settings.waves_sign === 1,
    });
  };

  const judge = async (db: Db, projectId: number, missing: Missing): Promise<Gate> => {
    const settings = await readGateSettings(db, projectId);
    const since = timestampIn(-settings.max_age_hours * HOUR);
    const standing = await readStanding(db, projectId, since);
    const rehearsed = timestampIn(-24 * settings.rehearsal_days * HOUR);
    const unrehearsed = (await hasRehearsal(db, projectId, rehearsed)) ? 0 : 1;
    const untried = await listUntried(db, projectId, rehearsed);
    // Without any way back in the runbook, none works.
    const irreversible = untried?.length ?? 1;
    const behind =
      standing.behind > 0 ? await listPairsWithTakenNumbers(db, projectId, MAX_NAMED) : [];
    return judgeBy(
      settings,
      { ...standing, unsigned: missing.count, unrehearsed, irreversible },
      {
        sequences: nameAll(behind, standing.behind),
        way_back: nameAll((untried ?? []).map(nameStep)),
        signoffs: nameAll(missing.waves),
      },
    );
  };

  return {
    read: async (projectId) => judge(store.longReads, projectId, await listMissing(projectId)),

    async set(actor, projectId, settings, was) {
      await store.transaction(async (tx) => {
        const before = await readGateSettings(tx, projectId);
        refuseStale(was, before);
        const set = { settings: JSON.stringify(settings) };
        await tx
          .insertInto('gate')
          .values({ project_id: projectId, ...set })
          .onConflict((conflicting) => conflicting.column('project_id').doUpdateSet(set))
          .execute();
        await recordProjectHistory(tx, actor, projectId, 'gate-settings', {
          settings: [before, settings],
        });
      }, `gate:${projectId}`);
      return judge(store.db, projectId, await listMissing(projectId));
    },

    async decisions(projectId, most = MAX_DECISIONS) {
      await readGateSettings(store.db, projectId);
      const rows = await selectDecisions(store.db)
        .where('gate_decision.project_id', '=', projectId)
        .orderBy('gate_decision.id', 'desc')
        .limit(most)
        .execute();
      return rows.map(present);
    },

    async decide(actor, projectId, { decision, reason = '', seen }) {
      const missing = await listMissing(projectId);
      return store.transaction(async (tx) => {
        const now = await judge(tx, projectId, missing);
        if (now.verdict !== seen) throw conflict(message('gate.changed'), { current: now });
        const isAgainst = (decision === 'go') !== (now.verdict === 'go');
        if (isAgainst && reason.trim() === '')
          throw invalid([{ field: 'reason', message: message('gate.reasonNeeded') }]);
        const failing = now.conditions.filter(({ demanded, holds }) => demanded && !holds);
        const { id } = await tx
          .insertInto('gate_decision')
          .values({
            project_id: projectId,
            user_id: actor.userId,
            at: now.as_of,
            decision,
            verdict: now.verdict,
            reason: reason.trim() || null,
            failing: JSON.stringify(failing),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordProjectHistory(tx, actor, projectId, 'gate-decided', {
          gate: [now.verdict, decision],
        });
        return present(
          await selectDecisions(tx).where('gate_decision.id', '=', id).executeTakeFirstOrThrow(),
        );
      }, `gate:${projectId}`);
    },
  };
}

interface Judged extends Standing {
  /** Missing sign-offs of the current proof. */
  unsigned: number;
  /** 1 if no recent rehearsal has finished. */
  unrehearsed: number;
  /** Steps whose way back has not worked in a recent rehearsal. */
  irreversible: number;
}

const COUNTS: Record<GateCondition, (judged: Judged) => number> = {
  settled: ({ open }) => open,
  fresh: ({ old }) => old,
  sequences: ({ behind, unnumbered }) => behind + unnumbered,
  unchanged: ({ stale }) => stale,
  verified: ({ unverified }) => unverified,
  returned: ({ returned }) => returned,
  against: ({ against }) => against,
  acceptances: ({ ending }) => ending,
  runs: ({ runs }) => runs,
  rehearsal: ({ unrehearsed }) => unrehearsed,
  way_back: ({ irreversible }) => irreversible,
  signoffs: ({ unsigned }) => unsigned,
};

const nameStep = ({ id, title, run }: UntriedStep): NamedFinding => ({ id, name: title, run });

function nameAll(
  found: readonly (Pick<NamedFinding, 'id' | 'name'> & Partial<NamedFinding>)[],
  all = found.length,
): Pick<GateFinding, 'named' | 'unnamed'> {
  const named = found.slice(0, MAX_NAMED).map((one) => ({ run: null, ...one }));
  return { named, unnamed: all - named.length };
}

function judgeBy(
  settings: GateSettings,
  standing: Judged,
  named: Partial<Record<GateCondition, Pick<GateFinding, 'named' | 'unnamed'>>>,
): Gate {
  const conditions = GATE_CONDITIONS.map((condition): GateFinding => {
    const count = COUNTS[condition](standing);
    return {
      condition,
      demanded: settings.left_out.includes(condition) ? 0 : 1,
      holds: standing.pairs > 0 && count === 0 ? 1 : 0,
      count,
      unknown: condition === 'sequences' ? standing.unnumbered : 0,
      named: [],
      unnamed: 0,
      ...named[condition],
    };
  });
  return {
    as_of: timestampNow(),
    verdict: verdictOf(standing, conditions),
    conditions,
    settings,
  };
}

function verdictOf({ pairs }: Standing, conditions: readonly GateFinding[]): GateVerdict {
  if (pairs === 0) return 'unknown';
  return conditions.every(({ demanded, holds }) => !demanded || holds) ? 'go' : 'no_go';
}

const selectDecisions = (db: Db) =>
  db
    .selectFrom('gate_decision')
    .leftJoin('app_user', 'app_user.id', 'gate_decision.user_id')
    .select([
      'gate_decision.id',
      'gate_decision.at',
      'username as decided_by',
      'decision',
      'verdict',
      'reason',
      'failing',
    ]);

const present = ({
  failing,
  ...row
}: Omit<GateDecision, 'failing'> & { failing: string }): GateDecision => ({
  ...row,
  failing: gateFinding.array().parse(JSON.parse(failing)),
});
