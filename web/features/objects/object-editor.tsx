import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { updateObject, type ObjectRow, type ObjectStatus } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { ApiError, call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { useObjectWords } from '../../lib/object-texts.ts';
import { useMe } from '../../lib/session.ts';
import { EditModal, type FieldValues, type RowSteps } from '../../ui/edit-modal/index.ts';
import { objectId } from '../../ui/object-list.ts';
import { ObjectProof } from '../proof/pairs/object-proof.tsx';
import { usePairWords } from '../proof/pairs/words.ts';
import { editFields, editValues, editedRow, reasonField } from './edit-fields.ts';
import { contradictionsQuery, replaceRow } from './object-queries.ts';
import { RowHistory } from './row-history.tsx';
import { asksForComment, DONE_STATUS, refusal, type Desk } from './status-rules.ts';
import { useObjectTexts } from './texts.ts';
import { useMeanwhile } from './use-meanwhile.ts';

interface Props {
  desk: Desk;
  project: ProjectRow;
  side: Side;
  row: ObjectRow;
  /** To the rows before and after. */
  steps?: RowSteps;
  onSaved: (before: ObjectRow, saved: ObjectRow) => void;
  onClose: () => void;
}

/** The modal editor of both desks. The row that was opened stays until it is saved or closed. */
export function ObjectEditor({ desk, project, side, row: opened, steps, onSaved, onClose }: Props) {
  const t = useObjectTexts();
  const words = useObjectWords();
  const { user_id: userId } = useMe();
  const client = useQueryClient();
  const [row, setRow] = useState(opened);
  const asked = useRef(false);
  const pairWords = usePairWords();
  const done = DONE_STATUS[desk];
  const contradictions = contradictionsQuery(project.Project_Id, [objectId(row)], done);
  const hasProof = row.pair_id !== null;
  const { data: found } = useQuery({ ...contradictions, enabled: hasProof });
  const said = found?.[0]?.said;
  const fields = (values: FieldValues) => [
    ...editFields(desk, row, words, t),
    ...(said && values['status'] === done ? [reasonField(pairWords(`verdict_${said}`), t)] : []),
  ];
  const meanwhile = useMeanwhile(project.Project_Id, row);
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
      notifyError(refused);
      return false;
    }
    if (asksForComment(row.status, to) && !changed.has('comments') && !asked.current) {
      asked.current = true;
      throw new Error(t('askCommentFirst'));
    }
    // The proof may not have been asked yet when somebody is quick.
    const objects = to === done && hasProof && to !== row.status && !changed.has('reason');
    if (objects && (await client.ensureQueryData(contradictions)).length > 0)
      throw new Error(t('askReasonFirst'));
    try {
      const body = editedRow(row, values, changed, { project, side, userId });
      const saved = await call(updateObject, { params: { id: objectId(row) }, body });
      takeOver(saved);
      onSaved(row, saved);
      return true;
    } catch (error) {
      // The server knows the same rule; what it refuses looks the same.
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
      valuesOf={(current) => editValues(current as ObjectRow, desk, words)}
      onTakeOver={takeOver}
      meanwhile={meanwhile}
      draftKey={`${userId} object ${objectId(row)}`}
      {...(steps && { steps })}
      // So wide that all buttons stand in one line.
      size="54rem"
      onSave={save}
      onClose={onClose}
    >
      <ObjectProof row={row} />
      <RowHistory projectId={project.Project_Id} id={objectId(row)} />
    </EditModal>
  );
}
