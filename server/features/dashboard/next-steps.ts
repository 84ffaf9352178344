import { sql } from 'kysely';
import type { NextStep } from '../../../contract/next-steps.ts';
import { PROOF_STEPS } from '../../../contract/proof/verdicts.ts';
import type { Db } from '../../platform/db/store.ts';
import type { TrendService } from '../proof/pairs/trend-service.ts';

const count = (condition: string) =>
  sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;

/** The next step of each project that is not archived, in the order of the work. */
export async function readNextSteps(
  db: Db,
  trend: Pick<TrendService, 'countVerdicts'>,
): Promise<NextStep[]> {
  const objects = await db
    .selectFrom('project')
    .leftJoin('object', 'object.project_id', 'project.id')
    .leftJoin('project_connection as target', (join) =>
      join.onRef('target.project_id', '=', 'project.id').on('target.side', '=', 'target'),
    )
    .select([
      'project.id',
      'target.read_at as target_read_at',
      count(`object.side = 'source'`).as('source'),
      count(`object.side = 'target'`).as('target'),
      count(`object.side = 'source' and developer_id is null and object.status = 'pending'`).as(
        'unassigned',
      ),
      count(
        `object.side = 'source' and object.status = 'migrated' or object.side = 'target' and object.status = 'pending'`,
      ).as('untested'),
    ])
    .where('archived_at', 'is', null)
    .groupBy(['project.id', 'target.read_at'])
    .orderBy('project.id')
    .execute();
  const verdicts = await trend.countVerdicts(objects.map(({ id }) => id));
  return objects.map((project, at) => {
    const steps: (readonly [NextStep['step'], unknown])[] = [
      ['assign', project.unassigned],
      ...PROOF_STEPS.map((verdict) => [verdict, verdicts[at]![verdict]] as const),
      ['test', project.untested],
    ];
    const isRead = { source: Number(project.source) > 0, target: Number(project.target) > 0 };
    const open = steps
      .map(([step, found]) => ({ step, count: Number(found ?? 0) }))
      .find((one) => one.count > 0);
    const hasBoth = isRead.source && isRead.target;
    // Work on a target that was read and is empty begins with assigning; it is read again afterwards.
    const begins = isRead.source && project.target_read_at !== null && open?.step === 'assign';
    if (open && (hasBoth || begins)) return { Project_Id: project.id, ...open };
    const idle = isRead.source || isRead.target ? 'readOther' : 'read';
    return { Project_Id: project.id, step: hasBoth ? 'report' : idle, count: 0 };
  });
}
