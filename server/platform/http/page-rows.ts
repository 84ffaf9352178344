interface Query {
  filter: Record<string, string | undefined>;
  q?: string | undefined;
  sort?: { column: string; descending: boolean }[] | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  after?: number | undefined;
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : Array.isArray(value)
      ? value.join(', ')
      : String(value as string | number | boolean);

/** Numbers compare exactly; text matches anywhere, in any case. */
function matches(value: unknown, wanted: string): boolean {
  const text = textOf(value);
  if (wanted === '-') return text === '';
  if (wanted === '*') return text !== '';
  if (typeof value === 'number') return text === wanted;
  return text.toLowerCase().includes(wanted.toLowerCase());
}

/** By code point, as the store sorts; empty values last in both directions. */
function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [textOf(one), textOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

const isEmpty = (value: unknown): boolean => textOf(value) === '';

/**
 * Filters, sorts and pages a short list in memory.
 * @param idColumn - the default order, and the keyset of `after`
 * @returns the page, and the number of matches before the limit
 */
export function pageRows<R extends object>(
  rows: R[],
  query: Query,
  idColumn: keyof R & string,
): { rows: R[]; total: number } {
  const valueOf = (row: R, column: string): unknown => row[column as keyof R];
  const filters = Object.entries(query.filter).filter(([, wanted]) => wanted);
  const found = rows.filter(
    (row) =>
      filters.every(([column, wanted]) => matches(valueOf(row, column), wanted ?? '')) &&
      (!query.q || Object.values(row).some((value) => matches(value, query.q ?? ''))),
  );
  if (query.sort) {
    const order = [...query.sort, { column: idColumn, descending: false }];
    found.sort((one, other) => {
      for (const { column, descending } of order) {
        const [a, b] = [valueOf(one, column), valueOf(other, column)];
        if (isEmpty(a) !== isEmpty(b)) return isEmpty(a) ? 1 : -1;
        const result = compare(a, b);
        if (result !== 0) return descending ? -result : result;
      }
      return 0;
    });
  }
  const { after, limit } = query;
  const rest = after === undefined ? found : found.filter((row) => Number(row[idColumn]) > after);
  const start = query.offset ?? 0;
  return {
    rows: rest.slice(start, limit === undefined ? undefined : start + limit),
    total: found.length,
  };
}
