import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { undoEdit, updateObject, type ObjectRow } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import {
  fieldOf,
  isFound,
  useAddressRouter,
  viewOfSearch,
  type Column,
} from '../../ui/data-table/index.ts';
import { editedRow } from './edit-fields.ts';
import { contradictionsQuery, replaceRow, objectId } from './object-queries.ts';
import { DONE_STATUS, refusal, type Desk } from './status-rules.ts';
import { notifyUndoable } from '../../ui/undo-notice.tsx';

/** Announces a saved row, says if it leaves the list or moves in it, and offers to undo. */
export function useSavedNotice(columns: readonly Column<ObjectRow>[]) {
  const t = useTexts('objects');
  const router = useAddressRouter();
  const client = useQueryClient();
  return useCallback(
    (before: ObjectRow, saved: ObjectRow) => {
      const view = viewOfSearch(router?.state.location.search ?? {});
      const name = saved.object_name;
      const isGone = isFound(columns, view, before) && !isFound(columns, view, saved);
      const sorted = columns.filter((column) => view.sort.some(({ id }) => id === fieldOf(column)));
      const isMoved = sorted.some((column) => column.value(before) !== column.value(saved));
      const undo = async () => {
        const { version } = saved;
        const params = { id: objectId(saved) };
        replaceRow(client, await call(undoEdit, { params, body: { version } }));
        void client.invalidateQueries({ queryKey: queryKeys.objects(saved.Project_Id) });
        notifySuccess(t('editUndone', { name }));
      };
      const text = t(isGone ? 'savedAndGone' : isMoved ? 'savedAndMoved' : 'saved', { name });
      notifyUndoable(text, noticeOf(saved), undo);
    },
    [columns, router, client, t],
  );
}

const noticeOf = (row: ObjectRow) => `saved-${objectId(row)}-${row.version}`;

interface MarkOptions {
  desk: Desk;
  project: ProjectRow;
  side: Side;
  userId: number;
  open: (row: ObjectRow, index: number | null) => void;
  onSaved: (before: ObjectRow, saved: ObjectRow) => void;
}

/** Marks a row as done without its editor. If the proof contradicts that, the editor opens to ask for a reason. */
export function useMark({ desk, project, side, userId, open, onSaved }: MarkOptions) {
  const client = useQueryClient();
  const t = useTexts('objects');
  const pairWords = useTexts('pair-words');
  const busy = useRef(false);
  return useCallback(
    (row: ObjectRow, index: number) => {
      const status = DONE_STATUS[desk];
      if (busy.current || row.status === status) return;
      const refused = refusal(side, row.status, status);
      if (refused) return notifyError(refused);
      const mark = async () => {
        const contradictions = contradictionsQuery(project.Project_Id, [objectId(row)], status);
        const [against] = row.pair_id === null ? [] : await client.fetchQuery(contradictions);
        if (against) {
          notifyError(t('markAgainstProof', { verdict: pairWords(`verdict_${against.said}`) }));
          return open(row, index);
        }
        const body = editedRow(row, { status }, new Set(['status']), { project, side, userId });
        const saved = await call(updateObject, { params: { id: objectId(row) }, body });
        replaceRow(client, saved);
        void client.invalidateQueries({ queryKey: queryKeys.objects(row.Project_Id) });
        onSaved(row, saved);
      };
      busy.current = true;
      void mark()
        .catch(notifyError)
        .finally(() => {
          busy.current = false;
        });
    },
    [desk, project, side, userId, open, onSaved, client, t, pairWords],
  );
}
