import { type ComponentType, type LazyExoticComponent, type ReactNode, lazy } from 'react';
import { loadPart } from '../lib/new-version.ts';

/** Function components take no properties or one object of them. */
type Props<C> = C extends () => ReactNode
  ? object
  : C extends (props: infer P) => ReactNode
    ? P
    : never;

/**
 * A component that is loaded when it is first shown. Where its file cannot be had, its place stays empty: the page around
 * it, and what is typed there, stays.
 */
export function later<K extends string, M extends Record<K, (props: never) => ReactNode>>(
  load: () => Promise<M>,
  name: K,
): LazyExoticComponent<ComponentType<Props<M[K]>>> {
  return lazy(async () => ({
    default: (await loadPart(load))[name] as unknown as ComponentType<Props<M[K]>>,
  }));
}
