import { message } from '../../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import { type ObjectDefinition, hasColumns } from '../../../../../connectors/core/definitions.ts';
import type { Access, Grant } from '../../../../../connectors/core/catalogue/grants.ts';
import { knownColumns } from './columns/match-columns.ts';
import { type CompareOptions, type Description, type RawFinding, finding } from './raw-finding.ts';
import type { FindingCode } from './without-repair.ts';
import { groupBy } from '../../../../../connectors/core/group.ts';

/** A right, of some columns or (null) of all. */
interface RightOf {
  right: string;
  columns: string[] | null;
}

const keyOfRight = ({ right, column }: Pick<Grant, 'right' | 'column'>): string =>
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
function grantText(grants: Iterable<Grant>): string {
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

const accountText = ({ grantee, host }: Pick<Grant, 'grantee' | 'host'>): string =>
  grantee === null ? 'PUBLIC' : [grantee, host].filter(Boolean).join('@');

/** Grants by their right and column (`keyOfRight`). */
type Rights = ReadonlyMap<string, Grant>;

/** What one account may do on both sides. */
export interface Holder {
  /** The account's name in findings. */
  name: string;
  source: Rights;
  target: Rights;
  /** Rights of the source that the target does not grant, with the target's names of columns. */
  missing: Grant[];
  /** Rights of the target that the source does not grant. */
  extra: Grant[];
  /** Rights of the source that the target's engine does not have. */
  impossible: Grant[];
}
type Options = Pick<CompareOptions, 'rename' | 'named' | 'sameEngine'>;

const accessOf = (definition: ObjectDefinition): Access | null | undefined =>
  'access' in definition ? definition.access : undefined;

/** The host of an account means nothing on another engine. */
const nameOf = ({ grantee, host }: Pick<Grant, 'grantee' | 'host'>, sameEngine: boolean): string =>
  accountText({ grantee, ...(sameEngine && host !== undefined && { host }) });

/** Engines differ in the case of names, and some have an account for each host. */
const identityOf = (one: Pick<Grant, 'grantee' | 'host'>, sameEngine: boolean): string => {
  if (one.grantee === null) return '';
  const name = nameOf(one, sameEngine);
  return `.${sameEngine ? name : name.toLowerCase()}`;
};

/** Whether the rights include this one, for its column or for all columns. */
const covers = (rights: Rights | undefined, { right, column, grantable }: Grant): boolean =>
  [null, column].some((of) => {
    const held = rights?.get(keyOfRight({ right, column: of }));
    return held !== undefined && (held.grantable || !grantable);
  });

/** Merges grants of the same right; a right on all columns covers each of them. */
function toRights(grants: readonly Grant[]): Rights {
  const rights = new Map<string, Grant>();
  for (const grant of grants) {
    const key = keyOfRight(grant);
    const known = rights.get(key);
    const { ofSchema, ...own } = grant;
    rights.set(key, {
      ...own,
      grantable: grant.grantable || (known?.grantable ?? false),
      ...(ofSchema && (known?.ofSchema ?? true) && { ofSchema }),
    });
  }
  for (const [key, grant] of rights) {
    const whole = rights.get(keyOfRight({ ...grant, column: null }));
    if (grant.column !== null && whole && (whole.grantable || !grant.grantable)) rights.delete(key);
  }
  return rights;
}

function byHolder(
  { grants }: Access,
  owner: string | null,
  columnOf: (name: string) => string,
  sameEngine: boolean,
): Map<string, Grant[]> {
  const found = new Map<string, Grant[]>();
  const ownerOf = owner === null ? null : identityOf({ grantee: owner }, sameEngine);
  for (const grant of grants) {
    const identity = identityOf(grant, sameEngine);
    // The owner of the object on the other side has all rights there.
    if (identity === ownerOf) continue;
    const column = grant.column === null ? null : columnOf(grant.column);
    found.set(identity, [...(found.get(identity) ?? []), { ...grant, column }]);
  }
  return found;
}

/** Accounts whose rights differ on the target. */
export function findHolders(
  source: ObjectDefinition,
  target: ObjectDefinition,
  { rename, named, sameEngine }: Options,
): Holder[] {
  const [from, to] = [accessOf(source), accessOf(target)];
  if (!from || !to) return [];
  const columns =
    hasColumns(source) && hasColumns(target)
      ? knownColumns(source.columns, target.columns, rename, named).source
      : [];
  const columnOf = (name: string) => columns.find((one) => one.name === name)?.as ?? rename(name);
  const ours = byHolder(from, to.owner, columnOf, sameEngine);
  const theirs = byHolder(to, from.owner, (name) => name, sameEngine);
  const everybody = {
    source: toRights(ours.get('') ?? []),
    target: toRights(theirs.get('') ?? []),
  };
  const shared = from.rights.filter((right) => to.rights.includes(right));
  const hasAll = (rights: Rights) =>
    shared.every((right) => rights.has(keyOfRight({ right, column: null })));
  const isShared = ({ right }: Grant) => shared.includes(right);
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((identity): Holder[] => {
    const given = ours.get(identity) ?? [];
    const held = theirs.get(identity) ?? [];
    const was = toRights(given);
    const is = toRights(held);
    const missing = [...was.values()].filter(
      (grant) => isShared(grant) && !covers(is, grant) && !covers(everybody.target, grant),
    );
    // ALL stands for every right of the engine.
    const extra = [...is.values()].filter(
      (grant) =>
        !(hasAll(was) && !isShared(grant)) &&
        !covers(was, grant) &&
        !covers(everybody.source, grant),
    );
    const impossible = hasAll(is) ? [] : [...was.values()].filter((grant) => !isShared(grant));
    const isSame = missing.length + extra.length + impossible.length === 0;
    if (isSame) return [];
    const name = nameOf((given[0] ?? held[0])!, sameEngine);
    return [{ name, source: was, target: is, missing, extra, impossible }];
  });
}

const add = (
  code: FindingCode,
  name: string | null,
  source: string | null,
  target: string | null,
  describe: Pick<Description, 'severity' | 'detail' | 'advice'>,
): RawFinding =>
  finding(code, 'grant', name, source, target, { answer: 'compatible', ...describe });

/** Compares who may do what with an object, where the project includes grants. */
export function compareGrants(
  source: ObjectDefinition,
  target: ObjectDefinition,
  options: CompareOptions,
): RawFinding[] {
  const sides = { source, target };
  const hidden = SIDES.filter((side) => accessOf(sides[side]) === null);
  if (hidden.length > 0) return hidden.map(unread);
  const without = SIDES.find((side) => options.lacks(side, 'grants'));
  if (without) return describeNone(sides, without);
  return [
    ...findHolders(source, target, options).flatMap(describeHolder),
    ...findBarred(source, target, options).map(({ name }) =>
      add('grant.schema', name, 'USAGE', null, {
        severity: 'warning',
        detail: message('definition.schemaBarred'),
        advice: message('definition.grantAdvice'),
      }),
    ),
  ];
}

/** Accounts that have rights on the source's object, and may not use the schema of the target's, by themselves or as everybody. */
export function findBarred(
  source: ObjectDefinition,
  target: ObjectDefinition,
  { sameEngine }: Pick<Options, 'sameEngine'>,
): { name: string; grant: Grant }[] {
  const [from, to] = [accessOf(source), accessOf(target)];
  if (!from || !to?.schemaUsers) return [];
  const usersOf = ({ schemaUsers = [] }: Access) =>
    new Set(schemaUsers.map((grantee) => identityOf({ grantee }, sameEngine)));
  const [here, there] = [usersOf(from), usersOf(to)];
  const mayUse = (users: ReadonlySet<string>, identity: string) =>
    users.has('') || users.has(identity);
  const holders = new Map(
    // What everybody may do by default was given to nobody.
    from.grants
      .filter(({ byDefault }) => !byDefault)
      .map((grant) => [identityOf(grant, sameEngine), grant] as const),
  );
  return [...holders].flatMap(([identity, grant]) =>
    (from.schemaUsers && !mayUse(here, identity)) || mayUse(there, identity)
      ? []
      : [{ name: nameOf(grant, sameEngine), grant }],
  );
}

const unread = (side: Side): RawFinding =>
  add('grant.unread', null, null, null, {
    severity: 'warning',
    detail: message('definition.grantsUnread', { side: message(`word.${side}`) }),
    advice: message('definition.grantsUnreadAdvice'),
  });

/** An engine without accounts has no grants. */
function describeNone(sides: Record<Side, ObjectDefinition>, without: Side): RawFinding[] {
  const textOf = (side: Side): string | null =>
    grantLines(accessOf(sides[side]))
      .map((parts) => parts.join(': '))
      .join('; ') || null;
  const [from, to] = [textOf('source'), textOf('target')];
  if (from === null && to === null) return [];
  return [
    add(without === 'target' ? 'grant.impossible' : 'grant.new', null, from, to, {
      severity: 'info',
      detail: message(without === 'target' ? 'definition.noGrants' : 'definition.newGrants'),
      advice: message('definition.noGrantsAdvice'),
    }),
  ];
}

function describeHolder({ name, source, target, ...found }: Holder): RawFinding[] {
  const { missing, extra, impossible } = found;
  const [from, to] = [source, target].map((rights) => grantText(rights.values()) || null) as [
    string | null,
    string | null,
  ];
  const notes =
    impossible.length === 0
      ? []
      : [
          add('grant.impossible', name, grantText(impossible), null, {
            severity: 'info',
            detail: message('definition.grantImpossible'),
            advice: message('definition.grantImpossibleAdvice'),
          }),
        ];
  if (missing.length + extra.length === 0) return notes;
  if ([...missing, ...extra].every(({ byDefault }) => byDefault))
    return [
      add(from === null ? 'grant.extra' : 'grant.missing', name, from, to, {
        severity: 'info',
        detail: message('definition.grantByDefault'),
        advice: message('definition.grantByDefaultAdvice'),
      }),
      ...notes,
    ];
  const [code, detail] =
    to === null
      ? (['grant.missing', 'definition.grantMissing'] as const)
      : from === null
        ? (['grant.extra', 'definition.grantExtra'] as const)
        : (['grant.different', 'definition.grantOther'] as const);
  return [
    add(code, name, from, to, {
      severity: 'warning',
      detail: message(detail),
      advice: message('definition.grantAdvice'),
    }),
    ...notes,
  ];
}
