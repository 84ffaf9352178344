import { type Message, type MessageOrText, message } from '../../../contract/messages/message.ts';
import { type Explanation, KIND_IS_ENOUGH } from '../../../contract/proof/causes.ts';
import type { Difference } from '../../../contract/proof/rows.ts';

/** Stands for a value that is neither stored nor shown. NULL is not masked. */
const MASKED = '••••';

export const hideValue = (value: string | null): string | null => (value === null ? null : MASKED);

/** Whether a column is masked: if its name contains one of the parts, in any case. */
export const isMasked = (mask: readonly string[], name: string): boolean =>
  mask.some((part) => name.toLowerCase().includes(part.toLowerCase()));

/** A column of a call's result, and the table column that it shows; null if unknown. */
export interface AnswerColumn {
  name: string;
  origin: { table: string; column: string } | null;
}

/**
 * The columns of a call's result to hide in a project with masks: those that are masked by their own name or by that
 * of the column they show, on either side, and those whose origin is unknown.
 */
export function findHidden(
  source: readonly AnswerColumn[] | undefined,
  target: readonly AnswerColumn[] | undefined,
  mask: readonly string[],
): boolean[] {
  const hides = ({ name, origin }: AnswerColumn): boolean =>
    // Results stored before origins were recorded have none.
    !origin || isMasked(mask, name) || isMasked(mask, origin.column);
  const most = Math.max(source?.length ?? 0, target?.length ?? 0);
  return Array.from(
    { length: most },
    (_, place) =>
      mask.length > 0 &&
      [source, target].some((columns) => columns?.[place] !== undefined && hides(columns[place])),
  );
}

/** Hides an output parameter of a call, or the message of its error, because their origin is unknown. */
export const hideUnknown = (value: string | null, mask: readonly string[]): string | null =>
  mask.length === 0 ? value : hideValue(value);

/** Identifies the columns that values of differences belong to. */
export interface ComparedColumns {
  /** Names of the compared columns on both sides. */
  names: [source: string, target: string][];
  /** Columns computed by expressions, whose origin is unknown. */
  computed?: string[];
  /** Columns that identify a row, by their source names; null without a key. */
  key: string[] | null;
}

/** Label of the length that is shown beside a column's long value. */
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
/** Measures that reveal values. */
const OF_VALUES: readonly Measure[] = ['min', 'max', 'sum', 'lengths'];

/** A note about a measure of all values of a column, where the sides differ. */
export const describeMeasure = (
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
/** Notes as they were stored before messages were data. */
const WORDS =
  /^(.+): (the least value|the greatest value|the sum(?: of lengths)?) is .* on the source and .* on the target\.$/s;

/** Notes of a comparison under the current mask, which may be newer than they are. */
export function maskNotes(
  notes: readonly MessageOrText[],
  compared: ComparedColumns | null,
  mask: readonly string[],
): MessageOrText[] {
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

/** Keys of rows under the current mask, which may be newer than they are. */
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

/** Keys and values of rows under the current mask. */
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

/** An explanation under the current mask: leaves out causes that reveal a value of a hidden column. */
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
      return column === null || !KIND_IS_ENOUGH.includes(kind) || !hides(column);
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
      const rows = cause.example_rows;
      return {
        ...cause,
        examples,
        ...(rows && { example_rows: maskDifferences(rows, compared, mask) }),
      };
    });
  return { ...explanation, causes };
}
