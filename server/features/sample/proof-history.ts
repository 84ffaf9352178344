import { today } from '../../platform/clock.ts';
import { addDays } from '../../platform/working-days.ts';
import { type ProofTools, readPairs } from './prove.ts';
import { BEGAN, verifiedAgo } from './work-history.ts';

/**
 * Writes how much was proven on each day of the sample's three weeks. A pair that is proven now counts from the day on which
 * both its sides had been verified, as if it had been compared that evening; one that nobody has verified counts today only.
 */
export async function writeProofHistory(
  { pairs, trend }: Pick<ProofTools, 'pairs' | 'trend'>,
  projectId: number,
): Promise<void> {
  const toProve = (await readPairs(pairs, projectId)).filter(
    ({ verdict }) => verdict !== 'decided' && verdict !== 'belongs',
  );
  const ago = verifiedAgo();
  const since = toProve
    .filter(({ verdict }) => verdict === 'proven' || verdict === 'accepted')
    .map(({ name }) => ago.get(name.replace(/^main\./, '')) ?? 0);
  const days = Array.from({ length: 1 - BEGAN }, (_, days) => -BEGAN - days);
  await trend.keep(
    projectId,
    days.map((day) => ({
      day: addDays(today(), -day),
      total: toProve.length,
      proven: since.filter((first) => first >= day).length,
    })),
  );
}
