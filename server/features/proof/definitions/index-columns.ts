import type {
  Column,
  Index,
  IndexPart,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { KnownColumns, OtherColumn } from './compare-columns.ts';
import { isSensitive } from './compare-collations.ts';
import { isServedByOrder } from './index-methods.ts';
import type { TextReader } from './meanings.ts';
import type { ReadPart } from './unique-keys.ts';

/** Reads indexes by column where an expression uses no more than part of one: `left(name, 10)`, `lower(name)`. */
export const withColumns = (
  tables: Record<Side, TableDefinition>,
  known: KnownColumns,
  other: OtherColumn,
  texts: TextReader,
): Record<Side, TableDefinition> => {
  const read = (side: Side): TableDefinition => {
    const { columns, indexes } = tables[side];
    const named = (as: string): Column | undefined => {
      const name = known[side].find((one) => one.as.toLowerCase() === as)?.name;
      return columns.find((one) => one.name === name);
    };
    const readPart = (part: IndexPart): ReadPart => {
      const { column, expression } = part;
      if (expression === null) {
        const own = columns.find(({ name }) => name === column);
        return part.caseBlind && own ? withCollation(part, own, other(side, own.name)) : part;
      }
      const taken = texts.expression(side, known[side], { text: expression, as: 'written' })?.part;
      const own = taken && named(taken.column);
      if (!own) return part;
      const { length, folded } = taken;
      const found = { ...part, column: own.name, ...(length !== undefined && { prefix: length }) };
      const counterpart = other(side, own.name);
      // A query by one of LOWER and UPPER is not served by an index over the other one.
      if (folded === 'upper' && ![own, counterpart].some(ignoresCase)) return part;
      return folded ? withCollation({ ...found, caseBlind: true }, own, counterpart) : found;
    };
    return {
      ...tables[side],
      indexes: indexes.map((index: Index) =>
        isServedByOrder(index.using) ? { ...index, parts: index.parts.map(readPart) } : index,
      ),
    };
  };
  return { source: read('source'), target: read('target') };
};

/**
 * Where the column itself ignores case, so does the index anyway; where only its counterpart does, the part is marked as
 * folded.
 */
function withCollation(
  { caseBlind, ...part }: ReadPart,
  own: Column,
  counterpart: Column | undefined,
): ReadPart {
  if (ignoresCase(own)) return part;
  return ignoresCase(counterpart) ? { ...part, folded: true } : { ...part, caseBlind: true };
}

const ignoresCase = (column: Column | undefined): boolean =>
  column !== undefined && isSensitive(column) === false;
