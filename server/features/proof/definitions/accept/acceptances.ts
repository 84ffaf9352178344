import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { examplesOf } from '../../../../../connectors/core/connector.ts';
import { groupBy } from '../../../../../connectors/core/group.ts';
import { commonKindOf, kindOf, lackingParts } from '../../../../../contract/proof/common.ts';
import { SIDES } from '../../../../../contract/fields.ts';
import type { DefinitionResult } from '../../../../../contract/proof/pairs.ts';
import { DATA_DIFFERENT, PAIR_CODES } from '../../../../../contract/proof/definitions.ts';
import { hasEnded, lastToday } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/store.ts';
import type { AcceptanceTable } from '../../../../platform/db/proof-tables.ts';
import type { Actor } from '../../../../platform/http/route.ts';
import { recordHistory } from '../../../history/service.ts';
import type { PairMember, PairTask } from '../../pairs/service.ts';
import type { JudgedFinding, RawFinding } from '../compare/raw-finding.ts';

export type StoredAcceptance = Selectable<AcceptanceTable>;
/** An acceptance with the names of the parts that it covers, where these are several. */
export type NamedAcceptance = StoredAcceptance & { names: string[] | null };

export async function listAcceptances(db: Db, projectId: number): Promise<NamedAcceptance[]> {
  const rows = await db
    .selectFrom('acceptance')
    // Of rows and gaps, what is held may be large, and names nothing.
    .leftJoin('acceptance_held', (join) =>
      join.onRef('acceptance_id', '=', 'acceptance.id').on('acceptance.code', 'not in', PAIR_CODES),
    )
    .selectAll('acceptance')
    .select('held')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ held, ...acceptance }) => ({ ...acceptance, names: readNames(held) }));
}

const readNames = (held: string | null | undefined): string[] | null =>
  held ? (JSON.parse(held) as string[]) : null;

/** What a project's acceptances cover now. */
export interface CoveredNow {
  /** Number of differing rows, by the acceptance's id; acceptances of a mere number of rows are absent. */
  held: ReadonlyMap<number, number>;
  /** The objects of each pair that has an acceptance, by its id: those of other objects cover nothing. */
  objects: ReadonlyMap<number, string>;
}

export async function readCovered(db: Db, projectId: number): Promise<CoveredNow> {
  const ofProject = db.selectFrom('acceptance').where('project_id', '=', projectId);
  const members = await db
    .selectFrom('object')
    .select(['id', 'pair_id'])
    .where('pair_id', 'in', ofProject.select('pair_id'))
    .execute();
  const held = await db
    .selectFrom('acceptance_held')
    .innerJoin('acceptance', 'acceptance.id', 'acceptance_held.acceptance_id')
    .select([
      'acceptance.id',
      sql<number>`length(held) - length(replace(held, '\n', '')) + 1`.as('rows'),
    ])
    .where('acceptance.project_id', '=', projectId)
    .where('code', '=', DATA_DIFFERENT)
    .execute();
  const byPair = groupBy(members, ({ pair_id }) => pair_id!);
  return {
    held: new Map(held.map(({ id, rows }) => [id, rows])),
    objects: new Map([...byPair].map(([pair, its]) => [pair, objectsOf(its)])),
  };
}

/** Acceptances that have not ended; `until` is the last day on which they apply. */
export const stillValid = (acceptances: readonly NamedAcceptance[]): NamedAcceptance[] =>
  acceptances.filter(({ until, ended_at }) => ended_at === null && !hasEnded(until));

/** The objects of a pair as an acceptance stores them: sorted ids, separated by commas. */
export const objectsOf = (members: readonly Pick<PairMember, 'id'>[]): string =>
  members
    .map(({ id }) => id)
    .sort((one, other) => one - other)
    .join();

/** Acceptances that have expired, but whose results were not recounted yet. */
export const findEnded = (db: Db): Promise<StoredAcceptance[]> =>
  db
    .selectFrom('acceptance')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('until', '<', lastToday())
    .orderBy('id')
    .limit(100)
    .execute();

