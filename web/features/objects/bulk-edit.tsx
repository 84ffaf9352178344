import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { CallOf, ResponseOf } from '../../../contract/endpoint.ts';
import type { Side } from '../../../contract/fields.ts';
import { editObjects, type ObjectRow, type ObjectStatus } from '../../../contract/objects.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { RowSource } from '../../ui/data-table/index.ts';
import { Form } from '../../ui/form.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { contradictionsQuery, objectId } from './object-queries.ts';
import { DESK_STATUSES, DONE_STATUS, refusal, type Desk } from './status-rules.ts';
import { inParts, useRowsNotice } from './use-rows-notice.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import classes from './objects.module.css';
import { useTexts } from '../../lib/i18n/index.ts';

type Change = Omit<CallOf<typeof editObjects>['body'], 'ids'>;
type Outcome = ResponseOf<typeof editObjects>;
type RefusedObject = Outcome['refused'][number];
const nothing = (): Outcome => ({ saved: 0, changed: [], refused: [] });

interface Props {
  desk: Desk;
  side: Side;
  projectId: number;
  /** The rows of the list. */
  source: RefObject<RowSource<ObjectRow> | null>;
  selected: ReadonlySet<string>;
  /** Called with the ids of the rows that could not be changed, which stay selected. */
  onDone: (left: Set<string>) => void;
}

async function send(ids: readonly number[], change: Change, onProgress: (done: number) => void) {
  const result = nothing();
  let done = 0;
  for (const part of inParts(ids)) {
    const { saved, changed, refused } = await call(editObjects, { body: { ids: part, ...change } });
    result.saved += saved;
    result.changed.push(...changed);
    result.refused.push(...refused);
    onProgress((done += part.length));
  }
  return result;
}

/** The selected rows, as far as they are loaded. */
function selectedRows(source: RowSource<ObjectRow> | null, selected: ReadonlySet<string>) {
  const rows: ObjectRow[] = [];
  for (let index = 0; index < (source?.count ?? 0); index++) {
    const row = source!.at(index);
    if (row && selected.has(String(objectId(row)))) rows.push(row);
  }
  return rows;
}

