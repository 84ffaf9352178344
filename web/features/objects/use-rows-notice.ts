import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import { MAX_BULK_EDIT, type editObjects } from '../../../contract/objects.ts';
import { undoEdits } from '../../../contract/undo-edits.ts';
import { call, errorText } from '../../lib/api.ts';
import { formatNumber, listOf } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { notifyUndoable } from '../../ui/undo-notice.tsx';

type Changed = ResponseOf<typeof editObjects>['changed'];
type Restored = ResponseOf<typeof undoEdits>;

/** Splits a list into calls of the maximum allowed size. */
export function inParts<T>(list: readonly T[]): T[][] {
  const parts = [];
  for (let start = 0; start < list.length; start += MAX_BULK_EDIT)
    parts.push(list.slice(start, start + MAX_BULK_EDIT));
  return parts;
}

/** So many of the rows that were not restored are named, for each reason. */
const NAMED = 3;

/** How many rows are as before, and for each reason which are not. */
function outcomeText(t: Texts<'objects'>, { restored, refused }: Restored): string {
  const reasons = new Map<string, string[]>();
  for (const { detail, object_name: name, ...said } of refused) {
    const reason = translateMessage(said, detail);
    reasons.set(reason, [...(reasons.get(reason) ?? []), name || '–']);
  }
  const lines = [...reasons].map(([reason, all]) => {
    const named = all.slice(0, NAMED);
    const more = all.length - named.length;
    const names = listOf(more > 0 ? [...named, `+${formatNumber(more)}`] : named);
    return t('notRestored', { count: all.length, names, reason });
  });
  return [`${t('rowsRestored', { count: restored })}.`, ...lines].join(' ');
}

/** Announces a change of several rows, with Undo: it restores those that nobody has changed since. */
export function useRowsNotice(projectId: number) {
  const t = useTexts('objects');
  const client = useQueryClient();
  return useCallback(
    (saved: number, changed: Changed) => {
      const text = t('bulkSaved', { count: saved });
      const [first] = changed;
      if (!first) return notifySuccess(text);
      const done: Restored = { restored: 0, refused: [] };
      let left = changed;
      const undo = async () => {
        try {
          for (const part of inParts(left)) {
            const { restored, refused } = await call(undoEdits, { body: { changed: part } });
            done.restored += restored;
            done.refused.push(...refused);
            left = left.slice(part.length);
          }
        } catch (error) {
          if (left.length === changed.length) throw error;
          const reason = errorText(error);
          throw new Error(
            `${outcomeText(t, done)} ${t('notYetRestored', { count: left.length, reason })}`,
            { cause: error },
          );
        } finally {
          void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
          void client.invalidateQueries({ queryKey: queryKeys.dashboards });
        }
        const outcome = outcomeText(t, done);
        if (done.restored > 0) notifySuccess(outcome);
        else notifyError(outcome);
      };
      notifyUndoable(text, `rows-${first.id}-${first.version}`, undo);
    },
    [t, client, projectId],
  );
}
