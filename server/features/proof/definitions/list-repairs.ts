import { type Repairs, MAX_REPAIRS } from '../../../../contract/proof/definitions.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { JudgedFinding } from './raw-finding.ts';
import type { Compared, RepairsOf } from './write-repairs.ts';

/** Compares pairs by what was read last, and writes what mends them. */
type Compare = (
  pairIds: readonly number[],
) => Promise<{ compared: readonly Compared[]; repairOf: RepairsOf }>;

const CHUNK = 100;

/** What others need stands first: columns before keys, keys before those that lead to them, tables before views. */
const ORDER: readonly JudgedFinding['part'][] = [
  'column',
  'primary key',
  'unique key',
  'check',
  'index',
  'foreign key',
  'trigger',
  'object',
  'text',
  'grant',
  'comment',
];
const orderOf = ({ code, part }: JudgedFinding): number =>
  ORDER.indexOf(code === 'comment' ? 'comment' : part);

/** Statements that mend what differs in a project's definitions, in the order to run them. */
export async function listRepairs(
  { aside }: Pick<Store, 'aside'>,
  projectId: number,
  compare: Compare,
): Promise<Repairs> {
  const ids = await aside
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
    .where('structure_result', 'is not', null)
    .orderBy('id')
    .execute();
  const found: { order: number; repair: Repairs['repairs'][number] }[] = [];
  let left = 0;
  let statements = 0;
  for (let start = 0; start < ids.length && statements <= MAX_REPAIRS; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK).map(({ id }) => id);
    const { compared, repairOf } = await compare(chunk);
    for (const { task, findings } of compared) {
      const target = task.members.find(({ side }) => side === 'target')!;
      const name = `${target.schema_name}.${target.object_name}`;
      // What is mended by the statements of another finding is not said twice.
      const said = new Set<string>();
      for (const finding of findings) {
        const repair = repairOf(finding);
        if (!repair) {
          if (!finding.accepted && finding.severity !== 'info') left += 1;
          continue;
        }
        const text = JSON.stringify(repair);
        if (said.has(text)) continue;
        said.add(text);
        statements += repair.length;
        const { code } = finding;
        found.push({
          order: orderOf(finding),
          repair: { pair_id: task.pair.id, name, code, statements: repair },
        });
      }
    }
  }
  const sorted = found.toSorted((one, other) => one.order - other.order);
  return { repairs: sorted.map(({ repair }) => repair), left, cut: statements > MAX_REPAIRS };
}
