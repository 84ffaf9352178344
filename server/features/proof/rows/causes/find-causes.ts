import type { Form } from '../../../../../connectors/core/data.ts';
import {
  type CauseKind,
  KIND_IS_ENOUGH,
  idOfCause,
  readCauseId,
} from '../../../../../contract/proof/causes.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { Detector, Value } from './detector.ts';
import { MOMENTS, ZERO_DATE } from './moments.ts';
import { NUMERALS } from './numerals.ts';
import { FLOATS, isLastOf, NUMBERS } from './numbers.ts';
import { CUT, CUT_BYTES, NULL_WORD, TEXTS } from './texts.ts';
import { UUID_BYTES } from './uuids.ts';

/** Where one of these holds, it explains the difference alone. */
const EXACT: readonly Detector[] = [ZERO_DATE, ...TEXTS];
/** Likewise of values in some forms, also where they consist of digits. */
const EXACT_OF: Partial<Record<Form['as'], readonly Detector[]>> = {
  text: [...NUMERALS, UUID_BYTES, NULL_WORD],
  binary: [UUID_BYTES],
  uuid: [UUID_BYTES],
};

const OF_TEXTS: readonly Detector[] = [...MOMENTS, ...NUMBERS, ...FLOATS, CUT];
const FREE: Record<Form['as'], readonly Detector[]> = {
  integer: NUMBERS,
  decimal: NUMBERS,
  float: [...NUMBERS, ...FLOATS],
  boolean: [],
  date: MOMENTS,
  time: MOMENTS,
  timestamp: MOMENTS,
  text: OF_TEXTS,
  binary: [CUT_BYTES],
  uuid: [],
  json: [],
};

/** Numbers and moments as engines write them: exact causes never hold between two of these. */
const PLAIN = /^-?\d[\d.:-]*(?: \d[\d.:]*)?$/;
const arePlain = (source: Value, target: Value): boolean =>
  source !== null && target !== null && PLAIN.test(source) && PLAIN.test(target);

/** Longer texts are not examined. */
const MAX_LENGTH = 100_000;

/**
 * The ids of possible causes for a source value becoming the target value. Both have the same form, and differ.
 * @param type - of the target's column
 */
export function findCauses(
  source: Value,
  target: Value,
  { as, masked, type }: { as: Form['as']; masked: boolean; type?: CanonicalType | undefined },
): string[] {
  if (Math.max(source?.length ?? 0, target?.length ?? 0) > MAX_LENGTH) return [];
  const exact = arePlain(source, target) ? [] : EXACT;
  const mayTell = ({ kind }: Detector) => !masked || !KIND_IS_ENOUGH.includes(kind);
  for (const detector of [...(EXACT_OF[as] ?? []), ...exact]) {
    if (!mayTell(detector)) continue;
    const { kind, isMany, test } = detector;
    const parameters = test(source, target);
    if (parameters.length > 0)
      return (isMany ? parameters : parameters.slice(0, 1)).map((one) => idOfCause(kind, one));
  }
  return FREE[as].filter(mayTell).flatMap(({ kind, test }) =>
    test(source, target)
      .filter((parameter) => kind !== 'clamped' || isLastOf(parameter, type))
      .map((parameter) => idOfCause(kind, parameter)),
  );
}

const KNOWN = new Map(
  [...EXACT, ...Object.values(EXACT_OF).flat(), ...OF_TEXTS].map((detector) => [
    detector.kind,
    detector,
  ]),
);

/** Whether a cause may explain a difference, whatever other causes do, too. */
export function isOfCause(id: string, source: Value, target: Value): boolean {
  const { kind, parameter } = readCauseId(id);
  const detector = parameter.endsWith(' bytes') ? CUT_BYTES : KNOWN.get(kind);
  if (detector?.holds) return detector.holds(parameter, source, target);
  return detector?.test(source, target).includes(parameter) ?? false;
}

/** Whether the cause can occur between values of this form. */
export function mayBeOf(id: string, as: Form['as']): boolean {
  const { kind } = readCauseId(id);
  return [...EXACT, ...(EXACT_OF[as] ?? []), ...FREE[as]].some(
    (detector) => detector.kind === kind,
  );
}

/** Whether any two values would fit with some parameter. */
export const isFree = (kind: CauseKind): boolean => KNOWN.get(kind)?.isFree ?? false;

/** Whether a cause says less than others that may hold for the same values. */
export function isVague(id: string): boolean {
  const { kind, parameter } = readCauseId(id);
  return KNOWN.get(kind)?.isVague?.(parameter) ?? false;
}

/** Whether two causes exclude each other for the same value. */
export function areApart(one: CauseKind, other: CauseKind): boolean {
  if (!isFree(one) || !isFree(other)) return true;
  return one === other && !KNOWN.get(one)?.isMany;
}
