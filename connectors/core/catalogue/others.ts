import type { OtherKind } from '../../../contract/proof/others.ts';
import { ConnectorError } from '../errors.ts';

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

/** Reads one kind: names, and the table of each trigger. Null where the engine has the kind but this program does not read it. */
export type ReadOthers = (() => Promise<[name: string, of?: string | null | undefined][]>) | null;

/** Reads the kinds that an engine has, one after the other; a refused one does not affect the others. */
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

/** Null for a missing grant, or a server of the family without such a catalogue; throws any other error. */
function asUnread(error: unknown): null {
  if (error instanceof ConnectorError && ['permission', 'failed'].includes(error.code)) return null;
  throw error;
}
