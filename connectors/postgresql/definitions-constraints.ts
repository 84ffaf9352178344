import type {
  Column,
  ForeignKey,
  Index,
  IndexMethod,
  IndexPart,
  Key,
  ReferentialAction,
  TableDefinition,
} from '../core/definitions.ts';
import type { Sorting } from '../core/catalogue/sorting.ts';
import type { Session } from './session.ts';

type ConstraintRow = [
  relation: number,
  name: string,
  kind: 'p' | 'u' | 'f' | 'c' | 'x',
  index: number,
  columns: number[] | null,
  expression: string | null,
  referencedSchema: string | null,
  referencedTable: string | null,
  referencedColumns: string[] | null,
  onUpdate: string,
  onDelete: string,
  validated: boolean,
  deferrable: boolean,
  deferred: boolean,
  nullsEqual: boolean,
  matchesFull: boolean,
  /** Since version 18, in foreign keys and checks. */
  disabled: boolean,
  triggersOff: boolean,
  ledTo: boolean,
  /** Columns that a deleted row sets, by number; null: all of the key's. */
  nulled: number[] | null,
];

/**
 * Selects the rows of a catalogue that belong to the relations in $1, with one index look-up for each. Otherwise the
 * planner would scan the whole catalogue for every batch, with parallel workers. Before version 12, `*` leaves out
 * the oid.
 */
export const rowsOf = (catalogue: string, relation: string, columns = '*') =>
  `unnest($1::oid[]) AS w(oid) CROSS JOIN LATERAL (SELECT ${columns} FROM ${catalogue} WHERE ${relation} = w.oid OFFSET 0)`;

/** A foreign key to a partitioned table has an additional row for each of its partitions. */
const constraintsSql = ({ serverVersionNumber, member }: Session) => `
  SELECT k.conrelid, k.conname, k.contype, k.conindid, k.conkey,
    CASE k.contype WHEN 'c' THEN pg_get_expr(k.conbin, k.conrelid) WHEN 'x' THEN pg_get_constraintdef(k.id) END,
    n.nspname, r.relname,
    CASE WHEN k.contype = 'f' THEN ARRAY(SELECT a.attname::text
      FROM unnest(k.confkey) WITH ORDINALITY AS c(number, position)
      JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = c.number ORDER BY c.position) END,
    k.confupdtype, k.confdeltype, k.convalidated, k.condeferrable, k.condeferred,
    ${nullsEqual(serverVersionNumber, 'k.conindid')}, k.confmatchtype = 'f',
    ${serverVersionNumber >= 180_000 ? 'NOT k.conenforced' : 'false'},
    ${member.name === 'PostgreSQL' ? triggersOff(serverVersionNumber) : 'false'},
    k.contype IN ('p', 'u') AND ${ledTo(member, 'k.conindid')},
    ${serverVersionNumber >= NULLS_ALIKE && member.name === 'PostgreSQL' ? 'k.confdelsetcols' : 'NULL'}
  FROM ${rowsOf('pg_constraint', 'conrelid', '*, oid AS id')} AS k
  LEFT JOIN pg_class r ON r.oid = k.confrelid LEFT JOIN pg_namespace n ON n.oid = r.relnamespace
  WHERE k.contype IN ('p', 'u', 'f', 'c', 'x')
    ${serverVersionNumber >= 110_000 ? `AND (k.contype <> 'f' OR k.conparentid = 0)` : ''}
  ORDER BY k.conname`;

/**
 * Whether any trigger is off that checks a foreign key, on either table, or what is deferrable, as after DISABLE TRIGGER ALL. Those
 * of partitions belong to constraints of their own.
 */
const triggersOff = (version: number): string => `(k.contype = 'f' OR k.condeferrable) AND EXISTS (
      WITH RECURSIVE own(id) AS (
        SELECT k.id ${version >= 110_000 ? 'UNION ALL SELECT c.oid FROM own JOIN pg_constraint c ON c.conparentid = own.id' : ''})
      SELECT FROM own JOIN pg_trigger t ON t.tgconstraint = own.id WHERE t.tgenabled IN ('D', 'R'))`;

/** Whether a foreign key depends on an index. */
const ledTo = ({ name }: Session['member'], index: string): string =>
  name !== 'PostgreSQL'
    ? 'false'
    : `EXISTS (SELECT FROM pg_depend d JOIN pg_constraint f ON f.oid = d.objid AND f.contype = 'f'
      WHERE d.classid = 'pg_constraint'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjid = ${index})`;

/** Before this version, NULLs are never alike in unique keys, and a deleted row sets all columns of a foreign key. */
export const NULLS_ALIKE = 150_000;

/** Whether a unique index treats NULLs as equal (NULLS NOT DISTINCT), since version 15. */
const nullsEqual = (version: number, index: string): string =>
  version >= NULLS_ALIKE
    ? `coalesce((SELECT x.indnullsnotdistinct FROM pg_index x WHERE x.indexrelid = ${index}), false)`
    : 'false';

type Constraints = Pick<TableDefinition, 'primaryKey' | 'uniques' | 'foreignKeys' | 'checks'>;

