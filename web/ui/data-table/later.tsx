import { lazy } from 'react';

/** What nobody sees before they ask for it; fetched when the pointer or the focus comes near. */
const load = () => import('./tools.ts');

export const preloadTools = (): void => void load().catch(() => {});
export const ColumnList = lazy(async () => ({ default: (await load()).ColumnList }));
export const ViewList = lazy(async () => ({ default: (await load()).ViewList }));
export const FilterRow = lazy(async () => ({ default: (await load()).FilterRow }));
