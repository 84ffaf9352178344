import { OBJECT_TYPE_NAMES, type TrackedType, typesWith } from '../../../contract/engines.ts';
import { SIDES } from '../../../contract/fields.ts';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';
import type { Texts } from '../../lib/i18n/index.ts';

/** The columns of the list, in the order of the template. */
export const FIELDS = [
  'side',
  'object_type',
  'schema_name',
  'object_name',
  'status',
  'developer',
  'tester',
  'test_call',
  'test_result',
  'comments',
  'due_date',
] as const;
export type Field = (typeof FIELDS)[number];

/** Field names in the viewer's language, which exported lists also use as headings. */
export const fieldNames = (t: Texts<'spreadsheet'>): Record<Field, string> =>
  Object.fromEntries(FIELDS.map((field) => [field, t(field)])) as Record<Field, string>;

export const NEEDED: readonly Field[] = ['side', 'object_type', 'schema_name', 'object_name'];

/** The source of a field: a column of the file, a fixed value for all rows, or nothing. */
export type From = { column: number } | { fixed: string } | null;
export type Mapping = Readonly<Record<Field, From>>;

/** The fixed values that a field may have for all rows. */
export function fixedValues(field: Field, tracked: readonly TrackedType[]): readonly string[] {
  if (field === 'side') return SIDES;
  return field === 'object_type' ? typesWith(tracked) : [];
}

/** Further known headings, English and German, compared without case, blanks and punctuation. */
const HEADINGS: Record<Field, string> = {
  side: 'side database db sourcetarget sourceortarget system seite datenbank',
  object_type: 'objecttype type kind objectkind objecttypesource objektart art typ objekttyp',
  schema_name: 'schemaname schema owner tableschema namespace eigentümer',
  object_name:
    'objectname name object table tablename routinename viewname objektname objekt tabelle tabellenname',
  status: 'status state progress migrationstatus zustand stand',
  developer:
    'developer dev assignedtodeveloper developername migratedby assignee assignedto entwickler zuständig bearbeiter',
  tester: 'tester qa assignedtotester testername testedby reviewer prüfer',
  test_call: 'testcall call test query testquery testcase testaufruf aufruf abfrage',
  test_result: 'testresult result outcome testergebnis ergebnis',
  comments:
    'comments comment remarks remark notes note kommentar kommentare bemerkung bemerkungen notiz notizen',
  due_date: 'duedate due deadline until fällig fälligam frist termin bis',
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds the column of each field by its heading; `names` are the field names in the viewer's language. */
export function guessMapping(
  headings: readonly string[],
  names: Readonly<Record<Field, string>>,
): Mapping {
  const found = headings.map(plain);
  const taken = new Set<number>();
  const guess = (field: Field): From => {
    for (const known of [plain(names[field]), ...HEADINGS[field].split(' ')]) {
      const column = found.findIndex((heading, index) => heading === known && !taken.has(index));
      if (column < 0) continue;
      taken.add(column);
      return { column };
    }
    return null;
  };
  return Object.fromEntries(FIELDS.map((field) => [field, guess(field)])) as Record<Field, From>;
}

/** Lists may start with a title, a date or empty rows: this many rows are searched for the headings. */
const MAX_ABOVE = 10;
const FEWEST_HEADINGS = 3;

/**
 * Moves the row with the most known headings to the top. The rows above it become empty, so that all other rows keep their
 * numbers.
 */
export function liftHeadings(
  rows: readonly string[][],
  names: Readonly<Record<Field, string>>,
): string[][] {
  const known = rows.slice(0, MAX_ABOVE).map((row) => {
    const mapping = guessMapping(row, names);
    return FIELDS.filter((field) => mapping[field] !== null).length;
  });
  const most = Math.max(...known);
  // A row of values may contain one word that is a known heading, but not several.
  if (known[0] !== 0 || most < FEWEST_HEADINGS) return [...rows];
  const at = known.indexOf(most);
  return [rows[at]!, ...Array.from({ length: at }, () => []), ...rows.slice(at + 1)];
}

/** Synonyms of values, by the contract's value. */
const WORDS: Partial<Record<Field, Readonly<Record<string, readonly string[]>>>> = {
  side: {
    source: ['src', 's', 'old', 'from', 'quelle', 'alt'],
    target: ['tgt', 't', 'dst', 'new', 'to', 'destination', 'ziel', 'neu'],
  },
  object_type: {
    tables: ['table', 'basetable', 'tab', '1', 'tabelle', 'tabellen'],
    views: ['view', 'materializedview', 'materialisedview', '2', 'sicht', 'sichten'],
    functions: ['function', 'func', 'fn', '3', 'funktion', 'funktionen'],
    procedures: ['procedure', 'proc', 'sp', 'storedprocedure', '4', 'prozedur', 'prozeduren'],
    triggers: ['trigger', '5'],
    sequences: ['sequence', 'seq', '6', 'sequenz', 'sequenzen'],
  },
  status: {
    pending: ['open', 'todo', 'new', 'notstarted', 'offen', 'neu', 'ausstehend'],
    migrated: ['done', 'moved', 'erledigt', 'migriert'],
    verified: ['tested', 'passed', 'geprüft', 'getestet', 'verifiziert'],
  },
};
const ALLOWED: Partial<Record<Field, readonly string[]>> = {
  side: SIDES,
  object_type: OBJECT_TYPE_NAMES,
  status: OBJECT_STATUSES,
};

/** A cell as a value of the contract; unknown values are kept, so that validation reports them. */
export function readValue(field: Field, cell: string): string {
  // Exports put an apostrophe before text that a spreadsheet would take for a formula.
  const value = /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
  const allowed = ALLOWED[field];
  if (!allowed) return field === 'developer' || field === 'tester' ? value.trim() : value;
  const word = plain(value);
  const known = allowed.find(
    (name) => name === word || WORDS[field]?.[name]?.includes(word) === true,
  );
  return known ?? value.trim();
}

export type ListRow = Partial<Record<Field, string>>;

/** Converts a row of the file; empty cells are left out, because they change nothing. */
export function readRow(mapping: Mapping, cells: readonly string[]): ListRow {
  const row: ListRow = {};
  for (const field of FIELDS) {
    const from = mapping[field];
    if (!from) continue;
    const value = 'fixed' in from ? from.fixed : readValue(field, cells[from.column] ?? '');
    if (value.trim() !== '') row[field] = value;
  }
  return row;
}

export const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell.trim() === '');

/** Number of non-empty rows below the headings. */
export const countRows = (rows: readonly (readonly string[])[]): number =>
  rows.slice(1).filter((cells) => !isBlank(cells)).length;

export const missingFields = (mapping: Mapping): Field[] =>
  NEEDED.filter((field) => {
    const from = mapping[field];
    return from === null || ('fixed' in from && from.fixed.trim() === '');
  });
