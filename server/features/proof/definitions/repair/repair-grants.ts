import type { Change, GrantedObject } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  ObjectDefinition,
  RoutineDefinition,
} from '../../../../../connectors/core/definitions.ts';
import type { Grant, Grantee } from '../../../../../connectors/core/catalogue/grants.ts';
import { type Holder, findBarred, findHolders, rightsOf } from '../compare/compare-grants.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import type { RepairSetting } from './repair-sides.ts';

/** Changes that give an account the rights that it has on the source. */
export function changeGrants(
  { code, name }: RawFinding,
  source: ObjectDefinition,
  target: ObjectDefinition,
  setting: RepairSetting,
): Change[] | null {
  if (code === 'grant.schema') {
    const barred = findBarred(source, target, setting).find((one) => one.name === name);
    return barred ? [{ kind: 'use schema', to: asGrantee(barred.grant, setting) }] : null;
  }
  const holder = findHolders(source, target, setting).find((one) => one.name === name);
  const on = objectOf(target);
  if (!holder || !on) return null;
  const { missing, extra } = holder;
  // A grant on the whole schema cannot be revoked for one object.
  if (extra.some(({ ofSchema }) => ofSchema)) return null;
  const accounts = accountsOf(holder, setting);
  const wanted = [...holder.source.values()];
  const isHeld = (rights: Holder['source'], grant: Grant) =>
    [...rights.values()].some(
      ({ right, column }) => right === grant.right && (column === null || column === grant.column),
    );
  return accounts.flatMap((to): Change[] => {
    const own = extra.filter((grant) => isOf(grant, to));
    const change = (
      kind: 'grant' | 'revoke',
      grants: readonly Grant[],
      option: boolean,
    ): Change[] =>
      grants.length === 0
        ? []
        : [
            {
              kind,
              to,
              rights: rightsOf(grants),
              option,
              whole: wanted.every(({ grantable }) => grantable === (kind === 'grant')),
              on,
            },
          ];
    const isToo = (grant: Grant) => isHeld(holder.source, grant);
    return [
      ...change(
        'revoke',
        own.filter((grant) => !isToo(grant)),
        false,
      ),
      ...change('revoke', own.filter(isToo), true),
      ...change(
        'grant',
        missing.filter(({ grantable }) => !grantable),
        false,
      ),
      ...change(
        'grant',
        missing.filter(({ grantable }) => grantable),
        true,
      ),
    ];
  });
}

const isOf = (grant: Grantee, { grantee, host }: Grantee): boolean =>
  grant.grantee === grantee && grant.host === host;

/** The target's accounts of this name, else the one that a statement names. */
function accountsOf(holder: Holder, { ddl, sameEngine }: RepairSetting): Grantee[] {
  const known = new Map(
    [...holder.target.values()].map(({ grantee, host }) => [
      JSON.stringify([grantee, host]),
      { grantee, ...(host !== undefined && { host }) },
    ]),
  );
  if (known.size > 0) return [...known.values()];
  return [asGrantee(holder.missing[0]!, { ddl, sameEngine })];
}

/** The account of the source, as the target's engine writes it. */
function asGrantee(
  { grantee, host }: Grantee,
  { ddl, sameEngine }: Pick<RepairSetting, 'ddl' | 'sameEngine'>,
): Grantee {
  if (sameEngine) return { grantee, ...(host !== undefined && { host }) };
  return { grantee: grantee === null ? null : ddl.accountOf(grantee) };
}

function objectOf(target: ObjectDefinition): GrantedObject | null {
  if (target.kind === 'table' || target.kind === 'view') return { kind: 'relation' };
  return target.kind === 'routine' ? routineOf(target) : null;
}

/** A routine as statements name it; null where it is in a package, or was read before signatures were. */
export function routineOf({ name: listed, signature, returns }: RoutineDefinition) {
  if (signature?.path.length !== 2) return null;
  const [, name = ''] = signature.path;
  return {
    kind: returns === null ? 'procedure' : 'function',
    name,
    types: listed === name ? null : listed.slice(name.length),
    givesRows: signature.form === 'rows',
  } as const;
}
