import { message } from '../../../contract/messages/message.ts';
import type { Access, Endpoint, IdPlace } from '../../../contract/endpoint.ts';
import { id } from '../../../contract/fields.ts';
import { ProblemError, conflict, forbidden } from '../problem.ts';
import type { Actor } from './route.ts';

/** Questions that the platform asks features to decide on access. */
export interface AccessRules {
  isMember(userId: number, projectId: number): Promise<boolean>;
  /** A client of the project, who is not one of its members. */
  isClient(userId: number, projectId: number): Promise<boolean>;
  isArchived(projectId: number): Promise<boolean>;
  /** A member of the project that the object belongs to. */
  isObjectMember(userId: number, objectId: number): Promise<boolean>;
  /** The object's tester or developer. */
  isObjectAssignee(userId: number, objectId: number): Promise<boolean>;
  /** The tester or developer of an object of the pair. */
  isPairAssignee(userId: number, pairId: number): Promise<boolean>;
}

interface RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
}

function readId(parts: RequestParts, place: IdPlace): number | null {
  const [part, name] = place.split('.') as ['params' | 'query' | 'body', string];
  const values = parts[part];
  if (typeof values !== 'object' || values === null) return null;
  const parsed = id.safeParse((values as Record<string, unknown>)[name]);
  return parsed.success ? parsed.data : null;
}

/**
 * Authorises a request, or throws. It runs before validation, so that people without access learn nothing about an
 * endpoint's rules. An invalid id belongs to nobody.
 * @throws ProblemError `unauthenticated` or `forbidden`
 */
export async function authorise(
  access: Access,
  parts: RequestParts,
  actor: Actor | null,
  rules: AccessRules,
): Promise<void> {
  if (access.who === 'public') return;
  if (!actor) throw new ProblemError('unauthenticated', message('access.signIn'));
  if (actor.isAdmin || access.who === 'user') return;
  if (access.who === 'administrator') throw forbidden(message('access.administratorsOnly'));
  const named = readId(parts, access.of);
  if (named === null || !(await holds(access.who, actor.userId, named, rules))) throw forbidden();
}

/**
 * An archived project is read-only until it is restored. Its members and clients are refused earlier; this is for
 * administrators.
 * @throws ProblemError `conflict`
 */
export async function refuseArchived(
  { method, path, ofArchived }: Endpoint,
  params: unknown,
  rules: Pick<AccessRules, 'isArchived'>,
): Promise<void> {
  if (method === 'GET' || ofArchived || !path.startsWith('/api/projects/{id}/')) return;
  const named = readId({ params, query: {}, body: {} }, 'params.id');
  if (named !== null && (await rules.isArchived(named)))
    throw conflict(message('project.archived'));
}

async function holds(
  who: 'self' | 'member' | 'memberOrClient' | 'objectMember' | 'objectAssignee' | 'pairAssignee',
  userId: number,
  named: number,
  rules: AccessRules,
): Promise<boolean> {
  switch (who) {
    case 'self':
      return userId === named;
    case 'member':
      return rules.isMember(userId, named);
    case 'memberOrClient':
      return (await rules.isMember(userId, named)) || rules.isClient(userId, named);
    case 'objectMember':
      return rules.isObjectMember(userId, named);
    case 'objectAssignee':
      return rules.isObjectAssignee(userId, named);
    case 'pairAssignee':
      return rules.isPairAssignee(userId, named);
  }
}
