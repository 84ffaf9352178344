import { Alert, Box, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { CALL_PARTLY } from '../../../../contract/proof/definitions.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { Accepted } from '../evidence/accepted.tsx';
import { CallForm } from './call-form.tsx';
import { RulesButton } from '../rows/rules-button.tsx';
import { PairTolerances } from '../rows/tolerated.tsx';
import { namesOf } from './answer-names.ts';
import { useLastCall } from './use-run.ts';
import { callQuery } from '../pair/queries.ts';
import { ResultLine } from '../pair/result-line.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useMe } from '../../../lib/session.ts';
import { later } from '../../../ui/later.ts';

const SettingsDialog = later(() => import('../runs/settings-dialog.tsx'), 'SettingsDialog');

/** A call or query that is run on both sides, with both answers. */
export function CallTab({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const query = useQuery(callQuery(pair.Project_Id, pair.id));
  if (pair.source.length === 0 || pair.target.length === 0) return <Text>{t('oneSide')}</Text>;
  return (
    <Loaded query={query}>
      {(state) => (
        <>
          <Box mb="sm">
            <ResultLine pair={pair} kind="call">
              <AnswerRules pair={pair} />
            </ResultLine>
          </Box>
          <CallsOff projectId={pair.Project_Id} allowed={state.allowed} />
          <Accepted pair={pair} code={CALL_PARTLY} />
          <PairTolerances pair={pair} of="answers" />
          <CallForm key={pair.id} pair={pair} state={state} />
        </>
      )}
    </Loaded>
  );
}

function AnswerRules({ pair }: { pair: PairRow }) {
  return <RulesButton pair={pair} answers={namesOf(useLastCall(pair)?.comparisons ?? [])} />;
}

/** Says on which sides calls are switched off, and leads administrators to where they are allowed. */
function CallsOff({ projectId, allowed }: { projectId: number; allowed: Record<Side, boolean> }) {
  const t = useTexts('pair');
  const isAdmin = useMe().is_admin === 1;
  const [open, setOpen] = useState(false);
  const off = SIDES.filter((side) => !allowed[side]);
  return (
    <>
      {off.map((side) => (
        <Alert key={side} color="blue" variant="light" mb="sm">
          {t(`callsOff_${side}`)}
        </Alert>
      ))}
      {off.length > 0 && isAdmin && (
        <Button variant="default" size="compact-sm" mb="sm" onClick={() => setOpen(true)}>
          {t('allowCalls')}
        </Button>
      )}
      <Suspense fallback={null}>
        {open && <SettingsDialog projectId={projectId} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
