import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { useMe } from '../../../lib/session.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import { rulesQuery } from '../pair/queries.ts';
import { RulesEditor, type RulesOf } from './rules-editor.tsx';

interface Props extends RulesOf {
  pair: PairRow;
  label?: string;
}

/** Opens the comparison rules of a pair; nothing for those who may not change them. */
export function RulesButton({ pair, label, ...of }: Props) {
  const t = useTexts('pair');
  const [open, setOpen] = useState(false);
  const isAdmin = useMe().is_admin === 1;
  const rules = useQuery({ ...rulesQuery(pair.Project_Id, pair.id), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <>
      <Button variant="subtle" size="xs" disabled={!rules.data} onClick={() => setOpen(true)}>
        {label ?? t('rules')}
      </Button>
      {open && rules.data && (
        <RulesEditor pair={pair} rules={rules.data} {...of} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
