import type { ColumnAggregate, ReadColumn } from './data.ts';
import type { SqlDialect } from './dialect.ts';
import { isOrdered, isSummed } from './forms.ts';

const ITEMS = 5;

const LENGTH = { kind: 'integer', bits: 64, unsigned: false } as const;

/** Count of rows, and per column: values, distinct values, least, greatest, sum. */
export function aggregateItems(
  dialect: SqlDialect,
  columns: readonly ReadColumn[],
  distinct: boolean,
): string[] {
  return [
    'count(*)',
    ...columns.flatMap((column) => {
      const value = dialect.quote(column.name);
      const text = dialect.textOf(value, column);
      const ordered = isOrdered(column);
      const presence = dialect.presenceOf?.(value) ?? value;
      return [
        // The text is needed only where the form turns some values into NULL.
        `count(${'emptyIsNull' in column.form && column.form.emptyIsNull ? text : presence})`,
        distinct && column.form.as !== 'json'
          ? `count(DISTINCT ${dialect.distinctOf(value, column)})`
          : 'NULL',
        ordered ? dialect.textOf(`min(${value})`, column) : 'NULL',
        ordered ? dialect.textOf(`max(${value})`, column) : 'NULL',
        sumItem(dialect, value, column),
      ];
    }),
  ];
}

export const aggregatesOf = (columns: readonly ReadColumn[], row: unknown[]): ColumnAggregate[] =>
  columns.map(({ form }, index) => {
    const [values, distinct, min, max, sum] = row.slice(
      1 + index * ITEMS,
      1 + (index + 1) * ITEMS,
    ) as (string | null)[];
    return {
      nulls: Number(row[0]) - Number(values),
      distinct: distinct == null ? null : Number(distinct),
      min: min ?? null,
      max: max ?? null,
      // Two hexadecimal digits are a byte.
      sum: sum == null || form.as !== 'binary' ? (sum ?? null) : String(BigInt(sum) / 2n),
    };
  });

function sumItem(dialect: SqlDialect, value: string, column: ReadColumn): string {
  if (isSummed(column)) return dialect.textOf(dialect.sumOf(value, column.canonical), column);
  if (column.form.as !== 'text' && column.form.as !== 'binary') return 'NULL';
  const lengths = dialect.sumOf(dialect.lengthOf(dialect.textOf(value, column)), LENGTH);
  return dialect.textOf(lengths, { ...column, canonical: LENGTH, form: { as: 'integer' } });
}
