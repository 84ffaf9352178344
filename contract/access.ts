/**
 * Who may call an endpoint. Every endpoint declares one; the server refuses to start without it.
 * `of` names the place of the id in the request, as `params.x`, `body.x` or `query.x`.
 * Administrators pass all of them.
 */
export type Access =
  | { who: 'public' }
  | { who: 'user' }
  | { who: 'administrator' }
  /** The signed-in user whose id is named. */
  | { who: 'self'; of: IdPlace }
  /** Anybody who works on the named project: its developers and testers. */
  | { who: 'member'; of: IdPlace }
  /** The project's developers and testers, and its clients, who may make no other calls about it. */
  | { who: 'memberOrClient'; of: IdPlace }
  /** Anybody with a role on the project of the named object. */
  | { who: 'objectMember'; of: IdPlace }
  /** The tester or developer of the named object. */
  | { who: 'objectAssignee'; of: IdPlace }
  /** The tester or developer of an object of the named pair. */
  | { who: 'pairAssignee'; of: IdPlace };

export type IdPlace = `${'params' | 'body' | 'query'}.${string}`;
