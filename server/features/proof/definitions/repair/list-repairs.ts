import { withEnglish } from '../../../../../contract/messages/english.ts';
import { type Repairs, MAX_REPAIRS } from '../../../../../contract/proof/definitions.ts';
import type { Db, Store } from '../../../../platform/db/store.ts';
import type { PairTask } from '../../pairs/service.ts';
import { kindKeyOf } from '../accept/acceptances.ts';
import type { TableName } from '../counterparts.ts';
import type { Becomes } from '../missing.ts';
import {
  type Place,
  type Removal,
  createdOnce,
  inOrder,
  inOrderOfRemoval,
  placeOf,
  namesOf,
} from './order-repairs.ts';
import type { Definitions } from '../outcome.ts';
import type { JudgedFinding } from '../compare/raw-finding.ts';
import type { Repair } from './repair-sides.ts';
import type { IsUnmade, Written } from './unmade-objects.ts';
import type { Compared, RepairsOf } from './write-repairs.ts';

/** Compares pairs by the definitions that were read last, and writes their repairs. */
export type Compare = (
  pairIds: readonly number[],
  isUnmade?: IsUnmade,
) => Promise<{
  compared: readonly Compared[];
  definitions: Definitions;
  repairOf: RepairsOf;
  becomes: Becomes;
  written: readonly Written[];
  /** Tables and views of the source that a pair's objects name or refer to. */
  needs(task: PairTask): readonly TableName[];
}>;
type One = Repairs['repairs'][number];

const CHUNK = 100;

interface PendingRepair {
  place: Place;
  repair: One;
}
type Dropping = Removal & Pick<PendingRepair, 'repair'>;

/** The repairs of one pair. */
interface OfPair {
  pairId: number;
  found: PendingRepair[];
  dropped: Dropping[];
  /** Number of findings without a statement. */
  left: number;
  needs: readonly TableName[];
}

/**
 * Statements that repair the findings of a project, in the order to run them. All are written as if everything that they
 * need existed; then those that need what no statement creates are written again.
 * @param kind - only open findings of this kind
 */
export async function listRepairs(
  { longReads }: Pick<Store, 'longReads'>,
  projectId: number,
  compare: Compare,
  findUnmade: (about: readonly TableName[], known: readonly Written[]) => Promise<IsUnmade>,
  kind?: string,
): Promise<Repairs> {
  const parts = new Map<number, OfPair>();
  const known: Written[] = [];
  let left = 0;
  let statements = 0;
  let removals = 0;
  for (let ids = await nextIds(longReads, projectId, 0); ids.length > 0;) {
    const compared = await compare(ids);
    for (const one of compared.written) if (one.isMade) known.push(one);
    for (const part of readRepairs(compared, kind)) {
      for (const { repair } of part.found) statements += repair.statements.length;
      removals += part.dropped.length;
      if (removals > MAX_REPAIRS) part.dropped = [];
      if (part.found.length + part.dropped.length > 0) parts.set(part.pairId, part);
      else left += part.left;
    }
    if (statements > MAX_REPAIRS) break;
    ids = await nextIds(longReads, projectId, ids.at(-1)!);
  }
  const isUnmade = await findUnmade(
    [...parts.values()].flatMap(({ needs }) => needs),
    known,
  );
  const waiting = [...parts.values()].filter(({ needs }) => needs.some(isUnmade));
  for (let start = 0; start < waiting.length; start += CHUNK) {
    const ids = waiting.slice(start, start + CHUNK).map(({ pairId }) => pairId);
    for (const part of readRepairs(await compare(ids, isUnmade), kind))
      parts.set(part.pairId, part);
  }
  const all = [...parts.values()];
  const found = all.flatMap((part) => part.found);
  const dropped = all.flatMap((part) => part.dropped);
  for (const part of all) left += part.left;
  return {
    repairs: createdOnce(inOrder(found).map(({ repair }) => repair)),
    removals: inOrderOfRemoval(dropped).map(({ repair }) => repair),
    left,
    // Removals are comments with a limit of their own; whoever has run a file gets further repairs in the next one.
    cut: statements > MAX_REPAIRS || removals > MAX_REPAIRS,
  };
}

/** Pairs that may have findings, behind this one. */
async function nextIds(db: Db, projectId: number, behind: number): Promise<number[]> {
  const rows = await db
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '>', behind)
    .where(({ or, and, eb }) =>
      or([
        eb('structure_result', 'is not', null),
        and([
          eb('state', '=', 'unmatched'),
          or([eb('source_count', '=', 1), eb('target_count', '=', 1)]),
        ]),
      ]),
    )
    .orderBy('id')
    .limit(CHUNK)
    .execute();
  return rows.map(({ id }) => id);
}

const readRepairs = (
  { compared, definitions, repairOf, becomes, needs }: Awaited<ReturnType<Compare>>,
  kind: string | undefined,
): OfPair[] =>
  compared.map(({ task, findings }) => {
    const part: OfPair = {
      pairId: task.pair.id,
      found: [],
      dropped: [],
      left: 0,
      needs: needs(task),
    };
    const name = nameOf(task, becomes);
    const as = (
      { code }: JudgedFinding,
      own: string[],
      { unmended }: Pick<Repair, 'unmended'>,
    ) => ({
      pair_id: task.pair.id,
      name,
      code,
      statements: own,
      ...withEnglish('unmended', unmended),
    });
    // Statements that repair several findings are listed once.
    const said = new Set<string>();
    const add = (
      finding: JudgedFinding,
      own: string[],
      place: Place,
      of: Pick<Repair, 'unmended'>,
    ) => {
      const text = JSON.stringify(own);
      if (own.length === 0 || said.has(text)) return;
      said.add(text);
      part.found.push({ place, repair: as(finding, own, of) });
    };
    for (const finding of findings) {
      if (kind !== undefined && kindKeyOf(finding) !== kind) continue;
      const repair = repairOf(finding);
      const place = placeOf(finding, task.pair.type_id);
      if (repair?.statements) {
        add(finding, repair.statements, place, repair);
        add(finding, repair.last, 'foreign key', { unmended: null });
      } else if (repair?.removal)
        part.dropped.push({
          place,
          ...wholeOf(finding, task, definitions),
          repair: as(finding, repair.removal, repair),
        });
      else if (!finding.accepted && finding.severity !== 'info') part.left += 1;
    }
    return part;
  });

function wholeOf(
  { code }: JudgedFinding,
  { members: [only] }: PairTask,
  definitions: Definitions,
): Pick<Removal, 'whole' | 'words'> {
  const definition = only && definitions.get(only.id)?.definition;
  if (code !== 'object.extra' || !definition) return { whole: null, words: [] };
  return namesOf(definition);
}

/** The object's name on the target, now or once it is created. */
function nameOf({ members }: PairTask, becomes: Becomes): string {
  const member = members.find(({ side }) => side === 'target') ?? members[0]!;
  const { schema_name: schema, object_name: table, side } = member;
  const to = (side === 'source' ? becomes({ schema, table }) : undefined) ?? { schema, table };
  return `${to.schema}.${to.table}`;
}
