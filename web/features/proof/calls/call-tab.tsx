import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { CALL_PARTLY } from '../../../../contract/proof/definitions.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { Accepted } from '../evidence/accepted.tsx';
import { CallForm } from './call-form.tsx';
import { callQuery } from '../pair/queries.ts';
import { ResultLine } from '../pair/result-line.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

/** A call or query that is run on both sides, with both answers. */
export function CallTab({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const query = useQuery(callQuery(pair.Project_Id, pair.id));
  if (pair.source.length === 0 || pair.target.length === 0) return <Text>{t('oneSide')}</Text>;
  return (
    <Loaded query={query}>
      {(state) => (
        <>
          <ResultLine pair={pair} kind="call" />
          {(['source', 'target'] as const)
            .filter((side) => !state.allowed[side])
            .map((side) => (
              <Alert key={side} color="blue" variant="light" mb="sm">
                {t(`callsOff_${side}`)}
              </Alert>
            ))}
          <Accepted pair={pair} code={CALL_PARTLY} />
          <CallForm key={pair.id} pair={pair} state={state} />
        </>
      )}
    </Loaded>
  );
}
