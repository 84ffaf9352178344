import type { Message } from '../../../../../contract/messages/message.ts';
import { toEnglish } from '../../../../../contract/messages/english.ts';
import {
  type Cause,
  type Explanation,
  CAUSE_KINDS,
  idOfCause,
  isCauseOfValues,
  readCauseId,
} from '../../../../../contract/proof/causes.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import type { Difference } from '../../../../../contract/proof/rows.ts';
import type { Plan } from '../plan/plan.ts';
import { areApart, isFree, isVague } from './find-causes.ts';
import { type Share, describeCause } from './describe-cause.ts';
import type { Matched, Tally } from './tally.ts';

/** The share of differing values that a cause, or several together, must explain to be named. */
const NEARLY_ALL = 0.9;
/** The share that is enough for causes that hold for hardly any two values by chance. */
const MOST = 0.5;
/** The share that each of several causes must explain. */
const MIN_SHARE = 0.05;
/** Rows needed before a parameter that could fit any value means something. */
const MIN_FREE = 3;
const MAX_CAUSES = 3;
/** Columns whose causes are kept. */
const MAX_COLUMNS = 100;

export interface Found {
  /** Rows that differ. */
  total: number;
  /** Rows of the source that were compared. */
  compared: number;
  /** Whether all rows of both sides were. */
  isAll: boolean;
  /** The missing rows that are all which the source has from there on, by the first column of the key. */
  end: { from: string; rows: number } | null;
  /** Rows that are on the target again under new keys. */
  copies?: number;
  /** Differing rows, as far as they are kept. */
  kept: readonly Difference[];
  /** Rows without a key that were matched; null where rows have one, or which became which is not known. */
  matched?: Matched | null | undefined;
}

type Held = Tally['doubled'];

/** Why rows differ, as far as the counts tell; null where no differing row was read. */
export function explain(plan: Plan, counted: Tally, found: Found): Explanation | null {
  if (counted.read === 0) return null;
  const { kept, matched } = found;
  const tally = matched ? { ...counted, columns: matched.columns } : counted;
  const columns = Object.entries(tally.columns)
    .map(([place, { rows, alone }]) => ({
      place,
      name: plan.columns[Number(place)]?.name ?? '',
      rows,
      alone,
    }))
    .toSorted((one, other) => other.rows - one.rows)
    .slice(0, MAX_COLUMNS);
  const about = { plan, tally, found };
  const ofRows = causesOfRows(about);
  const isMoved = ofRows.some(({ kind }) => kind === 'renumbered');
  const swapped = ofRows.filter(({ kind }) => kind === 'swapped');
  const isSwapped = (name: string) =>
    swapped.some(({ column, params }) => column === name || params?.['other'] === name);
  const ofColumns = columns.flatMap(({ place, name }) =>
    isMoved || isSwapped(name) ? [] : causesOfColumn(about, place),
  );
  const causes = [...ofRows, ...ofColumns.toSorted((one, other) => other.rows - one.rows)];
  // Rows are matched for their causes alone: no rule applies to them.
  if (matched)
    return ofColumns.length === 0
      ? explain(plan, counted, { ...found, matched: null })
      : {
          read: tally.read,
          matched: matched.rows,
          columns: columns.map(({ name, rows }) => ({ name, rows })),
          causes,
        };
  /** Number of kept rows in which all differences satisfy `may`. */
  const count = (may: (value: Difference['columns'][number]) => boolean) =>
    kept.filter(({ kind, columns: values }) => kind === 'changed' && values.every(may)).length;
  const isOf =
    ({ id, column }: Cause) =>
    (value: Difference['columns'][number]) =>
      value.name === column && (value.causes ?? []).includes(id);
  const tolerable = causes.filter(({ id }) => isCauseOfValues(id));
  const heldOf = ({ id, column }: Cause): Held | undefined =>
    tally.columns[columns.find(({ name }) => name === column)?.place ?? '']?.held[id];
  // A comparison that began before these were counted goes by the rows that are kept.
  const isCounted = [...columns, ...tolerable.map(heldOf)].every((one) => one?.alone !== undefined);
  return {
    read: tally.read,
    columns: columns.map(({ name, rows, alone }) => ({
      name,
      rows,
      alone: (isCounted ? alone : null) ?? count((value) => value.name === name),
    })),
    causes: causes.map((cause) => {
      if (!tolerable.includes(cause)) return cause;
      const alone = isCounted ? heldOf(cause)?.alone : null;
      return { ...cause, settles: alone ?? count(isOf(cause)) };
    }),
    kept: kept.length,
    ...(isCounted && { counted: tally.read }),
    settled: count((value) => tolerable.some((cause) => isOf(cause)(value))),
  };
}

interface About {
  plan: Plan;
  tally: Tally;
  found: Found;
}

function causesOfColumn({ plan, tally, found }: About, place: string): Cause[] {
  const { rows: all, held } = tally.columns[place]!;
  const { name } = plan.columns[Number(place)]!;
  const order = (id: string) => CAUSE_KINDS.indexOf(readCauseId(id).kind);
  const type = plan.target.columns[Number(place)]!.canonical;
  const candidates = Object.entries(held)
    .filter(([id, cause]) => isSure(id, cause, all, found) || isCutByType(id, type))
    .toSorted(([id, one], [otherId, other]) => other.rows - one.rows || order(id) - order(otherId));
  const precise = choose(
    candidates.filter(([id]) => !isVague(id)),
    all,
  );
  const any = precise.length < candidates.length ? choose(candidates, all) : precise;
  const named = explained(precise) >= explained(any) * NEARLY_ALL ? precise : any;
  const share = { all, read: tally.read, total: found.total };
  return named.map(([id, cause]) => causeOf(id, name, cause, share));
}

