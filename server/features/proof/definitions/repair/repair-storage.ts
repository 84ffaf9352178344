import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Change } from '../../../../../connectors/core/ddl/ddl.ts';
import type { Storage } from '../../../../../connectors/core/definitions.ts';
import type { Maker, Sides } from './repair-sides.ts';
import { ownWords } from './target-schemas.ts';

export const keepRows: Maker = ({ target: { storage } }) => [
  { kind: 'set logged', partitioned: Boolean(storage?.partitioning) },
];

type Policy = NonNullable<Storage['policies']>[number];

/** As PostgreSQL has them. */
const OF_COMMANDS = /^(PERMISSIVE|RESTRICTIVE) FOR /;

const bindsOwner = (storage: Storage | undefined): boolean => storage?.policiesForced === true;

const restricts = ({ text }: Policy): boolean => text.startsWith('RESTRICTIVE ');

const areSame = (one: Policy, other: Policy): boolean =>
  one.name === other.name &&
  one.text === other.text &&
  JSON.stringify(one.toRoles) === JSON.stringify(other.toRoles);

const commandOf = ({ text }: Policy): string => text.split(' ')[2]!;

/** Whether a policy restricts all that another one does, by a condition of its own. */
const restrictsAsMuch =
  ({ toRoles = [], ...own }: Policy) =>
  (other: Policy): boolean =>
    other.name === own.name &&
    restricts(other) &&
    ['ALL', commandOf(own)].includes(commandOf(other)) &&
    (!other.toRoles ||
      (toRoles.length > 0 && toRoles.every((one) => other.toRoles!.includes(one))));

const lacksRestriction = (drop: readonly Policy[], create: readonly Policy[]): boolean =>
  drop.filter(restricts).some((own) => !create.some(restrictsAsMuch(own)));

/** Gives a table of the target the policies of the source, between two servers of PostgreSQL. */
export function changePolicies(sides: Sides): Change[] | Message | null {
  const { source, target, columns } = sides;
  const [from, to] = [source.storage, target.storage];
  // Without them, everybody sees all rows of the target.
  if (!from?.policies) return message('repair.decide');
  const wanted = from.policies.flatMap((policy) => {
    const text = OF_COMMANDS.test(policy.text) ? ownWords(policy.text, columns, sides) : null;
    return text === null ? [] : [{ ...policy, text }];
  });
  if (!sides.sameEngine || wanted.length < from.policies.length) return null;
  const there = to?.policies ?? [];
  const drop = there.filter((one) => !wanted.some((other) => areSame(one, other)));
  const create = wanted.filter((one) => !there.some((other) => areSame(one, other)));
  const [isForced, wasForced] = [bindsOwner(from), bindsOwner(to)];
  // Either would show rows that the target hides.
  if (lacksRestriction(drop, create) || (wasForced && !isForced)) return message('repair.opens');
  const force = isForced && !wasForced;
  const enable = !to?.policies;
  if (drop.length + create.length === 0 && !enable && !force) return null;
  return [{ kind: 'set policies', drop: drop.map(({ name }) => name), create, enable, force }];
}
