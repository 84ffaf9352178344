import { OBJECT_TYPE_NAMES } from '../../../../contract/engines.ts';
import { withEnglish } from '../../../../contract/messages/english.ts';
import type { MatchPreview, MatchingRules } from '../../../../contract/proof/pairs.ts';
import type { Db } from '../../../platform/db/store.ts';
import { propose } from './propose.ts';

const SHOWN = 100;

/** What rules would propose, by the definitions that were read last; the least certain matches first. */
export async function previewMatching(
  longReads: Db,
  projectId: number,
  rules: MatchingRules,
  learn: Parameters<typeof propose>[3],
): Promise<MatchPreview> {
  const { counts, matches, alone } = await propose(longReads, projectId, rules, learn);
  const fullName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`;
  // Matches that no rule of equality explains are the first to look at.
  const telling = matches.toSorted((one, other) => one.score - other.score);
  const left = (side: 'source' | 'target') =>
    alone
      .filter((object) => object.side === side)
      .slice(0, SHOWN)
      .map(fullName);
  return {
    ...counts,
    examples: telling.slice(0, SHOWN).map(({ source, target, method, score, reason }) => ({
      object_type: OBJECT_TYPE_NAMES[source.typeId - 1]!,
      source: fullName(source),
      target: fullName(target),
      method,
      score,
      ...withEnglish('reason', reason),
    })),
    left: { source: left('source'), target: left('target') },
  };
}
