import { later } from '../later.ts';

/** Components that appear only on request; preloaded when the pointer or the focus approaches. */
const load = () => import('./tools.ts');

export const preloadTools = (): void => void load().catch(() => {});
export const ColumnList = later(load, 'ColumnList');
export const ViewList = later(load, 'ViewList');
export const FilterRow = later(load, 'FilterRow');
