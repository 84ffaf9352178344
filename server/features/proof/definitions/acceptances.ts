import { type Selectable, sql } from 'kysely';
import { groupBy } from '../../../../connectors/core/group.ts';
import type { DefinitionResult } from '../../../../contract/proof/pairs.ts';
import { DATA_DIFFERENT } from '../../../../contract/proof/definitions.ts';
import { hasEnded, lastToday } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/store.ts';
import type { AcceptanceTable } from '../../../platform/db/proof-tables.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { recordHistory } from '../../history/service.ts';
import type { PairMember, PairTask } from '../pairs/service.ts';
import type { JudgedFinding, RawFinding } from './raw-finding.ts';

export type StoredAcceptance = Selectable<AcceptanceTable>;

export const listAcceptances = (db: Db, projectId: number): Promise<StoredAcceptance[]> =>
  db
    .selectFrom('acceptance')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();

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
export const stillValid = (acceptances: readonly StoredAcceptance[]): StoredAcceptance[] =>
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

/** An acceptance of a pair must match a finding in every part; a rule covers all findings with the parts that it names. */
export function isCovered(
  finding: RawFinding,
  acceptance: Pick<StoredAcceptance, 'pair_id' | 'code' | 'name' | 'source' | 'target'>,
): boolean {
  const isRule = acceptance.pair_id === null;
  return (
    acceptance.code === finding.code &&
    (['name', 'source', 'target'] as const).every(
      (part) => acceptance[part] === finding[part] || (isRule && acceptance[part] === null),
    )
  );
}

/** Each finding of a pair with the acceptance that covers it. */
export function applyAcceptances(
  { pair, members }: PairTask,
  findings: readonly RawFinding[],
  acceptances: readonly StoredAcceptance[],
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

export const recordAcceptance = (
  tx: Db,
  actor: Actor | null,
  projectId: number,
  { pair_id, code, name, reason }: StoredAcceptance,
  action: string,
): Promise<void> =>
  recordHistory(tx, {
    userId: actor?.userId ?? null,
    entity: pair_id === null ? 'project' : 'pair',
    entityId: pair_id ?? projectId,
    projectId,
    action,
    changes: { [name === null ? code : `${code} ${name}`]: [null, reason] },
  });