const explained = (some: readonly [string, Held][]): number =>
  some.reduce((sum, [, { rows }]) => sum + rows, 0);

/** Those of the causes, most frequent first, that explain all rows together and none twice. */
function choose(candidates: readonly [string, Held][], all: number): [string, Held][] {
  const named: [string, Held][] = [];
  let left = all;
  for (const [id, cause] of candidates) {
    if (named.length === MAX_CAUSES || cause.rows > left || cause.rows < all * MIN_SHARE) continue;
    const { kind } = readCauseId(id);
    if (!named.every(([other]) => areApart(readCauseId(other).kind, kind))) continue;
    named.push([id, cause]);
    left -= cause.rows;
  }
  return enough(named, all);
}

/** The causes, if they explain enough of the values that differ; otherwise those of which fewer are enough. */
function enough(named: [string, Held][], all: number): [string, Held][] {
  if (explained(named) >= all * NEARLY_ALL) return named;
  const certain = named.filter(([id]) => {
    const { kind } = readCauseId(id);
    return kind === 'cut' || !isFree(kind);
  });
  return explained(certain) >= all * MOST ? certain : [];
}

function isSure(id: string, { rows, varied }: Held, all: number, { compared }: Found): boolean {
  const { kind } = readCauseId(id);
  // If every row differs, the time of the year cannot be the cause.
  if (kind === 'summer' && all >= compared) return false;
  // That single values are absent has no cause of its own.
  if (kind === 'lost') return rows >= MIN_FREE;
  return !isFree(kind) || (varied && rows >= MIN_FREE);
}

/** Whether texts end where the target's column does: one text is enough then. */
const isCutByType = (id: string, type: CanonicalType): boolean =>
  type.kind === 'text' && type.length !== null && id === idOfCause('cut', String(type.length));

function causeOf(id: string, column: string | null, held: Held, share: Omit<Share, 'rows'>): Cause {
  const { kind, parameter } = readCauseId(id);
  const { rows, examples } = held;
  const said: Message = describeCause(kind, parameter, column ?? '', { ...share, rows });
  return {
    id,
    kind,
    column,
    message: toEnglish(said),
    ...said,
    rows,
    of: share.all,
    examples,
  };
}

function causesOfRows({ plan, tally, found }: About): Cause[] {
  const { contents, doubled, missing, read } = tally;
  const { total, compared, isAll, end, copies = 0 } = found;
  const isNoneFound = missing.rows >= Math.max(compared, MIN_FREE) && read > missing.rows;
  const isNoKeyShared = plan.keyed && isAll && isNoneFound;
  const isMoved = isRenumbered(tally, total);
  const nameOf = (place: number) => plan.columns[place]?.name ?? '';
  const make = (id: string, column: string | null, held: Held, all = held.rows): Cause =>
    causeOf(id, column, held, { all, read, total });
  const counted = (rows: number): Held => ({
    rows,
    alone: undefined,
    first: '',
    varied: true,
    examples: [],
  });
  return [
    ...(isMoved ? [make('renumbered', null, counted(contents.source.rows))] : []),
    ...(doubled.rows > 0
      ? [make('doubled', null, { ...doubled, rows: doubled.rows + copies })]
      : []),
    ...(doubled.rows === 0 && copies > 0 ? [make('doubled:keys', null, counted(copies))] : []),
    ...(isNoKeyShared && !isMoved ? [make('other_keys', null, counted(read))] : []),
    ...(end && !isNoKeyShared
      ? [make(`last_rows:${keyFrom(plan, end.from)}`, null, counted(end.rows))]
      : []),
    ...findSwapped(tally).map(({ one, other, held, all }) =>
      make(`swapped:${nameOf(other)}`, nameOf(one), held, all),
    ),
  ];
}

/** A key of several columns begins with this one. */
function keyFrom({ source: { key, columns } }: Plan, from: string): string {
  return key.length === 1 ? from : `${columns[key[0]!]?.name} = ${from}`;
}

/** Whether the differing rows are the same on both sides apart from their keys. */
function isRenumbered({ contents: { source, target, varied }, read }: Tally, total: number) {
  const isSame = source.rows === target.rows && source.sum === target.sum;
  return isSame && varied && source.rows >= MIN_FREE && read >= total;
}

/** Pairs of columns, by place, whose values are swapped in most rows in which they differ. */
function findSwapped({ columns, swapped }: Tally) {
  return Object.entries(swapped).flatMap(([places, held]) => {
    const [one = 0, other = 0] = places.split(' ').map(Number);
    const all = Math.max(columns[one]?.rows ?? 0, columns[other]?.rows ?? 0);
    const isNamed = held.varied && held.rows >= MIN_FREE && held.rows >= all * MOST;
    return isNamed ? [{ one, other, held, all }] : [];
  });
}

/** Rows with their causes limited to those that the explanation names. */
export function withCauses(
  differences: readonly Difference[],
  explanation: Explanation | null,
): Difference[] {
  const named = new Set(explanation?.causes.map(({ id, column }) => `${column} ${id}`));
  return differences.map((difference) => ({
    ...difference,
    columns: difference.columns.map(({ causes = [], ...value }) => {
      const held = causes.filter((id) => named.has(`${value.name} ${id}`));
      return held.length > 0 ? { ...value, causes: held } : value;
    }),
  }));
}
