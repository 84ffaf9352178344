import type { Selectable } from 'kysely';
import type { StructureResult } from '../../../contract/pairs.ts';
import { DATA_DIFFERENT, type Finding } from '../../../contract/structure.ts';
import { today } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { AcceptanceTable } from '../../platform/db/tables.ts';
import type { RawFinding } from './raw-finding.ts';

export type StoredAcceptance = Selectable<AcceptanceTable>;

export const listAcceptances = (db: Db, projectId: number): Promise<StoredAcceptance[]> =>
  db
    .selectFrom('acceptance')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();

/** Those that have not ended. */
export const stillValid = (acceptances: readonly StoredAcceptance[]): StoredAcceptance[] =>
  acceptances.filter(({ until }) => until === null || until >= today());

/** Acceptances that have ended, and results were not counted anew since. */
export const findEnded = (db: Db): Promise<StoredAcceptance[]> =>
  db
    .selectFrom('acceptance')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('until', '<', today())
    .orderBy('id')
    .limit(100)
    .execute();

/** The acceptance that covers so many differing rows of a pair. */
export const findDataAcceptance = (
  acceptances: readonly StoredAcceptance[],
  pairId: number,
  differences: number,
): StoredAcceptance | undefined =>
  acceptances.find(
    ({ pair_id, code, target }) =>
      code === DATA_DIFFERENT && pair_id === pairId && differences <= Number(target ?? 0),
  );

const fits = (wanted: string | null, found: string | null): boolean =>
  wanted === null || wanted.toLowerCase() === (found ?? '').toLowerCase();

/** Each finding with the acceptance that covers it. */
export function applyAcceptances(
  pairId: number,
  findings: readonly RawFinding[],
  acceptances: readonly StoredAcceptance[],
): Finding[] {
  return findings.map((finding) => {
    const covering = acceptances.find(
      (acceptance) =>
        (acceptance.pair_id === null || acceptance.pair_id === pairId) &&
        acceptance.code === finding.code &&
        fits(acceptance.name, finding.name) &&
        fits(acceptance.source, finding.source) &&
        fits(acceptance.target, finding.target),
    );
    const accepted = covering
      ? { id: covering.id, reason: covering.reason, until: covering.until }
      : null;
    return { ...finding, accepted };
  });
}

/** What findings amount to: the worst one that is not accepted. */
export function resultOf(findings: readonly Finding[]): { result: StructureResult; open: number } {
  const open = findings.filter(({ accepted }) => accepted === null);
  const result = open.some(({ answer }) => answer === 'different')
    ? 'different'
    : open.some(({ answer }) => answer === 'compatible')
      ? 'compatible'
      : 'same';
  return { result, open: open.filter(({ severity }) => severity !== 'info').length };
}
