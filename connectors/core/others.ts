import type { OtherKind } from '../../contract/proof/others.ts';
import { ConnectorError } from './errors.ts';

export interface OtherName {
  name: string;
  /** The table that a trigger acts on. */
  of: string | null;
}

/** All of one kind in one schema. */
export interface OtherList {
  kind: OtherKind;
  /** Null where it is not read, or cannot be. */
  names: OtherName[] | null;
  /** Whether the account sees all there are. */
  complete: boolean;
}

/** How one kind is read: name, and the table of a trigger. Null where an engine has it and it is not read. */
export type ReadOthers = (() => Promise<[name: string, of?: string | null | undefined][]>) | null;

/** The kinds that an engine has, one after the other: what one of them refuses, others may tell. */
export async function readOthers(
  readers: Partial<Record<OtherKind, ReadOthers>>,
  only: readonly OtherKind[] | undefined,
  sees: (kind: OtherKind) => boolean = () => true,
): Promise<OtherList[]> {
  const lists: OtherList[] = [];
  for (const [name, read] of Object.entries(readers)) {
    const kind = name as OtherKind;
    if (only && !only.includes(kind)) continue;
    const rows = read && (await read().catch(asUnread));
    const names = rows?.map(([own, of = null]) => ({ name: own, of })) ?? null;
    lists.push({ kind, names, complete: names !== null && sees(kind) });
  }
  return lists;
}

/** A grant that is missing, or a server of the family that lacks what was asked for. */
function asUnread(error: unknown): null {
  if (error instanceof ConnectorError && ['permission', 'failed'].includes(error.code)) return null;
  throw error;
}
