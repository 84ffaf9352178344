import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Column } from '../core/structure.ts';
import type { Selection } from './selection.ts';
import type { StructureFacts } from './family.ts';
import { columnKey, unescape } from './structure-checks.ts';
import { canonicalOf } from './types.ts';

type Row = [
  table: string,
  name: string,
  type: string,
  nullable: string,
  fallback: string | null,
  extra: string,
  collation: string | null,
  comment: string,
  generation: string | null,
];

/** By table or view, in order. @param json - columns (see columnKey) that hold JSON though their type is a text. */
export async function readColumns(
  { session, facts, schema, names }: Selection,
  json: ReadonlySet<string>,
): Promise<Map<string, Column[]>> {
  const rows = await session.query<Row>(
    `SELECT table_name, column_name, column_type, is_nullable, column_default, extra, collation_name, column_comment,
       generation_expression
     FROM information_schema.columns WHERE table_schema = ? AND table_name IN (?) ORDER BY ordinal_position`,
    [schema, names],
  );
  const columns = new Map<string, Column[]>();
  for (const row of rows) {
    const [table, name] = row;
    const ofTable = columns.get(table) ?? [];
    ofTable.push(toColumn(row, facts, json.has(columnKey(table, name))));
    columns.set(table, ofTable);
  }
  return columns;
}

function toColumn(row: Row, facts: StructureFacts, isJson: boolean): Column {
  const [, name, type, nullable, , extra, collation, comment, generation] = row;
  const canonical: CanonicalType = isJson ? { kind: 'json' } : canonicalOf(type);
  const fallback = generation ? null : readDefault(row, facts, canonical);
  const isSequence = fallback !== null && /^nextval\([^()]+\)$/iu.test(fallback);
  const onUpdate = /\bon update (\S+)/i.exec(extra)?.[1];
  return {
    name,
    type,
    canonical,
    nullable: nullable === 'YES',
    default: isSequence ? null : withUpdate(fallback, onUpdate),
    identity: isSequence || /\bauto_increment\b/i.test(extra),
    generated: generation ? (facts.defaultsAsSql ? generation : unescape(generation)) : null,
    caseSensitive: canonical.kind === 'text' ? isCaseSensitive(collation) : null,
    comment: comment || null,
  };
}

/** What a column is given on each change belongs to its default: no other engine has it, and it must not be lost. */
const withUpdate = (fallback: string | null, onUpdate: string | undefined): string | null =>
  onUpdate === undefined ? fallback : `${fallback ?? 'NULL'} ON UPDATE ${onUpdate}`;

const isCaseSensitive = (collation: string | null): boolean | null =>
  collation === null ? null : !/_ci(_|$)/i.test(collation);

/** As SQL, also where the server shows the bare value of a literal. */
function readDefault(row: Row, facts: StructureFacts, canonical: CanonicalType): string | null {
  const [, , , , fallback, extra] = row;
  if (fallback === null || (facts.defaultsAsSql && fallback === 'NULL')) return null;
  if (facts.defaultsAsSql) return fallback;
  if (/\bDEFAULT_GENERATED\b/.test(extra)) return unescape(fallback);
  if (isBare(canonical.kind, fallback)) return fallback;
  return `'${fallback.replaceAll("'", "''")}'`;
}

const NUMBERS: readonly CanonicalType['kind'][] = ['integer', 'decimal', 'float', 'bits', 'year'];

/** Whether the text is SQL as it stands. */
const isBare = (kind: CanonicalType['kind'], text: string): boolean =>
  NUMBERS.includes(kind) ||
  (kind === 'timestamp' && /^CURRENT_TIMESTAMP/i.test(text)) ||
  (kind === 'binary' && text.startsWith('0x'));
