import type { CauseKind } from '../../../../../contract/proof/causes.ts';

export type Value = string | null;

/** Detects one thing that may have happened to a value on its way to the target. */
export interface Detector {
  kind: CauseKind;
  /**
   * Whether any two values fit some parameter. Such a cause means something only if several different values fit the same
   * parameter.
   */
  isFree: boolean;
  /** Whether one value may fit with several parameters. */
  isMany?: true;
  /** Whether a parameter says less than others that hold for the same values, so that these are named if they explain as much. */
  isVague?: (parameter: string) => boolean;
  /** The parameters for which the cause holds, [''] where it has none, empty where it does not hold. The values differ. */
  test(source: Value, target: Value): readonly string[];
  /** Whether the cause holds with this parameter, where people may name others than `test` tries. */
  holds?(parameter: string, source: Value, target: Value): boolean;
}

export const NEVER: readonly string[] = [];
export const HOLDS: readonly string[] = [''];

/** A detector for two values, neither of which is NULL. */
export const ofBoth = (
  kind: CauseKind,
  test: (source: string, target: string) => readonly string[] | boolean,
  options: Partial<Pick<Detector, 'isFree' | 'isMany'>> = {},
): Detector => ({
  kind,
  isFree: false,
  ...options,
  test(source, target) {
    if (source === null || target === null) return NEVER;
    const found = test(source, target);
    return typeof found === 'boolean' ? (found ? HOLDS : NEVER) : found;
  },
});

/** A detector for values that are made of the other side's. The parameter is the side that has the made one. */
export const ofEither = (
  kind: CauseKind,
  isMade: (from: string, made: string) => boolean,
): Detector =>
  ofBoth(kind, (source, target) => {
    if (isMade(source, target)) return ['target'];
    return isMade(target, source) ? ['source'] : NEVER;
  });

/** A detector for NULL on one side. The parameter is the side with NULL. */
export const ofNull = (kind: CauseKind, isLike: (value: string) => boolean): Detector => ({
  kind,
  isFree: false,
  test(source, target) {
    if (source === null) return target !== null && isLike(target) ? ['source'] : NEVER;
    return target === null && isLike(source) ? ['target'] : NEVER;
  },
});

/** Reads both values, and keeps the last two: all detectors of a kind are asked about the same values in turn. */
export function readerOfBoth<T>(
  read: (text: string) => T | null | undefined,
): (source: string, target: string) => readonly [source: T, target: T] | null {
  let last: { source: string; target: string; both: readonly [T, T] | null } | null = null;
  return (source, target) => {
    if (last?.source !== source || last.target !== target) {
      const [one, other] = [read(source), read(target)];
      last = { source, target, both: one && other ? [one, other] : null };
    }
    return last.both;
  };
}