/** Acceptances whose last day is within some days, by project. */
export const countEnding = (db: Db, projectIds: readonly number[], days: number) =>
  db
    .selectFrom('acceptance')
    .select(({ fn }) => [
      'project_id',
      fn.countAll<number>().as('count'),
      sql<string>`min(until)`.as('until'),
      // The pair, where all of them are of one.
      sql<
        number | null
      >`case when count(pair_id) = count(*) and min(pair_id) = max(pair_id) then min(pair_id) end`.as(
        'pair_id',
      ),
    ])
    .where('project_id', 'in', [0, ...projectIds])
    .where('ended_at', 'is', null)
    .where('until', '>=', lastToday())
    .where('until', '<=', lastToday(days))
    .groupBy('project_id')
    .orderBy(sql`min(until)`)
    .orderBy('project_id')
    .execute();

type Covering = Pick<NamedAcceptance, 'pair_id' | 'code' | 'name' | 'names' | 'source' | 'target'>;

/**
 * An acceptance of a pair must match a finding in every part; a rule covers all findings with the parts that it names. The
 * texts of both sides match as they are, or as those of the finding's kind.
 */
export function isCovered(finding: RawFinding, acceptance: Covering): boolean {
  if (acceptance.code !== finding.code) return false;
  const { names } = acceptance;
  const isAny = (text: string | null) => acceptance.pair_id === null && text === null;
  const isNamed = names
    ? finding.name !== null && names.includes(finding.name)
    : acceptance.name === finding.name || isAny(acceptance.name);
  const says = (texts: Pick<RawFinding, 'source' | 'target'>) =>
    SIDES.every((side) => acceptance[side] === texts[side] || isAny(acceptance[side]));
  const isOfAny = !names && [acceptance.name, acceptance.source, acceptance.target].every(isAny);
  if (isOfAny && !lackingParts(finding.code, finding.severity)) return false;
  return isNamed && (says(finding) || says(kindOf(finding)));
}

/** Names the kind of a finding, in any pair: what it says of which texts. */
export const kindKeyOf = (finding: RawFinding): string => {
  const { source, target } = commonKindOf(finding);
  const kind = [finding.code, finding.part, source, target, finding.detail, finding.severity];
  return createHash('sha256').update(JSON.stringify(kind)).digest('hex');
};

/** Each finding of a pair with the acceptance that covers it. */
export function applyAcceptances(
  { pair, members }: PairTask,
  findings: readonly RawFinding[],
  acceptances: readonly NamedAcceptance[],
): JudgedFinding[] {
  const objects = objectsOf(members);
  const ofPair = acceptances.filter(
    ({ pair_id, objects: about }) => pair_id === null || (pair_id === pair.id && about === objects),
  );
  return findings.map((finding) => {
    const covering = ofPair.find((acceptance) => isCovered(finding, acceptance));
    const accepted = covering
      ? { id: covering.id, reason: covering.reason, until: covering.until }
      : null;
    return { ...finding, accepted };
  });
}

/** The overall result, decided by the worst finding that is not accepted, and the number of open findings. */
export function resultOf(findings: readonly JudgedFinding[]): {
  result: DefinitionResult;
  open: number;
} {
  const open = findings.filter(({ accepted }) => accepted === null);
  const result = open.some(({ answer }) => answer === 'different')
    ? 'different'
    : open.some(({ answer }) => answer === 'compatible')
      ? 'compatible'
      : 'same';
  return { result, open: open.filter(({ severity }) => severity !== 'info').length };
}

/** Records what happens to an acceptance that is stored, with all that it names. */
export async function recordAcceptance(
  tx: Db,
  actor: Actor | null,
  projectId: number,
  { id, pair_id, code, name: only, reason }: StoredAcceptance,
  action: string,
): Promise<void> {
  const stored = PAIR_CODES.includes(code)
    ? undefined
    : await tx
        .selectFrom('acceptance_held')
        .select('held')
        .where('acceptance_id', '=', id)
        .executeTakeFirst();
  const names = readNames(stored?.held);
  const name = names ? examplesOf(names) : only;
  await recordHistory(tx, {
    userId: actor?.userId ?? null,
    entity: pair_id === null ? 'project' : 'pair',
    entityId: pair_id ?? projectId,
    projectId,
    action,
    changes: { [name === null ? code : `${code} ${name}`]: [null, reason] },
  });
}
