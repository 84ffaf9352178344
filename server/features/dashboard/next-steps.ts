import { sql } from 'kysely';
import type { NextStep } from '../../../contract/next-steps.ts';
import type { Db } from '../../platform/db/store.ts';

const count = (condition: string) =>
  sql<number>`sum(case when ${sql.raw(condition)} then 1 else 0 end)`;

/** The next step of each project that is not archived, in the order of the work. */
export async function readNextSteps(db: Db): Promise<NextStep[]> {
  const objects = await db
    .selectFrom('project')
    .leftJoin('object', 'object.project_id', 'project.id')
    .select([
      'project.id',
      count(`side = 'source'`).as('source'),
      count(`side = 'target'`).as('target'),
      count(`side = 'source' and developer_id is null and object.status = 'pending'`).as(
        'unassigned',
      ),
      count(
        `side = 'source' and object.status = 'migrated' or side = 'target' and object.status = 'pending'`,
      ).as('untested'),
    ])
    .where('archived_at', 'is', null)
    .groupBy('project.id')
    .orderBy('project.id')
    .execute();
  const matched = `state in ('proposed', 'confirmed')`;
  const pairs = await db
    .selectFrom('pair')
    .select([
      'project_id',
      count(`${matched} and structure_result is null`).as('uncompared'),
      count(`'different' in (structure_result, data_result, call_result)`).as('different'),
      count(`state = 'proposed'`).as('proposed'),
    ])
    .groupBy('project_id')
    .execute();
  const byProject = new Map(pairs.map((row) => [row.project_id, row]));
  return objects.map((project) => {
    const proof = byProject.get(project.id);
    const steps: [NextStep['step'], unknown][] = [
      ['assign', project.unassigned],
      ['compare', proof?.uncompared],
      ['differ', proof?.different],
      ['confirm', proof?.proposed],
      ['test', project.untested],
    ];
    const isRead = { source: Number(project.source) > 0, target: Number(project.target) > 0 };
    const open = steps
      .map(([step, found]) => ({ step, count: Number(found ?? 0) }))
      .find((one) => one.count > 0);
    const step =
      isRead.source && isRead.target
        ? (open ?? { step: 'report' as const, count: 0 })
        : {
            step: isRead.source || isRead.target ? ('readOther' as const) : ('read' as const),
            count: 0,
          };
    return { Project_Id: project.id, ...step };
  });
}
