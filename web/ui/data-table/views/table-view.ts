import type { ListQuery, Sorting, TableView } from '../types.ts';

export const EMPTY_VIEW: TableView = { q: '', filters: {}, sort: [] };

/** Sorting in the notation of the API and the address: `-status,schema_name`. */
export const sortText = (sort: readonly Sorting[]): string =>
  sort.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',');

export const parseSort = (text: string): Sorting[] =>
  text
    .split(',')
    .filter((part) => /^-?\w+$/.test(part))
    .map((part) => ({ id: part.replace(/^-/, ''), desc: part.startsWith('-') }));

/** Cycles a column through ascending, descending and unsorted; replaces the other sortings unless `add` is set. */
export function toggleSort(sort: readonly Sorting[], id: string, add: boolean): Sorting[] {
  const before = sort.find((one) => one.id === id);
  const next = before ? (before.desc ? null : { id, desc: true }) : { id, desc: false };
  if (!add) return next ? [next] : [];
  if (!before) return next ? [...sort, next] : [...sort];
  return sort.flatMap((one) => (one.id === id ? (next ?? []) : one));
}

/** The filters that are not empty. */
export const usedFilters = (filters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

export const isFiltered = (view: TableView): boolean =>
  view.q.trim() !== '' || Object.keys(usedFilters(view.filters)).length > 0;

/** The query parameters of the server; equal views produce equal parameters. */
export function listQuery(view: TableView): ListQuery {
  const q = view.q.trim();
  const sort = sortText(view.sort);
  const filters = Object.entries(usedFilters(view.filters));
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...Object.fromEntries(filters.map(([field, value]) => [`filter[${field}]`, value])),
  };
}

const FILTER = 'f.';
type Search = Readonly<Record<string, unknown>>;
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';

export interface NamedView extends TableView {
  /** Name of the saved view on which it is based. */
  name: string;
}

/** Parses the view in an address: q, sort, f.{field}, view. */
export function viewOfSearch(search: Search): NamedView {
  const filters = Object.entries(search)
    .filter(([key]) => key.startsWith(FILTER))
    .map(([key, value]) => [key.slice(FILTER.length), plain(value)] as const);
  return {
    q: plain(search['q']),
    filters: usedFilters(Object.fromEntries(filters)),
    sort: parseSort(plain(search['sort'])),
    name: plain(search['view']),
  };
}

/** Numeric text becomes a number, because the router would quote the text. */
const short = (value: string): string | number =>
  /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;

/** The search parameters of an address with those of the view replaced. */
export function searchOfView(search: Search, { q, filters, sort, name }: NamedView) {
  const others = Object.entries(search).filter(
    ([key]) => !key.startsWith(FILTER) && !['q', 'sort', 'view'].includes(key),
  );
  const used = Object.entries(usedFilters(filters));
  const order = sortText(sort);
  return {
    ...Object.fromEntries(others),
    ...(q.trim() && { q: short(q.trim()) }),
    ...Object.fromEntries(used.map(([field, value]) => [FILTER + field, short(value)])),
    ...(order && { sort: order }),
    ...(name && { view: name }),
  };
}
