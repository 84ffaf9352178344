import type { Column } from '../../../../connectors/core/definitions.ts';
import { type ColumnEvidence, areAlike } from '../../../../contract/proof/verdicts.ts';
import type { matchColumns } from './match-columns.ts';

/** A column of the other side, with what the values tell; absent where the names alone tell it. */
export interface Likely {
  column: Column;
  evidence?: ColumnEvidence;
}

/**
 * What columns without a confirmed counterpart probably became: by their values, otherwise by their names.
 * @returns both by source column; `unlike` where the values speak against the names
 */
export function weighNames(
  { pairs, assumed, lost, added, renamed }: ReturnType<typeof matchColumns>,
  values: readonly ColumnEvidence[],
): Record<'became' | 'unlike', Map<Column, Likely>> {
  const compared = pairs.filter(([one]) => assumed.has(one));
  const sources = [...lost, ...compared.map(([one]) => one)];
  const targets = [...added, ...compared.map(([, other]) => other)];
  const known = values.flatMap((evidence) => {
    const from = sources.find(({ name }) => name === evidence.source);
    const column = targets.find(({ name }) => name === evidence.target);
    return from && column ? [{ from, column, evidence }] : [];
  });
  const became = new Map<Column, Likely>();
  for (const { from, ...likely } of known.filter((one) => areAlike(one.evidence)))
    became.set(from, likely);
  const taken = new Set([...became.values()].map(({ column }) => column));
  const unlike = new Map<Column, Likely>();
  for (const [from, column] of [...renamed, ...compared]) {
    const held = known.find((one) => one.from === from && one.column === column);
    if (held && !areAlike(held.evidence)) unlike.set(from, held);
    else if (renamed.has(from) && !became.has(from) && !taken.has(column))
      became.set(from, { column });
  }
  return { became, unlike };
}