/** Constraints by the table's id; and those that indexes enforce, by the ids of these, which tell what else a key includes. */
export async function readConstraints(
  session: Session,
  columns: Map<number, Map<number, Column>>,
): Promise<{ constraints: Map<number, Constraints>; behind: Map<number, Key> }> {
  const rows = await session.query<ConstraintRow>(constraintsSql(session), [[...columns.keys()]]);
  const constraints = new Map<number, Constraints>();
  const behind = new Map<number, Key>();
  for (const row of rows) {
    const [relation, name, kind, index, , expression] = row;
    const [validated, disabled] = [row[11], row[16]];
    const key = toKey(row, columns.get(relation));
    const state = {
      ...(!validated && { unchecked: true as const }),
      ...(disabled && { disabled: true as const }),
      ...(key.triggersOff && ({ disabled: true, triggersOff: true } as const)),
    };
    const own = constraints.get(relation) ?? noConstraints();
    constraints.set(relation, own);
    // For a foreign key, this is the index on the referenced table.
    if (kind !== 'f') behind.set(index, key);
    if (kind === 'p') own.primaryKey = key;
    else if (kind === 'u') own.uniques.push(key);
    else if (kind === 'f')
      own.foreignKeys.push({
        ...toForeignKey(key, row),
        ...(row[19] && { onDeleteOf: namesOf(columns.get(relation), row[19]) }),
        ...state,
      });
    else own.checks.push({ name, expression: expression ?? '', ...state });
  }
  return { constraints, behind };
}

export const noConstraints = (): Constraints => ({
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
});

const namesOf = (columns: Map<number, Column> | undefined, numbers: number[] | null): string[] =>
  (numbers ?? []).map((number) => columns?.get(number)?.name ?? '');

function toKey(row: ConstraintRow, columns: Map<number, Column> | undefined): Key {
  const [, name, kind, , numbers] = row;
  const [isDeferrable, isDeferred, isNullsEqual, , , isOff, isLedTo] = row.slice(12) as boolean[];
  return {
    name,
    columns: namesOf(columns, numbers),
    ...(kind === 'u' && isNullsEqual && { nullsEqual: true }),
    ...(isOff && { disabled: true, triggersOff: true }),
    ...(isLedTo && { ledTo: true }),
    ...(isDeferrable && { deferrable: isDeferred ? 'always' : 'on demand' }),
  };
}

const ACTIONS: Record<string, ReferentialAction> = {
  a: 'no action',
  r: 'restrict',
  c: 'cascade',
  n: 'set null',
  d: 'set default',
};

function toForeignKey({ deferrable, ...key }: Key, row: ConstraintRow): ForeignKey {
  const [, , , , , , schema, table, referenced, onUpdate, onDelete] = row;
  const isFull = row[15];
  return {
    ...key,
    schema: schema ?? '',
    table: table ?? '',
    referenced: referenced ?? [],
    onUpdate: ACTIONS[onUpdate] ?? 'no action',
    onDelete: ACTIONS[onDelete] ?? 'no action',
    ...(deferrable && { deferrable }),
    ...(isFull && { matchesFull: true }),
  };
}

type IndexRow = [
  relation: number,
  index: number,
  name: string,
  unique: boolean,
  numbers: string,
  options: string,
  collations: string,
  /** Of the columns; 0 for expressions. */
  ownCollations: string,
  keys: number,
  parts: string[] | null,
  condition: string | null,
  nullsEqual: boolean,
  method: string,
  /** Operator classes of the parts, '' for those that compare as the default one does. */
  operators: string[] | null,
  /** False where CREATE INDEX CONCURRENTLY failed, or a partition has no such index. */
  valid: boolean,
  ledTo: boolean,
];

/** Likewise. */
const operatorsSql = ({ name }: Session['member']): string =>
  name !== 'PostgreSQL'
    ? 'NULL'
    : `ARRAY(SELECT CASE WHEN EXISTS (SELECT FROM pg_opclass d WHERE d.opcfamily = o.opcfamily AND d.opcdefault)
        THEN '' ELSE o.opcname::text END
      FROM unnest(i.indclass::oid[]) WITH ORDINALITY AS k (class, place)
      JOIN pg_opclass o ON o.oid = k.class ORDER BY k.place)`;

/** Collations of an index and of its columns; a derivative of PostgreSQL may lack them. */
const collationsSql = ({ name }: Session['member']): string =>
  name !== 'PostgreSQL'
    ? `'', ''`
    : `i.indcollation::text,
    (SELECT string_agg(coalesce(a.attcollation, 0)::text, ' ' ORDER BY k.place)
     FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (number, place)
     LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number)`;

