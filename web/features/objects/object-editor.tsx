import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useRef, useState, useMemo, useId, type ReactNode } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { updateObject, type ObjectRow, type ObjectStatus } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { ApiError, call } from '../../lib/api.ts';
import { notifyError, notifyErrorOnce } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { EditModal, type EditModalProps } from '../../ui/edit-modal/edit-modal.tsx';
import { FieldRequest, type FieldValues } from '../../ui/edit-modal/fields.ts';
import type { RowSteps } from '../../ui/edit-modal/edit-buttons.tsx';
import { CommentThread } from '../comments/comment-thread.tsx';
import { AttachHere, useAttach } from '../proof/evidence/attach.tsx';
import { ObjectProof } from '../proof/pairs/object-proof-columns.tsx';
import { editFields, editValues, editedRow, reasonField } from './edit-fields.ts';
import { contradictionsQuery, replaceRow, objectId } from './object-queries.ts';
import {
  asksForComment,
  DONE_STATUS,
  refusal,
  returnedText,
  statusLocked,
  type Desk,
} from './status-rules.ts';
import { objectHistoryQuery, objectQuery } from '../../lib/objects.ts';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { formatTime } from '../../lib/format.ts';
import { Chevron } from '../../ui/chevron.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { describeChanges } from './describe-changes.ts';
import classes from './objects.module.css';
import { useTexts } from '../../lib/i18n/index.ts';
import { later } from '../../ui/later.ts';

const Needs = later(() => import('../dependencies/needs.tsx'), 'Needs');

interface Props {
  desk: Desk;
  project: ProjectRow;
  side: Side;
  row: ObjectRow;
  /** Whether it opens with the status that marks the row as done. */
  isMarked?: boolean;
  /** Navigation to the previous and next row. */
  steps?: RowSteps;
  onSaved: (before: ObjectRow, saved: ObjectRow) => void;
  onClose: () => void;
  leaveRef?: EditModalProps['leaveRef'];
}

/** The editor dialog of both desks. It keeps the opened row until that is saved or closed. */
export function ObjectEditor({ desk, project, side, row: opened, ...props }: Props) {
  const { isMarked = false, steps, onSaved, onClose, leaveRef } = props;
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const { user_id: userId, is_admin } = useMe();
  const client = useQueryClient();
  const [row, setRow] = useState(opened);
  const asked = useRef(false);
  const pairWords = useTexts('pair-words');
  const done = DONE_STATUS[desk];
  const contradictions = contradictionsQuery(project.Project_Id, [objectId(row)], done);
  const hasProof = row.pair_id !== null;
  const { data: found } = useQuery({ ...contradictions, enabled: hasProof });
  const said = found?.[0]?.said;
  const fields = (values: FieldValues) => [
    ...editFields(desk, row, is_admin === 1, words, t),
    ...(said && values['status'] === done ? [reasonField(pairWords(`verdict_${said}`), t)] : []),
  ];
  const files = useAttach(project.Project_Id, row.pair_id);
  const meanwhile = useMeanwhile(project.Project_Id, row);
  const returned = returnedText(words, row);
  const takeOver = useCallback(
    (current: unknown) => {
      setRow(current as ObjectRow);
      replaceRow(client, current as ObjectRow);
    },
    [client],
  );

  const save = async (values: FieldValues, changed: ReadonlySet<string>) => {
    if (changed.size === 0) return true;
    const to = (changed.has('status') ? values['status'] : row.status) as ObjectStatus;
    const refused = refusal(side, row.status, to);
    if (refused) {
      notifyErrorOnce(refused);
      return false;
    }
    if (asksForComment(row.status, to) && !changed.has('comments') && !asked.current) {
      asked.current = true;
      throw new FieldRequest('comments', t('askCommentFirst'));
    }
    // The query may not have run yet if the user is quick.
    const objects = to === done && hasProof && to !== row.status && !changed.has('reason');
    if (objects && (await client.ensureQueryData(contradictions)).length > 0)
      throw new FieldRequest('reason', t('askReasonFirst'));
    try {
      const body = editedRow(row, values, changed, { project, side, userId });
      const saved = await call(updateObject, { params: { id: objectId(row) }, body });
      takeOver(saved);
      onSaved(row, saved);
      return true;
    } catch (error) {
      // The client checks the same rule; a refusal by the server is shown in the same way.
      if (!(error instanceof ApiError) || error.problem.code !== 'fixed.pendingToVerified') {
        throw error;
      }
      notifyError(error);
      return false;
    }
  };

  return (
    <EditModal
      title={t('editTitle', { name: row.object_name })}
      fields={fields}
      values={editValues(row, desk, words)}
      {...(isMarked && !statusLocked(desk, row.status) && { entered: { status: done } })}
      valuesOf={(current) => editValues(current as ObjectRow, desk, words)}
      onTakeOver={takeOver}
      meanwhile={meanwhile}
      draftKey={`${userId} object ${objectId(row)}`}
      {...(steps && { steps })}
      {...(leaveRef && { leaveRef })}
      inSidePanel
      onFiles={files.attach}
      size="42rem"
      onSave={save}
      onClose={onClose}
    >
      {returned && (
        <Text size="sm" c="var(--mantine-color-error)">
          {returned}
        </Text>
      )}
      <ObjectProof row={row} />
      {hasProof && <AttachHere {...files} />}
      <Fold label={t('thread')} startsOpen={row.comments !== null}>
        <CommentThread
          projectId={project.Project_Id}
          objectId={objectId(row)}
          onObject={takeOver}
        />
      </Fold>
      <Fold label={t('needs')}>
        <Suspense fallback={null}>
          <Needs projectId={project.Project_Id} objectId={objectId(row)} name={row.object_name} />
        </Suspense>
      </Fold>
      <Fold label={t('history')}>
        <Entries projectId={project.Project_Id} id={objectId(row)} />
      </Fold>
    </EditModal>
  );
}

