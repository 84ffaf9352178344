/** How a function runs: with its owner's rights, `v`olatile, `s`table or `i`mmutable, and under which settings. */
export type Manner = [isOfOwner: boolean, volatility: string, settings: string[] | null];

export const mannerSql = (routine: string): string =>
  `${routine}.prosecdef, ${routine}.provolatile::text, ${routine}.proconfig`;

const PROMISES: Record<string, string> = { s: 'STABLE', i: 'IMMUTABLE' };

/** In the words of CREATE FUNCTION, without what holds by default. */
export const mannerOf = ([isOfOwner, volatility, settings]: Manner): string[] => [
  ...(PROMISES[volatility] ? [PROMISES[volatility]] : []),
  ...(isOfOwner ? ['SECURITY DEFINER'] : []),
  ...(settings ?? []).map((setting) => `SET ${setting}`).toSorted(),
];
