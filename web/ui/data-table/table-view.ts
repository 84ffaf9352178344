import type { ListQuery, Sorting, TableView } from './types.ts';

export const EMPTY_VIEW: TableView = { q: '', filters: {}, sort: [] };

/** `-status,schema_name`: as the API writes it, and the address. */
export const sortText = (sort: readonly Sorting[]): string =>
  sort.map(({ id, desc }) => (desc ? `-${id}` : id)).join(',');

export const parseSort = (text: string): Sorting[] =>
  text
    .split(',')
    .filter((part) => /^-?\w+$/.test(part))
    .map((part) => ({ id: part.replace(/^-/, ''), desc: part.startsWith('-') }));

/** Ascending, descending, not at all; added to the others or in their place. */
export function toggleSort(sort: readonly Sorting[], id: string, add: boolean): Sorting[] {
  const before = sort.find((one) => one.id === id);
  const next = before ? (before.desc ? null : { id, desc: true }) : { id, desc: false };
  if (!add) return next ? [next] : [];
  if (!before) return next ? [...sort, next] : [...sort];
  return sort.flatMap((one) => (one.id === id ? (next ?? []) : one));
}

/** Without filters that are empty. */
export const usedFilters = (filters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters)
      .map(([field, value]) => [field, value.trim()] as const)
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

export const isFiltered = (view: TableView): boolean =>
  view.q.trim() !== '' || Object.keys(usedFilters(view.filters)).length > 0;

/** What the server is asked; equal views give equal queries. */
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
  /** The saved view that it began with. */
  name: string;
}

/** The view that an address names: q, sort, f.{field}, view. */
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

/** Numbers as such: the router puts text that looks like one between quotation marks. */
const short = (value: string): string | number =>
  /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;

/** The address's other parameters with those of the view. */
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
