/** How a function runs: with its owner's rights, under which settings, and what the engine may assume of it. */
export type Manner = [
  isOfOwner: boolean,
  /** `v`olatile, `s`table or `i`mmutable. */
  volatility: string,
  settings: string[] | null,
  /** Whether it may run before a policy or a barrier has decided which rows are seen. */
  isLeakproof: boolean,
  /** `u`nsafe, `r`estricted or `s`afe. */
  parallel: string,
];

export const mannerSql = (routine: string): string =>
  ['prosecdef', 'provolatile::text', 'proconfig', 'proleakproof', 'proparallel::text']
    .map((column) => `${routine}.${column}`)
    .join(', ');

const VOLATILITIES: Record<string, string> = { s: 'STABLE', i: 'IMMUTABLE' };
const PARALLELS: Record<string, string> = { r: 'PARALLEL RESTRICTED', s: 'PARALLEL SAFE' };

/** In the words of CREATE FUNCTION, without what holds by default. */
export const mannerOf = (manner: Manner): string[] => {
  const [isOfOwner, volatility, settings, isLeakproof, parallel] = manner;
  return [
    ...(VOLATILITIES[volatility] ? [VOLATILITIES[volatility]] : []),
    ...(PARALLELS[parallel] ? [PARALLELS[parallel]] : []),
    ...(isOfOwner ? ['SECURITY DEFINER'] : []),
    ...(isLeakproof ? ['LEAKPROOF'] : []),
    ...(settings ?? []).map((setting) => `SET ${setting}`).toSorted(),
  ];
};
