import { withEnglish } from '../../../../contract/messages/english.ts';
import { type Repairs, MAX_REPAIRS } from '../../../../contract/proof/definitions.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { PairTask } from '../pairs/service.ts';
import type { Missing } from './missing.ts';
import { wordsOf } from './meanings.ts';
import {
  type Place,
  type Removal,
  inOrder,
  inOrderOfRemoval,
  needsFirst,
  placeOf,
  namesOf,
} from './order-repairs.ts';
import type { Definitions } from './outcome.ts';
import type { JudgedFinding } from './raw-finding.ts';
import type { Repair } from './repair-sides.ts';
import type { Compared, RepairsOf } from './write-repairs.ts';

/** Compares pairs by the definitions that were read last, and writes their repairs. */
type Compare = (pairIds: readonly number[]) => Promise<{
  compared: readonly Compared[];
  definitions: Definitions;
  repairOf: RepairsOf;
}>;
type One = Repairs['repairs'][number];

const CHUNK = 100;

interface PendingRepair {
  place: Place;
  repair: One;
}
type Dropping = Removal & Pick<PendingRepair, 'repair'>;

/** Statements that repair the findings of a project, in the order to run them. */
export async function listRepairs(
  { longReads }: Pick<Store, 'longReads'>,
  projectId: number,
  { becomes }: Pick<Missing, 'becomes'>,
  compare: Compare,
): Promise<Repairs> {
  const ids = await longReads
    .selectFrom('pair')
    .select('id')
    .where('project_id', '=', projectId)
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
    .execute();
  const found: PendingRepair[] = [];
  const dropped: Dropping[] = [];
  let left = 0;
  let statements = 0;
  for (let start = 0; start < ids.length && statements <= MAX_REPAIRS; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK).map(({ id }) => id);
    const { compared, definitions, repairOf } = await compare(chunk);
    for (const { task, findings } of compared) {
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
        statements += own.length;
        found.push({ place, repair: as(finding, own, of) });
      };
      for (const finding of findings) {
        const repair = repairOf(finding);
        const place = placeOf(finding, task.pair.type_id);
        if (repair?.statements) {
          add(finding, repair.statements, place, repair);
          add(finding, repair.last, 'foreign key', { unmended: null });
        } else if (repair?.removal)
          dropped.push({
            place,
            ...wholeOf(finding, task, definitions),
            repair: as(finding, repair.removal, repair),
          });
        else if (!finding.accepted && finding.severity !== 'info') left += 1;
      }
    }
  }
  return {
    repairs: textsInTurn(inOrder(found).map(({ repair }) => repair)),
    removals: inOrderOfRemoval(dropped.slice(0, MAX_REPAIRS)).map(({ repair }) => repair),
    left,
    // Removals are comments with a limit of their own; whoever has run a file gets further repairs in the next one.
    cut: statements > MAX_REPAIRS || dropped.length > MAX_REPAIRS,
  };
}

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
function nameOf({ members }: PairTask, becomes: Missing['becomes']): string {
  const member = members.find(({ side }) => side === 'target') ?? members[0]!;
  const { schema_name: schema, object_name: table, side } = member;
  const to = (side === 'source' ? becomes({ schema, table }) : undefined) ?? { schema, table };
  return `${to.schema}.${to.table}`;
}

const CREATES = /^(?:EXEC \(N')?CREATE (?:VIEW|MATERIALIZED VIEW|FUNCTION|PROCEDURE)\b/;

/** Sorts created views and routines behind those that they name. */
function textsInTurn(repairs: readonly One[]): One[] {
  const isText = ({ code, statements: [text = ''] }: One) =>
    code === 'object.missing' && CREATES.test(text);
  // The name without schema and types of parameters.
  const ownName = ({ name }: One) => name.slice(name.indexOf('.') + 1).replace(/\(.*$/s, '');
  return needsFirst(
    repairs,
    (one) => (isText(one) ? ownName(one) : null),
    (one) => (isText(one) ? wordsOf(one.statements.join(' ')) : []),
  );
}
