import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  addComment,
  changeComment,
  listComments,
  listPeople,
  COMMENTS_SHOWN,
} from '../../../contract/comments.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The comments on an object, newest first, page by page. */
export const commentsQuery = (projectId: number, objectId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.comments(projectId, objectId),
    queryFn: ({ pageParam, signal }) =>
      call(listComments, {
        params: { id: objectId },
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ comments }) =>
      comments.length < COMMENTS_SHOWN ? undefined : comments.at(-1)!.id,
    staleTime: 0,
  });

export const mentionableQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.mentionable(projectId),
    queryFn: ({ signal }) => call(listPeople, { params: { id: projectId }, signal }),
    staleTime: 60_000,
  });

/** A change of a thread: a new comment, or an edit of one. */
export type ThreadStep = { text: string } | { comment: number; text?: string; resolved?: boolean };

/** Applies a change and updates the cached thread. @param onObject - called with the object, whose field is updated as well */
export function useThreadStep(
  projectId: number,
  objectId: number,
  onObject: ((object: ObjectRow) => void) | undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (step: ThreadStep) => {
      if (!('comment' in step)) return call(addComment, { params: { id: objectId }, body: step });
      const { comment, ...body } = step;
      return call(changeComment, { params: { id: objectId, comment }, body });
    },
    onSuccess: ({ object }) => {
      onObject?.(object);
      return client.invalidateQueries({ queryKey: queryKeys.comments(projectId, objectId) });
    },
    onError: notifyError,
  });
}
