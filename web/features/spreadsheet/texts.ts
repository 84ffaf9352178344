import { defineTexts, type Translate } from '../../lib/i18n/index.ts';
import { FIELDS, type Field } from './mapping.ts';

const english = {
  title: 'From the spreadsheet',
  subtitle: "Bring in a team's list of objects, assignments and statuses, or take it out.",

  fileTitle: '1. Choose the file',
  file: 'CSV or XLSX file',
  filePlaceholder: 'Choose a file…',
  fileHelp:
    'The first row names the columns, every further row is one object. At most {{max}} rows.',
  reading: 'Reading the file…',
  sheet: 'Sheet',
  found_one: '{{count, number}} row in {{name}}',
  found_other: '{{count, number}} rows in {{name}}',
  notRead: 'The file could not be read: {{reason}}',
  noRows: 'The file has no rows below its first one.',
  tooMany: 'The file has {{rows}} rows; at most {{max}} can be brought in at once.',
  noFile: 'This is neither a CSV nor an XLSX file.',

  mappingTitle: '2. Say which column is what',
  notInFile: '(not in the file)',
  allRows: 'All rows: {{value}}',
  fixedSchema: 'All rows: the schema typed below',
  schemaOfAll: 'Schema of all rows',
  columnNumber: 'Column {{number}}',
  required: 'needed',
  previewTitle: 'The first rows, as they will be read',
  row: 'Row',

  side: 'side',
  object_type: 'object type',
  schema_name: 'schema name',
  object_name: 'object name',
  status: 'status',
  developer: 'developer',
  tester: 'tester',
  test_call: 'test call',
  test_result: 'test result',
  comments: 'comments',
  source: 'source',
  target: 'target',
  tables: 'tables',
  views: 'views',
  functions: 'functions',
  procedures: 'procedures',

  checkTitle: '3. Check, then bring in',
  missing: 'Still to be chosen: {{columns}}.',
  check: 'Check the list',
  checking: 'Checking…',
  importing: 'Bringing in…',
  cancel: 'Cancel',
  safe: 'Nothing is changed by the check. Empty cells leave what is there as it is.',
  wouldDo_one:
    '{{count, number}} row: {{added}} new, {{changed}} changed, {{unchanged}} unchanged.',
  wouldDo_other:
    '{{count, number}} rows: {{added}} new, {{changed}} changed, {{unchanged}} unchanged.',
  nothingToDo: 'Everything in the list is there already.',
  commit_one: 'Bring in {{count, number}} row',
  commit_other: 'Bring in {{count, number}} rows',
  doneTitle: 'The list is in',
  done: '{{added}} objects were added, {{changed}} were changed, {{unchanged}} stayed as they were.',
  doneNotice: 'The list was brought in',
  another: 'Bring in another list',
  toResults: 'See the source objects',

  problemsTitle_one: '{{count, number}} problem; nothing was brought in',
  problemsTitle_other: '{{count, number}} problems; nothing was brought in',
  problemsHelp: 'Correct the list and choose the file again. Rows are counted as in the file.',
  firstOnes: 'These are the first ones; more may follow.',
  problems: 'Problems',
  column: 'Column',
  value: 'Value',
  problem: 'Problem',
  wholeList: 'the list',

  outTitle: 'Take it out',
  outText:
    'All objects of both sides in the same columns: change them there and bring the file in again.',
  out_csv: 'Export as CSV',
  out_xlsx: 'Export as XLSX',
  exporting: '{{rows}} objects read…',
  exported_one: '{{count, number}} object exported',
  exported_other: '{{count, number}} objects exported',
  fileTitleOut: '{{project}} objects',
  templateTitle: 'Begin with a template',
  templateText: 'An empty list with the columns of this page.',
  template_csv: 'Template as CSV',
  template_xlsx: 'Template as XLSX',
  templateFile: 'objects template',
} as const;

export type SpreadsheetTexts = typeof english;
export const useSpreadsheetTexts = defineTexts('spreadsheet', english);

/** The fields' names in the viewer's language, which are also the headings of what is taken out. */
export const fieldNames = (t: Translate<SpreadsheetTexts>): Record<Field, string> =>
  Object.fromEntries(FIELDS.map((field) => [field, t(field)])) as Record<Field, string>;
