import { type Message, type Said, message } from '../../../contract/messages/message.ts';
import { type Explanation, TELLING } from '../../../contract/proof/causes.ts';
import type { Difference } from '../../../contract/proof/rows.ts';

/** Stands for a value that is neither kept nor shown. NULL is no secret. */
const MASKED = '••••';

export const hideValue = (value: string | null): string | null => (value === null ? null : MASKED);

/** Whether values of a column are masked: by a part of its name, in any case. */
export const isMasked = (mask: readonly string[], name: string): boolean =>
  mask.some((part) => name.toLowerCase().includes(part.toLowerCase()));

/** A column of a call's answer, and the column of a table that it shows; null where that is not known. */
export interface AnswerColumn {
  name: string;
  origin: { table: string; column: string } | null;
}

/**
 * Which columns of a call's answer are hidden in a project with masks: those that are masked by their name or that of
 * the column they show, on either side, and those of which nobody knows what they show.
 */
export function findHidden(
  source: readonly AnswerColumn[] | undefined,
  target: readonly AnswerColumn[] | undefined,
  mask: readonly string[],
): boolean[] {
  const hides = ({ name, origin }: AnswerColumn): boolean =>
    // What was kept before origins were has none.
    !origin || isMasked(mask, name) || isMasked(mask, origin.column);
  const most = Math.max(source?.length ?? 0, target?.length ?? 0);
  return Array.from(
    { length: most },
    (_, place) =>
      mask.length > 0 &&
      [source, target].some((columns) => columns?.[place] !== undefined && hides(columns[place])),
  );
}

/** An output parameter of a call, or the message of its error: nobody knows what they show. */
export const hideUnknown = (value: string | null, mask: readonly string[]): string | null =>
  mask.length === 0 ? value : hideValue(value);

/** What tells which column the values of differences are of. */
export interface ComparedColumns {
  /** As both sides call them. */
  names: [source: string, target: string][];
  /** Those that expressions stand for: nobody knows which columns these show. */
  computed?: string[];
  /** Those that identify a row, as the source calls them; null where none do. */
  key: string[] | null;
}

/** What stands beside a long value of a column. */
export const lengthOfColumn = (name: string): string => `${name} (length)`;

const hider = (compared: ComparedColumns | null, mask: readonly string[]) => {
  const targetOf = new Map(
    compared?.names.flatMap(([source, target]): [string, string][] => [
      [source, target],
      [lengthOfColumn(source), target],
    ]),
  );
  const computed = new Set(compared?.computed?.flatMap((name) => [name, lengthOfColumn(name)]));
  return (name: string): boolean =>
    (mask.length > 0 && computed.has(name)) ||
    isMasked(mask, name) ||
    isMasked(mask, targetOf.get(name) ?? name);
};

type Measure = 'nulls' | 'distinct' | 'min' | 'max' | 'sum' | 'lengths';
const MEASURES: Record<Measure, Message> = {
  nulls: message('rows.measureNulls'),
  distinct: message('rows.measureDistinct'),
  min: message('rows.measureMin'),
  max: message('rows.measureMax'),
  sum: message('rows.measureSum'),
  lengths: message('rows.measureLengths'),
};
/** Those that tell values. */
const OF_VALUES: readonly Measure[] = ['min', 'max', 'sum', 'lengths'];

/** What is said of all values of a column where they differ. */
export const sayMeasure = (
  { name, masked }: { name: string; masked: boolean },
  measure: Measure,
  one: string | number,
  other: string | number,
): Message => {
  const about = { it: name, what: MEASURES[measure] };
  return masked && OF_VALUES.includes(measure)
    ? message('rows.measureDiffers', about)
    : message('rows.measureIs', { ...about, value: one, there: other });
};

const VALUE_MEASURES = new Set<unknown>(
  OF_VALUES.map((measure) => JSON.stringify(MEASURES[measure])),
);
/** As it was said before messages were data. */
const WORDS =
  /^(.+): (the least value|the greatest value|the sum(?: of lengths)?) is .* on the source and .* on the target\.$/s;

/** Notes of a comparison as they are shown under a mask that may be newer than they are. */
export function maskNotes(
  notes: readonly Said[],
  compared: ComparedColumns | null,
  mask: readonly string[],
): Said[] {
  const hides = hider(compared, mask);
  return notes.map((note) => {
    if (typeof note === 'string') {
      const [, name, what] = WORDS.exec(note) ?? [];
      return name && what && hides(name) ? `${name}: ${what} differs.` : note;
    }
    const { it = '', what = '' } = note.params ?? {};
    const isOfValues = note.code === 'rows.measureIs' && VALUE_MEASURES.has(JSON.stringify(what));
    return isOfValues && typeof it === 'string' && hides(it)
      ? message('rows.measureDiffers', { it, what })
      : note;
  });
}

/** Rows with keys as they are shown under a mask that may be newer than they are. */
export function maskKeys<Row extends Pick<Difference, 'key'>>(
  rows: readonly Row[],
  compared: ComparedColumns | null,
  mask: readonly string[],
): Row[] {
  const hides = hider(compared, mask);
  const places = compared?.key?.map(hides) ?? [];
  return rows.map((row) => ({
    ...row,
    key: row.key?.map((value, place) => (places[place] ? hideValue(value) : value)) ?? null,
  }));
}

/** Likewise with their values. */
export function maskDifferences(
  rows: readonly Difference[],
  compared: ComparedColumns | null,
  mask: readonly string[],
): Difference[] {
  const hides = hider(compared, mask);
  return maskKeys(rows, compared, mask).map((row) => ({
    ...row,
    columns: row.columns.map((column) =>
      hides(column.name)
        ? { name: column.name, source: hideValue(column.source), target: hideValue(column.target) }
        : column,
    ),
  }));
}

/** Why rows differ, likewise: a cause that tells a value of a hidden column is left out. */
export function maskExplanation(
  explanation: Explanation | null,
  compared: ComparedColumns | null,
  mask: readonly string[],
): Explanation | null {
  if (explanation === null) return null;
  const hides = hider(compared, mask);
  const isKeyHidden = compared?.key?.some(hides) ?? false;
  const causes = explanation.causes
    .filter(({ kind, column }) => {
      if (kind === 'last_rows') return !isKeyHidden;
      return column === null || !TELLING.includes(kind) || !hides(column);
    })
    .map((cause) => {
      const isHidden = cause.column !== null && hides(cause.column);
      const examples = maskKeys(cause.examples, compared, mask).map((example) =>
        isHidden
          ? {
              ...example,
              source: hideValue(example.source),
              target: hideValue(example.target),
            }
          : example,
      );
      return { ...cause, examples };
    });
  return { ...explanation, causes };
}
