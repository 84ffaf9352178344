import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '../../../contract/comments.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import { formatRelative, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { CommentField } from './comment-field.tsx';
import classes from './comments.module.css';
import { commentsQuery, useThreadStep, type ThreadStep } from './queries.ts';

interface Props {
  projectId: number;
  objectId: number;
  /** Called with the object after each change, because its field `comments` shows the newest open comment. */
  onObject?: (object: ObjectRow) => void;
}

/** The comments on an object, oldest first, with an input for a new one. */
export function CommentThread({ projectId, objectId, onObject }: Props) {
  const t = useTexts('comments');
  const query = useInfiniteQuery(commentsQuery(projectId, objectId));
  const step = useThreadStep(projectId, objectId, onObject);
  const take = (one: ThreadStep, then?: () => void) =>
    step.mutate(one, { onSuccess: () => then?.() });
  return (
    <Stack gap="sm">
      <Loaded query={query}>
        {({ pages }) => {
          const comments = pages.flatMap((page) => page.comments).toReversed();
          return (
            <>
              {query.hasNextPage && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  w="fit-content"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('earlier')}
                </Button>
              )}
              {comments.length === 0 && <Text c="dimmed">{t('empty')}</Text>}
              <ol className={classes.thread} aria-label={t('label')}>
                {comments.map((comment) => (
                  <Said
                    key={comment.id}
                    projectId={projectId}
                    comment={comment}
                    busy={step.isPending}
                    onStep={take}
                  />
                ))}
              </ol>
            </>
          );
        }}
      </Loaded>
      <Composer
        projectId={projectId}
        objectId={objectId}
        busy={step.isPending}
        onSend={(text, then) => take({ text }, then)}
      />
    </Stack>
  );
}

interface SaidProps {
  projectId: number;
  comment: Comment;
  busy: boolean;
  onStep: (step: ThreadStep, then?: () => void) => void;
}

function Said({ projectId, comment, busy, onStep }: SaidProps) {
  const t = useTexts('comments');
  const { user_id: me } = useMe();
  const [edited, setEdited] = useState<string | null>(null);
  const { id, at, user_id, text, edited_at, resolved_at } = comment;
  const name = comment.username ?? t('nobody');
  const time = formatTime(at);
  const isResolved = resolved_at !== null;
  const save = () => {
    if (!edited?.trim() || busy) return;
    if (edited.trim() === text) setEdited(null);
    else onStep({ comment: id, text: edited }, () => setEdited(null));
  };
  return (
    <li className={classes.said} data-resolved={isResolved || undefined}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <time dateTime={at} title={time}>
            {formatRelative(at)}
          </time>
          {edited_at && (
            <span title={t('editedAt', { time: formatTime(edited_at) })}> · {t('edited')}</span>
          )}
          {isResolved && ` · ${t('resolvedBy', { name: comment.resolved_by ?? '–' })}`}
        </Text>
      </Group>
      {edited === null ? (
        <Text size="sm" className={classes.text ?? ''} dir="auto">
          {text}
        </Text>
      ) : (
        <CommentField
          projectId={projectId}
          label={t('editOf', { time })}
          value={edited}
          onChange={setEdited}
          onSend={save}
          takesFocus
        />
      )}
      <Group gap="xs">
        {edited !== null && (
          <>
            <Button size="compact-sm" loading={busy} onClick={save}>
              {t('save')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setEdited(null)}>
              {t('cancel')}
            </Button>
          </>
        )}
        {edited === null && user_id === me && !isResolved && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('editOf', { time })}
            onClick={() => setEdited(text)}
          >
            {t('edit')}
          </Button>
        )}
        {edited === null && (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={busy}
            aria-label={t(isResolved ? 'reopenOf' : 'resolveOf', { name, time })}
            onClick={() => onStep({ comment: id, resolved: !isResolved })}
          >
            {t(isResolved ? 'reopen' : 'resolve')}
          </Button>
        )}
      </Group>
    </li>
  );
}

interface ComposerProps {
  projectId: number;
  objectId: number;
  busy: boolean;
  onSend: (text: string, then: () => void) => void;
}

/** Keeps an unsent text as a draft, even while another object is shown. */
function Composer({ projectId, objectId, busy, onSend }: ComposerProps) {
  const t = useTexts('comments');
  const client = useQueryClient();
  const key = queryKeys.commentDraft(objectId);
  const [text, setText] = useState(() => client.getQueryData<string>(key) ?? '');
  const type = (value: string) => {
    setText(value);
    client.setQueryDefaults(key, { gcTime: Infinity });
    client.setQueryData(key, value);
  };
  const send = () => {
    if (text.trim() && !busy) onSend(text, () => type(''));
  };
  return (
    <Stack gap="xs">
      <CommentField
        projectId={projectId}
        label={t('write')}
        value={text}
        onChange={type}
        onSend={send}
      />
      <Button
        w="fit-content"
        variant="default"
        loading={busy}
        disabled={text.trim() === ''}
        onClick={send}
      >
        {t('send')}
      </Button>
    </Stack>
  );
}
