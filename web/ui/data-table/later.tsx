import { lazy } from 'react';

/** Components that appear only on request; preloaded when the pointer or the focus approaches. */
const load = () => import('./tools.ts');

export const preloadTools = (): void => void load().catch(() => {});
export const ColumnList = lazy(async () => ({ default: (await load()).ColumnList }));
export const ViewList = lazy(async () => ({ default: (await load()).ViewList }));
export const FilterRow = lazy(async () => ({ default: (await load()).FilterRow }));
