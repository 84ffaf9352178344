import type { Form } from '../../../../../connectors/core/data.ts';
import {
  type CauseKind,
  KIND_IS_ENOUGH,
  idOfCause,
  readCauseId,
} from '../../../../../contract/proof/causes.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { type Detector, type Value, NEVER, ofBoth } from './detector.ts';
import { MOMENTS, ZERO_DATE, DATES } from './moments.ts';
import { FLOATS, isLastOf, NUMBERS, NUMERALS } from './numbers.ts';
import { CUT, CUT_BYTES, NULL_WORD, TEXTS } from './texts.ts';
import { textsOf } from './utf8.ts';

/** Where one of these holds, it explains the difference alone. */
const EXACT: readonly Detector[] = [ZERO_DATE, ...TEXTS];

const UUID = /^\{?([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})\}?$/i;

const groupsOf = (text: string): string[] | null =>
  text.length < 32 || text.length > 38 ? null : (UUID.exec(text.toLowerCase())?.slice(1) ?? null);

const reversed = (hex: string): string =>
  hex.replaceAll(/../g, '$& ').split(' ').toReversed().join('');

/** As SQL Server stores them: the bytes of the first three groups, which are numbers, in reverse. */
const asGuid = ([low = '', mid = '', high = '', ...rest]: readonly string[]): string =>
  [reversed(low), reversed(mid), reversed(high), ...rest].join('');
/** As MySQL's UUID_TO_BIN(…, 1) stores them: what changes least comes first. */
const byTime = ([low = '', mid = '', high = '', ...rest]: readonly string[]): string =>
  [high, mid, low, ...rest].join('');

/** Nothing changes the last group, which tells most others apart at once. */
const lastOf = (text: string): string =>
  (text.endsWith('}') ? text.slice(-13, -1) : text.slice(-12)).toLowerCase();

/** The same UUIDs, their bytes in another order. The parameter tells the order, and the side that has it if it is known. */
const UUID_BYTES = ofBoth('uuid_bytes', (source, target) => {
  if (lastOf(source) !== lastOf(target)) return NEVER;
  const [one, other] = [groupsOf(source), groupsOf(target)];
  if (!one || !other) return NEVER;
  const [plain, stored] = [one.join(''), other.join('')];
  if (plain === stored) return NEVER;
  if (asGuid(one) === stored) return ['guid'];
  if (byTime(one) === stored) return ['target time'];
  return byTime(other) === plain ? ['source time'] : NEVER;
});

/** Likewise of values in some forms, also where they consist of digits. */
const EXACT_OF: Partial<Record<Form['as'], readonly Detector[]>> = {
  text: [...NUMERALS, UUID_BYTES, NULL_WORD],
  binary: [UUID_BYTES],
  uuid: [UUID_BYTES],
};

const OF_TEXTS: readonly Detector[] = [DATES, ...MOMENTS, ...NUMBERS, ...FLOATS, CUT];
const FREE: Record<Form['as'], readonly Detector[]> = {
  integer: NUMBERS,
  decimal: NUMBERS,
  float: [...NUMBERS, ...FLOATS],
  boolean: [],
  date: [DATES, ...MOMENTS],
  time: MOMENTS,
  timestamp: [DATES, ...MOMENTS],
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

/** The detectors for values of one form, in order; arranged beforehand, because millions of values are looked at. */
interface Detectors {
  exact: readonly Detector[];
  /** Of `exact`, those that may hold between plain values. */
  plain: readonly Detector[];
  free: readonly Detector[];
}
const arrange = (as: Form['as'], mayTell: (detector: Detector) => boolean): Detectors => {
  const ofForm = EXACT_OF[as] ?? [];
  return {
    exact: [...ofForm, ...EXACT].filter(mayTell),
    plain: ofForm.filter(mayTell),
    free: FREE[as].filter(mayTell),
  };
};
const arrangeAll = (mayTell: (detector: Detector) => boolean) =>
  new Map((Object.keys(FREE) as Form['as'][]).map((as) => [as, arrange(as, mayTell)]));
const OPEN = arrangeAll(() => true);
const MASKED = arrangeAll(({ kind }) => !KIND_IS_ENOUGH.includes(kind));

/** The ids of possible causes for a source value becoming the target value. Both have the same form, and differ. */
export function findCauses(source: Value, target: Value, shown: Shown): string[] {
  const texts = shown.utf8 ? textsOf(source, target) : null;
  if (!texts) return causesOf(source, target, shown);
  const found = causesOf(...texts, { ...shown, as: 'text' });
  // Where others lost a part of a character, all are cut by their bytes.
  const isCut = found.every((id) => readCauseId(id).kind === 'cut');
  return isCut ? [...found, ...causesOf(source, target, shown)] : found;
}

/** The form of a column. */
interface Compared {
  as: Form['as'];
  utf8?: true;
}
interface Shown extends Compared {
  masked: boolean;
  /** Of the target's column. */
  type?: CanonicalType | undefined;
}

function causesOf(source: Value, target: Value, { as, masked, type }: Shown): string[] {
  if (Math.max(source?.length ?? 0, target?.length ?? 0) > MAX_LENGTH) return [];
  const { exact, plain, free } = (masked ? MASKED : OPEN).get(as)!;
  for (const { kind, isMany, test } of arePlain(source, target) ? plain : exact) {
    const parameters = test(source, target);
    if (parameters.length > 0)
      return (isMany ? parameters : parameters.slice(0, 1)).map((one) => idOfCause(kind, one));
  }
  const found: string[] = [];
  for (const { kind, test } of free)
    for (const parameter of test(source, target))
      if (kind !== 'clamped' || isLastOf(parameter, type)) found.push(idOfCause(kind, parameter));
  return found;
}

const KNOWN = new Map(
  [...EXACT, ...Object.values(EXACT_OF).flat(), ...OF_TEXTS].map((detector) => [
    detector.kind,
    detector,
  ]),
);

/** Whether a cause may explain a difference, whatever other causes do, too. */
export function isOfCause(id: string, source: Value, target: Value, utf8 = false): boolean {
  const { kind, parameter } = readCauseId(id);
  const detector = parameter.endsWith(' bytes') ? CUT_BYTES : KNOWN.get(kind);
  const holds = (one: Value, other: Value): boolean =>
    detector?.holds?.(parameter, one, other) ??
    detector?.test(one, other).includes(parameter) ??
    false;
  const texts = utf8 && detector !== CUT_BYTES ? textsOf(source, target) : null;
  return texts ? holds(...texts) : holds(source, target);
}

/** Whether the cause can occur between values of this form. */
export function mayBeOf(id: string, { as, utf8 }: Compared): boolean {
  const { kind } = readCauseId(id);
  if (utf8 && mayBeOf(id, { as: 'text' })) return true;
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