/** Edits status and comment of the selected rows; lists refused rows with the reason. */
export function BulkEdit({ desk, side, projectId, source, selected, onDone }: Props) {
  const t = useTexts('objects');
  const client = useQueryClient();
  const [opened, setOpened] = useState(false);
  const [outcome, setOutcome] = useState(nothing);
  const [done, setDone] = useState(0);
  const [waiting, setWaiting] = useState(0);
  const notifySaved = useRowsNotice(projectId);
  const edit = useMutation({
    mutationFn: (change: Change) => send([...selected].map(Number), change, setDone),
    onSuccess: (result) => {
      setOpened(false);
      setOutcome(result);
      // A dialog of what was refused comes first: it would take the focus from the notice.
      if (result.refused.length === 0) notifySaved(result.saved, result.changed);
      onDone(new Set(result.refused.map(({ id }) => String(id))));
    },
    // Also after an error: some calls may have succeeded before it.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.objects(projectId) }),
  });
  const count = selected.size;
  const open = () => {
    edit.reset();
    setDone(0);
    const rows = selectedRows(source.current, selected);
    setWaiting(rows.filter((row) => refusal(side, row.status, DONE_STATUS[desk])).length);
    setOpened(true);
  };
  return (
    <>
      {count > 0 && (
        <Button variant="default" onClick={open}>
          {t('bulkChange')}
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={() => !edit.isPending && setOpened(false)}
        title={t('bulkTitle', { count })}
        closeButtonProps={{ 'aria-label': t('cancel') }}
      >
        <BulkForm
          desk={desk}
          projectId={projectId}
          ids={[...selected].map(Number)}
          count={count}
          waiting={waiting}
          saving={edit.isPending ? done : null}
          failure={edit.isError ? errorText(edit.error) : null}
          onCancel={() => setOpened(false)}
          onSave={(change) => edit.mutate(change)}
        />
      </Modal>
      <RefusedDialog
        {...outcome}
        onClose={() => {
          setOutcome(nothing());
          if (outcome.saved > 0) notifySaved(outcome.saved, outcome.changed);
        }}
      />
    </>
  );
}

interface FormProps {
  desk: Desk;
  projectId: number;
  ids: readonly number[];
  count: number;
  /** Number of rows that cannot be done yet, because they are not migrated. */
  waiting: number;
  /** Number of rows saved so far; null while nothing is being saved. */
  saving: number | null;
  failure: string | null;
  onCancel: () => void;
  onSave: (change: Change) => void;
}

const UNCHANGED: { status: ObjectStatus | ''; comments: string; reason: string } = {
  status: '',
  comments: '',
  reason: '',
};

function BulkForm(props: FormProps) {
  const { desk, projectId, ids, count, waiting, saving, failure, onCancel, onSave } = props;
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const pairWords = useTexts('pair-words');
  const { register, control, handleSubmit } = useForm({ defaultValues: UNCHANGED });
  const { status, comments, reason } = useWatch({ control });
  const against = useQuery({
    ...contradictionsQuery(projectId, ids, DONE_STATUS[desk]),
    enabled: status === DONE_STATUS[desk],
  });
  const contradictions = status === DONE_STATUS[desk] ? (against.data ?? []) : [];
  const unexplained =
    contradictions.length > 0 ? !reason?.trim() : status === DONE_STATUS[desk] && !against.data;
  const nothing = !status && !comments?.trim();
  const submit = handleSubmit((values) =>
    onSave({
      ...(values.status !== '' && { status: values.status }),
      ...(values.comments.trim() !== '' && { comments: values.comments }),
      ...(contradictions.length > 0 && { reason: values.reason }),
    }),
  );
  return (
    <Form
      label={t('bulkTitle', { count })}
      action={t('bulkSave', { count })}
      busy={saving !== null}
      failure={failure}
      disabled={nothing || unexplained}
      onSubmit={submit}
      onCancel={onCancel}
      note={
        saving !== null && (
          <Text size="sm" component="output">
            {t('bulkProgress', { done: formatNumber(saving), count })}
          </Text>
        )
      }
    >
      <NativeSelect
        label={words('status')}
        data={[
          { value: '', label: t('leaveAsIs') },
          ...DESK_STATUSES[desk].map((value) => ({
            value,
            label: words(value),
            disabled: value === DONE_STATUS[desk] && waiting === count,
          })),
        ]}
        {...(waiting > 0 && {
          description:
            waiting === count ? t('noneMigrated') : t('notAllMigrated', { count: waiting }),
        })}
        {...register('status')}
      />
      <Textarea
        label={words('comments')}
        description={t('bulkComment')}
        autosize
        minRows={2}
        maxRows={8}
        {...register('comments')}
      />
      {status === DONE_STATUS[desk] && against.isError && (
        <LoadFailed
          title={t('checkFailed')}
          error={against.error}
          onRetry={() => void against.refetch()}
        />
      )}
      {contradictions.length > 0 && (
        <Textarea
          label={t('bulkAgainst', {
            count: contradictions.length,
            verdicts: listOf(
              [
                ...new Set(contradictions.map(({ said }) => pairWords(`verdict_${said}`))),
              ].toSorted(),
            ),
          })}
          description={t('bulkReasonHelp')}
          required
          autosize
          minRows={2}
          maxRows={8}
          {...register('reason')}
        />
      )}
    </Form>
  );
}

/** Maximum number of refused rows that are listed; all of them stay selected. */
const NAMED = 200;

interface RefusedDialogProps {
  /** Number of rows that were saved. */
  saved: number;
  refused: readonly RefusedObject[];
  onClose: () => void;
}

/** Lists the rows that the rules refused, with the reason. */
function RefusedDialog({ saved, refused, onClose }: RefusedDialogProps) {
  const t = useTexts('objects');
  const count = refused.length;
  return (
    <Modal opened={count > 0} onClose={onClose} title={t('refusedTitle', { count })}>
      <Stack gap="sm">
        <Text size="sm">
          {t('bulkSaved', { count: saved })}. {t('refusedText')}
        </Text>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        <ul className={classes.refused} tabIndex={0} aria-label={t('refusedTitle', { count })}>
          {refused.slice(0, NAMED).map(({ id, object_name: name, detail, ...said }) => (
            <li key={id}>
              <b>{name}</b>: {translateMessage(said, detail)}
            </li>
          ))}
        </ul>
        {count > NAMED && <Text size="sm">{t('andMore', { count: count - NAMED })}</Text>}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
