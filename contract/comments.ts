import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, requiredText, timestamp } from './fields.ts';
import { objectRow } from './objects.ts';
import { userName, type UserName } from './users.ts';

const MAX_COMMENT = 10_000;
/** Maximum number of comments in one answer, newest first. */
export const COMMENTS_SHOWN = 100;

/** A comment on an object. The object's own field `comments` shows the newest unresolved one. */
export const comment = z.object({
  id,
  at: timestamp,
  /** Null where the user was deleted, or the comment dates from before authors were recorded. */
  user_id: id.nullable(),
  username: z.string().nullable(),
  text: z.string(),
  edited_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
  resolved_by: z.string().nullable(),
});
export type Comment = z.infer<typeof comment>;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/objects/{id}/comments',
  summary: `What was said of an object, newest first, at most ${COMMENTS_SHOWN}, and how many there are`,
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  query: z.object({
    /** Id of a comment: only older ones are returned. */
    before: id.optional(),
  }),
  response: z.object({ total: z.int(), open: z.int(), comments: z.array(comment) }),
});

/** The comment, and its object in the state after the change. */
const commented = z.object({ comment, object: objectRow });

export const addComment = endpoint({
  method: 'POST',
  path: '/api/objects/{id}/comments',
  summary: 'Comment on an object; members mentioned as `@username` are notified',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id }),
  body: z.object({ text: requiredText(MAX_COMMENT) }),
  response: commented,
  status: 201,
});

export const changeComment = endpoint({
  method: 'PUT',
  path: '/api/objects/{id}/comments/{comment}',
  summary: 'Change the words of a comment of one’s own, or say whether one is resolved',
  access: { who: 'objectMember', of: 'params.id' },
  params: z.object({ id, comment: id }),
  body: z.object({ text: requiredText(MAX_COMMENT).optional(), resolved: z.boolean().optional() }),
  response: commented,
});

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/people',
  summary: 'Active members of a project and administrators, by name: who can be mentioned',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(userName),
});

const isPartOfName = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}_-]/u.test(letter);

/** Maximum number of mentions that are looked for in a text. */
const MAX_MENTIONS = 100;
/** An @ inside a word is part of an e-mail address. */
const MENTION = /(?<![\p{L}\p{N}_-])@(?=[^\s@])/gu;

/** The people mentioned as `@username`, ignoring case; where one name is a prefix of another, the longer one wins. */
export function namedIn(text: string, people: readonly UserName[]): UserName[] {
  const longestFirst = people.toSorted((one, other) => other.username.length - one.username.length);
  const named = new Set<UserName>();
  for (const { index } of [...text.matchAll(MENTION)].slice(0, MAX_MENTIONS)) {
    const rest = text.slice(index + 1, index + 102).toLowerCase();
    const person = longestFirst.find(({ username }) => {
      const name = username.toLowerCase();
      return rest.startsWith(name) && !isPartOfName(rest[name.length]);
    });
    if (person) named.add(person);
  }
  return [...named];
}
