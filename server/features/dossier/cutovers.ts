import type { CutoverRun, CutoverStep } from '../../../contract/cutover-runs.ts';
import type { CutoverService } from '../cutover/runs-service.ts';
import { mapChunks, table, time } from './html.ts';

/** Rehearsals and cutovers with their steps as carried out, newest first. */
export async function* readCutovers(
  cutovers: CutoverService,
  projectId: number,
): AsyncGenerator<readonly CutoverRun[]> {
  for (const { id } of await cutovers.list(projectId, Number.MAX_SAFE_INTEGER))
    yield [await cutovers.read(projectId, id)];
}

/** The runbook as carried out: planned and actual times, and who did each step. */
export const writeCutovers = (cutovers: CutoverService, projectId: number) =>
  table(
    'Rehearsals and cutovers, step by step',
    ['Run', 'Step', 'Planned', 'State', 'Started', 'By', 'Ended', 'By whom', 'Way back'],
    mapChunks(readCutoverSteps(cutovers, projectId), ({ run, step }) => [
      `${run.kind}, ${time(run.started_at)}, ${run.state}`,
      step.title,
      `${time(step.planned_start)} – ${time(step.planned_end)}`,
      step.state,
      time(step.started_at),
      step.started_by,
      time(step.ended_at),
      step.ended_by,
      wayBackOf(step),
    ]),
  );

function wayBackOf({
  way_back_worked: worked,
  way_back_at: at,
  way_back_by: by,
  way_back_note: note,
}: CutoverStep): string {
  if (worked === null) return '';
  const result = worked ? 'worked' : 'did not work';
  return `${result}, ${time(at)}, ${by}${note === null ? '' : `: ${note}`}`;
}

async function* readCutoverSteps(cutovers: CutoverService, projectId: number) {
  for await (const runs of readCutovers(cutovers, projectId))
    yield runs.flatMap((run) => run.steps.map((step) => ({ run, step })));
}