/**
 * The row as changed by somebody else since it was read here, and by whom. Live events make the query refetch while the editor
 * is open.
 */
function useMeanwhile(projectId: number, row: ObjectRow) {
  const id = objectId(row);
  const { data: now } = useQuery(objectQuery(projectId, id));
  const newer = now !== undefined && objectId(now) === id && now.version > row.version;
  const history = useQuery({ ...objectHistoryQuery(projectId, id), enabled: newer });
  // The name arrives slightly later than the row: wait, and announce the change once.
  const settled = newer && !history.isFetching;
  const by = history.data?.find((entry) => entry.username !== null)?.username ?? null;
  return useMemo(() => (settled ? { current: now as unknown, by } : undefined), [settled, now, by]);
}

interface FoldProps {
  label: string;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A collapsed section that renders its content once opened. */
function Fold({ label, startsOpen = false, children }: FoldProps) {
  const region = useId();
  const [open, setOpen] = useState(startsOpen);
  return (
    <Stack gap="xs">
      <Button
        variant="transparent"
        justify="flex-start"
        px={4}
        w="fit-content"
        leftSection={<Chevron open={open} />}
        aria-expanded={open}
        aria-controls={region}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <div id={region}>{open && children}</div>
    </Stack>
  );
}

interface EntriesProps {
  projectId: number;
  id: number;
}

/** The history of a row: who changed what, when. */
function Entries({ projectId, id }: EntriesProps) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const pairWords = useTexts('pair-words');
  const history = useQuery(objectHistoryQuery(projectId, id));
  if (history.isPending) return <Skeleton h={60} />;
  if (history.isError && !history.data) {
    return (
      <LoadFailed
        title={t('historyFailed')}
        error={history.error}
        onRetry={() => void history.refetch()}
      />
    );
  }
  return (
    <ol className={classes.history} tabIndex={0} aria-label={t('history')}>
      {history.data.map((entry) => (
        <li key={entry.id}>
          <Text size="sm" c="dimmed">
            {entry.username ?? t('theTool')} ·{' '}
            <time dateTime={entry.at}>{formatTime(entry.at)}</time>
          </Text>
          {entry.action === 'imported' && <Text size="sm">{t('imported')}</Text>}
          {entry.action === 'listed' && <Text size="sm">{t('listed')}</Text>}
          {describeChanges(entry, t, words, pairWords).map(({ key, name, from, to }) => (
            <Text size="sm" key={key}>
              {name}: {from && <del>{from}</del>} {from && <span aria-hidden="true">→</span>}{' '}
              <b>{to}</b>
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}
