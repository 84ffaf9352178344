import { speakAs } from '../../../../contract/messages/english.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { type Repairs, MAX_REPAIRS } from '../../../../contract/proof/definitions.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { PairTask } from '../pairs/service.ts';
import type { Missing } from './missing.ts';
import { wordsOf } from './meanings.ts';
import type { JudgedFinding } from './raw-finding.ts';
import type { Compared, RepairsOf } from './write-repairs.ts';

/** Compares pairs by what was read last, and writes what mends them. */
type Compare = (
  pairIds: readonly number[],
) => Promise<{ compared: readonly Compared[]; repairOf: RepairsOf }>;
type One = Repairs['repairs'][number];

const CHUNK = 100;

type Place = JudgedFinding['part'] | 'sequence' | 'table';
/** What others need stands first: tables and columns before keys, keys before those that lead to them, tables before views. */
const ORDER: readonly Place[] = [
  'sequence',
  'table',
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
const CREATED: Readonly<Record<number, Place>> = {
  [OBJECT_TYPES.tables]: 'table',
  [OBJECT_TYPES.sequences]: 'sequence',
};
const placeOf = ({ code, part }: JudgedFinding, typeId: number): Place => {
  if (code === 'object.missing') return CREATED[typeId] ?? 'text';
  return code === 'comment' ? 'comment' : part;
};

/** Statements that mend what differs in a project's definitions, in the order to run them. */
export async function listRepairs(
  { aside }: Pick<Store, 'aside'>,
  projectId: number,
  { becomes }: Pick<Missing, 'becomes'>,
  compare: Compare,
): Promise<Repairs> {
  const ids = await aside
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
    .where(({ or, and, eb }) =>
      or([
        eb('structure_result', 'is not', null),
        and([eb('state', '=', 'unmatched'), eb('source_count', '=', 1)]),
      ]),
    )
    .orderBy('id')
    .execute();
  const found: { place: Place; repair: One }[] = [];
  let left = 0;
  let statements = 0;
  for (let start = 0; start < ids.length && statements <= MAX_REPAIRS; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK).map(({ id }) => id);
    const { compared, repairOf } = await compare(chunk);
    for (const { task, findings } of compared) {
      const name = nameOf(task, becomes);
      // What is mended by the statements of another finding is not said twice.
      const said = new Set<string>();
      const add = (
        place: Place,
        finding: JudgedFinding,
        own: string[],
        unmended: Message | null,
      ) => {
        const text = JSON.stringify(own);
        if (own.length === 0 || said.has(text)) return;
        said.add(text);
        statements += own.length;
        const { code } = finding;
        const repair = { pair_id: task.pair.id, name, code, statements: own };
        found.push({ place, repair: { ...repair, ...speakAs('unmended', unmended) } });
      };
      for (const finding of findings) {
        const repair = repairOf(finding);
        if (!repair?.statements) {
          if (!finding.accepted && finding.severity !== 'info') left += 1;
          continue;
        }
        add(placeOf(finding, task.pair.type_id), finding, repair.statements, repair.unmended);
        add('foreign key', finding, repair.last, null);
      }
    }
  }
  const sorted = found
    .toSorted((one, other) => ORDER.indexOf(one.place) - ORDER.indexOf(other.place))
    .map(({ repair }) => repair);
  return { repairs: viewsInTurn(sorted), left, cut: statements > MAX_REPAIRS };
}

/** As the target has it, or will. */
function nameOf({ members }: PairTask, becomes: Missing['becomes']): string {
  const member = members.find(({ side }) => side === 'target') ?? members[0]!;
  const { schema_name: schema, object_name: table, side } = member;
  const to = (side === 'source' ? becomes({ schema, table }) : undefined) ?? { schema, table };
  return `${to.schema}.${to.table}`;
}

/** Of what is created, views that others name stand before these. */
function viewsInTurn(repairs: readonly One[]): One[] {
  const isView = ({ code, statements: [text = ''] }: One) =>
    code === 'object.missing' && /\bVIEW\b/.test(text.slice(0, 100));
  const viewName = ({ name }: One) => name.slice(name.indexOf('.') + 1).toLowerCase();
  const views = new Map(repairs.filter(isView).map((one) => [viewName(one), one]));
  const done = new Set<One>();
  const visit = (one: One): One[] => {
    if (done.has(one)) return [];
    done.add(one);
    const words = isView(one) ? wordsOf(one.statements.join(' ')) : [];
    const needed = words.flatMap((word) => views.get(word.toLowerCase()) ?? []);
    return [...needed.flatMap(visit), one];
  };
  return repairs.flatMap(visit);
}
