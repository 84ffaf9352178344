import { Button } from '@mantine/core';
import { useState } from 'react';
import { OF_ROWS, readCauseId } from '../../../../contract/proof/causes.ts';
import type { CommonCause } from '../../../../contract/proof/common.ts';
import { DATA_CAUSE } from '../../../../contract/proof/definitions.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';

interface Props {
  projectId: number;
  cause: Extract<CommonCause, { about: 'rows' }>;
}

/** No rule makes causes of whole rows equal, so these are accepted, in each pair by itself. */
export function AcceptInAll({ projectId, cause }: Props) {
  const t = useTexts('proof');
  const [asked, setAsked] = useState(false);
  const { kind, parameter } = readCauseId(cause.cause);
  if (!OF_ROWS.some((one) => one === kind)) return null;
  const { pair_ids: pairs, column } = cause;
  const columns = kind === 'swapped' ? { source: column, target: parameter } : NO_COLUMNS;
  const detail = `${translateMessage(cause, cause.message)} ${t('acceptCauseHelp', { count: pairs.length })}`;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('acceptCause')}
      </Button>
      {asked && (
        <AcceptDialog
          pair={{ Project_Id: projectId, id: pairs[0]! }}
          pairs={pairs}
          finding={{ code: DATA_CAUSE, name: kind, ...columns, detail }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
const NO_COLUMNS = { source: null, target: null };
