import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Cause, readCauseId } from '../../../../contract/proof/causes.ts';
import { DATA_CAUSE, DATA_DIFFERENT } from '../../../../contract/proof/definitions.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useMe } from '../../../lib/session.ts';
import { AcceptDialog } from '../evidence/accept-dialog.tsx';
import { acceptancesQuery } from '../pair/queries.ts';

const openRowsOf = (pair: PairRow): number => (pair.data_differences ?? 0) - pair.data_accepted;

/** Whether this user may accept rows of the pair that differ, and all of these are known. */
export function useCanAccept(pair: PairRow): boolean {
  const isAdmin = useMe().is_admin === 1;
  return isAdmin && pair.data_at_least !== 1 && openRowsOf(pair) > 0;
}

/** Lets an administrator accept the open differing rows. */
export function AcceptRows({ pair }: { pair: PairRow }) {
  const t = useTexts('pair');
  const [asked, setAsked] = useState(false);
  if (!useCanAccept(pair)) return null;
  const finding = {
    code: DATA_DIFFERENT,
    name: null,
    source: null,
    target: String(pair.data_differences),
    detail: t('acceptRowsHelp', { count: openRowsOf(pair) }),
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        {t('acceptRows')}
      </Button>
      {asked && <AcceptDialog pair={pair} finding={finding} onClose={() => setAsked(false)} />}
    </>
  );
}

/** What an acceptance of rows by their cause is about: its kind, and both columns if values are swapped. */
interface AcceptedCause {
  name: Cause['kind'] | 'missing' | 'extra';
  source?: string | null;
  target?: string | null;
}

export const accepting = ({ id, kind, column }: Cause): AcceptedCause =>
  kind === 'swapped'
    ? { name: kind, source: column, target: readCauseId(id).parameter }
    : { name: kind };

interface AcceptCauseProps extends AcceptedCause {
  pair: PairRow;
  /** Shows the rows that are about to be accepted. */
  onAsk?: () => void;
}

/** Accepts whatever rows comparisons explain by a cause of whole rows; renders nothing once that is accepted. */
export function AcceptCause({ pair, name, source = null, target = null, onAsk }: AcceptCauseProps) {
  const t = useTexts('pair');
  const [asked, setAsked] = useState(false);
  const { data: acceptances = [], isPending } = useQuery(acceptancesQuery(pair.Project_Id));
  const isAccepted = acceptances.some(
    (one) =>
      one.pair_id === pair.id &&
      one.code === DATA_CAUSE &&
      one.name === name &&
      one.source === source &&
      one.target === target,
  );
  if (isPending || isAccepted) return null;
  const words = name === 'missing' || name === 'extra' ? name : 'cause';
  const finding = {
    code: DATA_CAUSE,
    name,
    source,
    target,
    detail: t(`acceptHelp_${words}`),
  };
  const ask = () => {
    onAsk?.();
    setAsked(true);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={ask}>
        {t(`accept_${words}`)}
      </Button>
      {asked && <AcceptDialog pair={pair} finding={finding} onClose={() => setAsked(false)} />}
    </>
  );
}