const indexesSql = ({ serverVersionNumber, member }: Session) => {
  const keys = serverVersionNumber >= 110_000 ? 'i.indnkeyatts' : 'i.indnatts';
  return `
  SELECT i.indrelid, i.indexrelid, (SELECT c.relname FROM pg_class c WHERE c.oid = i.indexrelid) AS name, i.indisunique, i.indkey::text, i.indoption::text, ${collationsSql(member)}, ${keys},
    CASE WHEN i.indexprs IS NOT NULL THEN
      ARRAY(SELECT pg_get_indexdef(i.indexrelid, part, false) FROM generate_series(1, ${keys}) AS part) END,
    pg_get_expr(i.indpred, i.indrelid), ${nullsEqual(serverVersionNumber, 'i.indexrelid')},
    (SELECT a.amname FROM pg_class c JOIN pg_am a ON a.oid = c.relam WHERE c.oid = i.indexrelid),
    ${operatorsSql(member)}, i.indisvalid, i.indisunique AND ${ledTo(member, 'i.indexrelid')}
  FROM ${rowsOf('pg_index', 'indrelid')} AS i
  ORDER BY name`;
};

/** Indexes by the table's id, without those that enforce a constraint: to the keys of these is added what they include. */
export async function readIndexes(
  session: Session,
  columns: Map<number, Map<number, Column>>,
  behind: ReadonlyMap<number, Key>,
  ignoresCase: (collation: number) => boolean,
  sortings: ReadonlyMap<number, Sorting>,
): Promise<Map<number, Index[]>> {
  const rows = await session.query<IndexRow>(indexesSql(session), [[...columns.keys()]]);
  const found = new Map<number, Index[]>();
  for (const row of rows) {
    const [relation, index, name, unique, numbers, options, collations, ofOwn, ...rest] = row;
    const [keys, expressions, where, nulls, method, operators, isValid, isLedTo] = rest;
    const include = namesOf(columns.get(relation), numbers.split(' ').slice(keys).map(Number));
    const key = behind.get(index);
    if (key && include.length > 0) key.include = include;
    if (key && !isValid) key.disabled = true;
    if (key) continue;
    const flags = options.split(' ').map(Number);
    const [ofParts, ofColumns] = [collations, ofOwn].map((text) => text.split(' ').map(Number));
    const parts = numbers
      .split(' ')
      .slice(0, keys)
      .map((number, position) => {
        const column = columns.get(relation)?.get(Number(number))?.name ?? null;
        return {
          column,
          expression: column === null ? (expressions?.[position] ?? '') : null,
          descending: ((flags[position] ?? 0) & 1) === 1,
          ...(operators?.[position] && { operators: operators[position] }),
          ...(column !== null &&
            lettersOf(ignoresCase(ofParts![position]!), ignoresCase(ofColumns![position]!))),
          ...ownOrder(flags[position], ofParts![position], ofColumns![position], sortings),
        };
      });
    const ofRelation = found.get(relation) ?? [];
    const using = methodOf(
      method,
      parts.map(({ column, expression }) =>
        column === null ? expression! : columnNamed(columns.get(relation), column),
      ),
    );
    const own: Index = {
      name,
      unique,
      parts,
      ...(include.length > 0 && { include }),
      where,
      ...(nulls && { nullsEqual: true }),
      ...(using && { using }),
      ...(!isValid && { disabled: true }),
      ...(isLedTo && { ledTo: true }),
    };
    found.set(relation, [...ofRelation, own]);
  }
  return found;
}

/** NULLs stand where the largest value does, unless it says otherwise; an expression has no collation of a column's. */
const ownOrder = (
  flags = 0,
  own = 0,
  ofColumn = 0,
  sortings: ReadonlyMap<number, Sorting>,
): Pick<IndexPart, 'nullsAt' | 'sortedBy' | 'ownOrder'> => {
  const [isDescending, isFirst] = [(flags & 1) !== 0, (flags & 2) !== 0];
  const isSorted = ofColumn !== 0 && own !== ofColumn;
  const sorting = isSorted ? sortings.get(own) : undefined;
  return {
    // Derivatives, of which no sorting is read, keep NULLs at ends of their own.
    ...(isDescending !== isFirst && sortings.size > 0 && { nullsAt: isFirst ? 'first' : 'last' }),
    ...(sorting && !sorting.loose && { sortedBy: sorting.by }),
    ...((isDescending !== isFirst || isSorted) && { ownOrder: true }),
  };
};

const lettersOf = (
  isBlind: boolean,
  isColumnBlind: boolean,
): Pick<IndexPart, 'caseBlind' | 'caseSeeing'> =>
  isBlind === isColumnBlind ? {} : isBlind ? { caseBlind: true } : { caseSeeing: true };

const columnNamed = (columns: Map<number, Column> | undefined, name: string): string =>
  [...(columns?.values() ?? [])].find((column) => column.name === name)?.type ?? '';

const METHODS: ReadonlyMap<string, IndexMethod | undefined> = new Map([
  ['btree', undefined],
  ['hash', 'hash'],
  ['brin', 'block range'],
]);

/** @param parts - types of columns, and texts of expressions */
function methodOf(method: string, parts: readonly string[]): IndexMethod | undefined {
  if (METHODS.has(method)) return METHODS.get(method);
  if (parts.some((part) => /\bto_tsvector\(|\btsvector$/.test(part))) return 'full text';
  const isPlace = (part: string) =>
    /^(\w+\.)?(geometry|geography|point|lseg|path|box|polygon|circle)\b/.test(part);
  return parts.some(isPlace) ? 'spatial' : 'other';
}
