import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Coverage, PairRow } from '../../../../contract/proof/pairs.ts';
import { CALL_PARTLY, DATA_PARTLY } from '../../../../contract/proof/definitions.ts';
import { useMe } from '../../../lib/session.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

/** What a comparison of rows left out, in words; includes what rules leave out. */
export const notComparedOf = (t: Texts<'pair'>, { by, complete, left_out }: Coverage): string[] => [
  ...(by === 'values' ? [] : [t(`gap_${by}`)]),
  ...(complete ? [] : [t('gap_cut')]),
  ...left_out.map(({ name, why }) => t(`gap_${why}`, { name })),
];

/** Lets an administrator accept what was not compared of a pair's rows, or of its call. */
export function AcceptPartly({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const [asked, setAsked] = useState(false);
  if (useMe().is_admin !== 1) return null;
  const isRows = pair.data_result === 'partly_compared';
  const what = pair.data_coverage ? notComparedOf(t, pair.data_coverage).join('; ') : '';
  const finding = {
    code: isRows ? DATA_PARTLY : CALL_PARTLY,
    name: null,
    source: null,
    target: null,
    detail: isRows ? t('acceptPartlyRows', { what }) : t('acceptPartlyCall'),
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('acceptPartly')}
      </Button>
      {asked && <AcceptDialog pair={pair} finding={finding} onClose={() => setAsked(false)} />}
    </>
  );
}
