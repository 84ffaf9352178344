import { groupBy } from '../../../../connectors/core/group.ts';
import type { Access, Grant } from '../../../../connectors/core/grants.ts';

/** A right, of some columns or (null) of all. */
export interface RightOf {
  right: string;
  columns: string[] | null;
}

export const keyOfRight = ({ right, column }: Pick<Grant, 'right' | 'column'>): string =>
  JSON.stringify([right, column]);

/** Groups grants by their right, in order of the rights. */
export function rightsOf(grants: Iterable<Grant>): RightOf[] {
  const found = new Map<string, RightOf>();
  for (const { right, column } of grants) {
    const key = keyOfRight({ right, column: column === null ? null : '' });
    const one = found.get(key) ?? { right, columns: column === null ? null : [] };
    found.set(key, one);
    if (column !== null) one.columns?.push(column);
  }
  return [...found.values()].toSorted((one, other) => (one.right < other.right ? -1 : 1));
}

/** What somebody may do, in one line: `INSERT, UPDATE (price); SELECT WITH GRANT OPTION`. */
export function grantText(grants: Iterable<Grant>): string {
  const all = [...grants];
  const textOf = (grantable: boolean): string[] => {
    const rights = rightsOf(all.filter((grant) => grant.grantable === grantable));
    if (rights.length === 0) return [];
    const text = rights.map(
      ({ right, columns }) =>
        `${right.toUpperCase()}${columns === null ? '' : ` (${columns.toSorted().join(', ')})`}`,
    );
    return [`${text.join(', ')}${grantable ? ' WITH GRANT OPTION' : ''}`];
  };
  return [...textOf(false), ...textOf(true)].join('; ');
}

/** Accounts as they are written, with what each may do. */
export const grantLines = (access: Access | null | undefined): [name: string, text: string][] =>
  [...groupBy(access?.grants ?? [], accountText)].map(([name, grants]) => [
    name,
    grantText(grants),
  ]);

export const accountText = ({ grantee, host }: Pick<Grant, 'grantee' | 'host'>): string =>
  grantee === null ? 'PUBLIC' : [grantee, host].filter(Boolean).join('@');
