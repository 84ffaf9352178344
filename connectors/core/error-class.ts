import type { ErrorClass } from '../../contract/proof/calls.ts';

/** Reads what an engine's code means: the first class whose pattern fits it. */
export const classifyBy =
  (patterns: Partial<Record<ErrorClass, RegExp>>) =>
  ({ code }: { code: string }): ErrorClass | null => {
    const found = Object.entries(patterns).find(([, pattern]) => pattern.test(code));
    return (found?.[0] ?? null) as ErrorClass | null;
  };
