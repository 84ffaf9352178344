/**
 * What a reader must know of a result. `relaxes`: rows that are equal only under it are not called identical. What
 * was not compared at all is in the result's coverage, too.
 */
const SENTENCES = {
  leftOut: { relaxes: true, say: (names: string) => `Left out by the rules: ${names}.` },
  lost: { relaxes: false, say: (names: string) => `Only the source has these columns: ${names}.` },
  added: { relaxes: false, say: (names: string) => `Only the target has these columns: ${names}.` },
  types: {
    relaxes: false,
    say: (names: string) => `Left out, because their types do not compare: ${names}.`,
  },
  link: {
    relaxes: false,
    say: (names: string) => `The rules link columns that are not there: ${names}.`,
  },
  where: { relaxes: true, say: () => 'Only rows that meet the conditions in the rules count.' },
  blanks: { relaxes: true, say: (names: string) => `Blanks at the end do not count: ${names}.` },
  case: {
    relaxes: true,
    say: (names: string) => `Upper and lower case do not count: ${names}.`,
  },
  empty: {
    relaxes: true,
    say: (names: string) => `An empty text counts as NULL: ${names}.`,
  },
  fraction: {
    relaxes: true,
    say: (names: string) =>
      `Digits of the second beyond those in the rules do not count: ${names}.`,
  },
  double: {
    relaxes: true,
    say: (names: string) =>
      `Compared with the 15 to 17 digits of a floating-point number: ${names}.`,
  },
  json: {
    relaxes: true,
    say: (names: string) => `Some values are equal as JSON, not as texts: ${names}.`,
  },
  number: {
    relaxes: true,
    say: (names: string) =>
      `Some numbers are equal within the tolerance, or the digits of one side, only: ${names}.`,
  },
  counts: { relaxes: false, say: () => 'Rows were counted, not compared.' },
  aggregates: {
    relaxes: false,
    say: () => 'Counts, extremes and sums of columns were compared, not the rows.',
  },
  sample: { relaxes: false, say: () => 'A sample was compared, not all rows.' },
  crowded: {
    relaxes: false,
    say: () => 'Some keys have more than 20,000 rows each: these were counted, not looked at.',
  },
  large: {
    relaxes: false,
    say: () =>
      'Some rows are too large to be read: their hashes differ, and their values are not shown.',
  },
  zone: {
    relaxes: false,
    say: (names: string) =>
      `Only one side keeps a time zone, so times are compared in UTC: ${names}.`,
  },
  keyless: {
    relaxes: false,
    say: () =>
      'No key identifies rows, so whole rows are compared: a changed row is one missing and one extra.',
  },
} as const;

export type NoteName = keyof typeof SENTENCES;

/** What is to be said of a comparison, with the columns that it is about. */
export type Notes = Map<NoteName, Set<string>>;

export function addNote(notes: Notes, name: NoteName, column?: string): void {
  const columns = notes.get(name) ?? new Set();
  if (column !== undefined) columns.add(column);
  notes.set(name, columns);
}

/** Whether equal rows are equal under these rules only. */
export const isRelaxed = (notes: Notes): boolean =>
  [...notes.keys()].some((name) => SENTENCES[name].relaxes);

export const sentencesOf = (notes: Notes): string[] =>
  [...notes].map(([name, columns]) => SENTENCES[name].say([...columns].join(', ')));
