import { MINUTE } from '../../../contract/days.ts';
import { asOf } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { CutoverService } from '../cutover/runs-service.ts';
import type { RunbookService } from '../cutover/service.ts';
import type { GateService } from '../gate/service.ts';

/** Actual durations of steps as factors of the planned ones, in rotation. */
const TOOK = [0.8, 1.4, 1, 2, 1.2] as const;

/** Results of ways back that were tried, except for the last step that has one. */
const NOT_THE_LAST = {
  worked: 0,
  note: 'Nobody on call could change the address of the applications.',
} as const;

interface Rehearsing {
  people: readonly { userId: number; username: string }[];
  /** Planned time of the cutover. */
  startsAt: string;
  /** Time of the rehearsal, in milliseconds. */
  rehearsedAt: number;
}

/**
 * Creates the sample's runbook from the template, and rehearses it once, each step forward and back. Further steps
 * are decided at the gate.
 */
export async function rehearseSample(
  {
    runbooks,
    cutovers,
    gate,
  }: { runbooks: RunbookService; cutovers: CutoverService; gate: GateService },
  actor: Actor,
  projectId: number,
  { people, startsAt, rehearsedAt }: Rehearsing,
): Promise<void> {
  const ownerOf = (place: number) => people[place % people.length]!;
  const template = await runbooks.template(projectId);
  const { version } = await runbooks.save(actor, projectId, {
    starts_at: startsAt,
    steps: template.map(({ title_said: _, way_back_said: __, ...step }, place) => ({
      ...step,
      id: null,
      owner_id: ownerOf(place).userId,
    })),
  });
  let moment = rehearsedAt;
  const run = await asOf(moment, () => cutovers.start(actor, projectId, 'rehearsal', version));
  for (const [place, { id: step, minutes }] of run.steps.entries()) {
    const { userId, username } = ownerOf(place);
    const say = (action: 'start' | 'finish') =>
      asOf(moment, () =>
        cutovers.changeStep(
          { userId, username, isAdmin: false },
          { id: projectId, run: run.id, step },
          { action, confirmed: 1 },
        ),
      );
    await say('start');
    moment += minutes * TOOK[place % TOOK.length]! * MINUTE;
    await say('finish');
    moment += MINUTE;
  }
  const noReturn = run.steps.findIndex(({ no_return: last }) => last === 1);
  for (let place = noReturn; place >= 0; place -= 1) {
    const { userId, username } = ownerOf(place);
    moment += 2 * MINUTE;
    await asOf(moment, () =>
      cutovers.recordWayBack(
        { userId, username, isAdmin: false },
        { id: projectId, run: run.id, step: run.steps[place]!.id },
        place === noReturn ? NOT_THE_LAST : { worked: 1 },
      ),
    );
  }
  await gate.decide(actor, projectId, {
    decision: 'no_go',
    seen: 'no_go',
    reason: 'The way back of the switch did not work. We rehearse once more.',
  });
}
