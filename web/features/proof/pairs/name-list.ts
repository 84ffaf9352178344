import { objectType } from '../../../../contract/engines.ts';
import type { NameMapRow } from '../../../../contract/proof/name-map.ts';

export const NAME_FIELDS = [
  'source_schema',
  'source',
  'target_schema',
  'target',
  'object_type',
] as const;
type Field = (typeof NAME_FIELDS)[number];
/** The column of the file for each field; null for none. */
export type NameColumns = Readonly<Record<Field, number | null>>;

/** Known headings, English and German, compared without case, blanks and punctuation. */
const HEADINGS: Record<Field, string> = {
  source_schema: 'sourceschema sourceowner fromschema oldschema quellschema',
  source:
    'source sourcename sourceobject sourcetable sourceobjectname from old oldname quelle quellname quelltabelle von alt',
  target_schema: 'targetschema targetowner toschema newschema zielschema',
  target:
    'target targetname targetobject targettable targetobjectname to new newname ziel zielname zieltabelle nach neu',
  object_type: 'type objecttype kind typ objekttyp art',
};
const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Recognises columns by their headings; otherwise the first column is the source and the second the target. */
export function guessColumns(headings: readonly string[]): NameColumns {
  const found = headings.map(plain);
  const columnOf = (field: Field): number | null => {
    const at = found.findIndex((heading) => HEADINGS[field].split(' ').includes(heading));
    return at < 0 ? null : at;
  };
  const known = Object.fromEntries(NAME_FIELDS.map((field) => [field, columnOf(field)]));
  return { ...(known as NameColumns), source: known['source'] ?? 0, target: known['target'] ?? 1 };
}

/** The non-empty rows below the headings, with their line numbers in the file. */
export function readNames(
  rows: readonly (readonly string[])[],
  columns: NameColumns,
): { names: NameMapRow[]; lines: number[] } {
  const names: NameMapRow[] = [];
  const lines: number[] = [];
  for (const [at, row] of rows.entries()) {
    if (at === 0) continue;
    const cell = (field: Field) => {
      const column = columns[field];
      return column === null ? '' : (row[column] ?? '').trim();
    };
    const full = (side: 'source' | 'target') =>
      [cell(`${side}_schema`), cell(side)].filter(Boolean).join('.');
    if (cell('source') === '' || cell('target') === '') continue;
    const type = objectType.safeParse(typeOf(cell('object_type')));
    names.push({
      source: full('source'),
      target: full('target'),
      object_type: type.success ? type.data : null,
    });
    lines.push(at + 1);
  }
  return { names, lines };
}

/** Accepts both the singular and the plural of a type. */
const typeOf = (text: string): string => {
  const word = text.toLowerCase();
  return word === '' || word.endsWith('s') ? word : `${word}s`;
};
