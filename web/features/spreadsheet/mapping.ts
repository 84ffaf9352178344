import { OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import { SIDES } from '../../../contract/fields.ts';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';

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
] as const;
export type Field = (typeof FIELDS)[number];

export const NEEDED: readonly Field[] = ['side', 'object_type', 'schema_name', 'object_name'];

/** What a field is read from: a column of the file, one value for all rows, or nothing. */
export type From = { column: number } | { fixed: string } | null;
export type Mapping = Readonly<Record<Field, From>>;

/** What fields may be for all rows alike. */
export const FIXED: Partial<Record<Field, readonly string[]>> = {
  side: SIDES,
  object_type: OBJECT_TYPE_NAMES,
};

/** Other headings of teams' lists, without case, blanks and signs. */
const HEADINGS: Record<Field, readonly string[]> = {
  side: ['side', 'database', 'db', 'sourcetarget', 'sourceortarget', 'system'],
  object_type: ['objecttype', 'type', 'kind', 'objectkind', 'objecttypesource'],
  schema_name: ['schemaname', 'schema', 'owner', 'tableschema', 'namespace'],
  object_name: ['objectname', 'name', 'object', 'table', 'tablename', 'routinename', 'viewname'],
  status: ['status', 'state', 'progress', 'migrationstatus'],
  developer: ['developer', 'dev', 'assignedtodeveloper', 'developername', 'migratedby', 'assignee'],
  tester: ['tester', 'qa', 'assignedtotester', 'testername', 'testedby', 'reviewer'],
  test_call: ['testcall', 'call', 'test', 'query', 'testquery', 'testcase'],
  test_result: ['testresult', 'result', 'outcome'],
  comments: ['comments', 'comment', 'remarks', 'remark', 'notes', 'note'],
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Finds each field's column by its heading; `names` are the fields' own in the viewer's language. */
export function guessMapping(
  headings: readonly string[],
  names: Readonly<Record<Field, string>>,
): Mapping {
  const found = headings.map(plain);
  const taken = new Set<number>();
  const guess = (field: Field): From => {
    for (const known of [plain(names[field]), ...HEADINGS[field]]) {
      const column = found.findIndex((heading, index) => heading === known && !taken.has(index));
      if (column < 0) continue;
      taken.add(column);
      return { column };
    }
    return null;
  };
  return Object.fromEntries(FIELDS.map((field) => [field, guess(field)])) as Record<Field, From>;
}

/** Other words for values, by what the contract calls them. */
const WORDS: Partial<Record<Field, Readonly<Record<string, readonly string[]>>>> = {
  side: {
    source: ['src', 's', 'old', 'from'],
    target: ['tgt', 't', 'dst', 'new', 'to', 'destination'],
  },
  object_type: {
    tables: ['table', 'basetable', 'tab', '1'],
    views: ['view', 'materializedview', 'materialisedview', '2'],
    functions: ['function', 'func', 'fn', '3'],
    procedures: ['procedure', 'proc', 'sp', 'storedprocedure', '4'],
  },
  status: {
    pending: ['open', 'todo', 'new', 'notstarted'],
    migrated: ['done', 'moved'],
    verified: ['tested', 'passed'],
  },
};
const ALLOWED: Partial<Record<Field, readonly string[]>> = { ...FIXED, status: OBJECT_STATUSES };

/** A cell as the contract wants it; what is not understood stays, for the check to name it. */
export function readValue(field: Field, cell: string): string {
  // An apostrophe keeps spreadsheets from taking text for a formula: exports have it.
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

/** A row of the file as a row of the list; empty cells are left out: they change nothing. */
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

export const missingFields = (mapping: Mapping): Field[] =>
  NEEDED.filter((field) => {
    const from = mapping[field];
    return from === null || ('fixed' in from && from.fixed.trim() === '');
  });
