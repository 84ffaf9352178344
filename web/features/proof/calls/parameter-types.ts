import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Texts } from '../../../lib/i18n/index.ts';
import type { CallParameter } from '../../../../contract/proof/calls.ts';

/** The type in the spelling of both sides, or once if both spell it the same. */
export const typesOf = ({ source, target }: CallParameter): string =>
  [...new Set([source, target].filter((type) => type !== null))].join(' → ');

const PATTERNS: Partial<Record<CanonicalType['kind'], [RegExp, Misfit]>> = {
  integer: [/^\s*[-+]?\d+\s*$/, 'notWhole'],
  decimal: [/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i, 'notNumber'],
  float: [/^\s*[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)\s*$/i, 'notNumber'],
  date: [/^\s*-?\d{4,}-\d\d?-\d\d?/, 'notDate'],
  timestamp: [/^\s*-?\d{4,}-\d\d?-\d\d?/, 'notDate'],
  uuid: [/^\s*\{?(?:[\da-f]{4}-?){8}\}?\s*$/i, 'notUuid'],
};
type Misfit = 'notWhole' | 'notNumber' | 'notDate' | 'notUuid';

/** Why a value does not fit its type in any engine's notation; the engines have the last word. */
export function misfitOf(
  value: string | null | undefined,
  { kind }: CanonicalType,
  t: Texts<'pair'>,
): string | undefined {
  const known = PATTERNS[kind];
  if (!value || !known) return undefined;
  const [pattern, misfit] = known;
  return pattern.test(value) ? undefined : t(misfit);
}
