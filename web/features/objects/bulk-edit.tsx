import { Button, Modal, NativeSelect, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type RefObject } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';
import { errorText } from '../../lib/api.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import type { RowSource } from '../../ui/data-table/index.ts';
import { Form } from '../../ui/form.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { contradictionsQuery, objectId } from './object-queries.ts';
import { DESK_STATUSES, DONE_STATUS, refusal, type Desk } from './status-rules.ts';
import { useRowEdits, type RowsChange } from './use-row-edits.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

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
  const [opened, setOpened] = useState(false);
  const [waiting, setWaiting] = useState({ known: 0, count: 0 });
  const { edit, done, dialog } = useRowEdits({
    projectId,
    selected,
    onSaved: (refused) => {
      setOpened(false);
      onDone(refused);
    },
  });
  const count = selected.size;
  const open = () => {
    edit.reset();
    const rows = selectedRows(source.current, selected);
    const refused = rows.filter((row) => refusal(side, row.status, DONE_STATUS[desk]));
    setWaiting({ known: rows.length, count: refused.length });
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
      {dialog}
    </>
  );
}

interface FormProps {
  desk: Desk;
  projectId: number;
  ids: readonly number[];
  count: number;
  /** How many of the rows that are loaded cannot be done yet, because they are not migrated. */
  waiting: { known: number; count: number };
  /** Number of rows saved so far; null while nothing is being saved. */
  saving: number | null;
  failure: string | null;
  onCancel: () => void;
  onSave: (change: RowsChange) => void;
}

const UNCHANGED: { status: ObjectStatus | ''; comments: string; reason: string } = {
  status: '',
  comments: '',
  reason: '',
};

function waitingText(t: Texts<'objects'>, waiting: FormProps['waiting'], count: number): string {
  if (waiting.count === count) return t('noneMigrated');
  return t(waiting.known < count ? 'someNotMigrated' : 'notAllMigrated', { count: waiting.count });
}

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
            disabled: value === DONE_STATUS[desk] && waiting.count === count,
          })),
        ]}
        {...(waiting.count > 0 && { description: waitingText(t, waiting, count) })}
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
