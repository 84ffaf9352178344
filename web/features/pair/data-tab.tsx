import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence } from '../../../contract/evidence.ts';
import type { PairRow } from '../../../contract/pairs.ts';
import { DATA_DIFFERENT } from '../../../contract/structure.ts';
import { formatNumber } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { CompareButton } from './compare-button.tsx';
import { DifferencesTable } from './differences-table.tsx';
import { evidenceQuery, rulesQuery } from './queries.ts';
import { RulesEditor } from './rules-editor.tsx';
import { Sentences } from './sentences.tsx';
import { usePairTexts } from './texts.ts';

/** Whether the rows are the same, and which are not. */
export function DataTab({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const evidence = useQuery(evidenceQuery(pair.Project_Id, pair.id));
  if (pair.object_type === 'functions' || pair.object_type === 'procedures') {
    return <Text>{t('noRows')}</Text>;
  }
  return (
    <Stack gap="md">
      <Group gap="sm">
        <CompareButton pair={pair} kind="data" />
        <Rules pair={pair} />
      </Group>
      <Loaded query={evidence}>
        {(entries) => {
          const last = entries.find(({ kind }) => kind === 'data');
          return last ? <LastResult pair={pair} last={last} /> : <Text>{t('dataHelp')}</Text>;
        }}
      </Loaded>
    </Stack>
  );
}

function LastResult({ pair, last }: { pair: PairRow; last: Evidence }) {
  const t = usePairTexts();
  return (
    <>
      <Group gap="md">
        {last.rows_source !== null && last.rows_target !== null && (
          <Text size="sm">
            {t('rowsOfBoth', {
              source: formatNumber(last.rows_source),
              target: formatNumber(last.rows_target),
            })}
          </Text>
        )}
        {last.result === 'different' && <AcceptRows pair={pair} differences={last.differences} />}
      </Group>
      <Sentences title={t('notes')} sentences={last.notes} />
      {(last.differences ?? 0) > 0 && (
        <DifferencesTable
          projectId={pair.Project_Id}
          evidence={last}
          title={t('differencesOf', { name: pair.name })}
        />
      )}
    </>
  );
}

/** An administrator accepts the rows that differ now, where all of them are known. */
function AcceptRows({ pair, differences }: { pair: PairRow; differences: number | null }) {
  const t = usePairTexts();
  const [open, setOpen] = useState(false);
  if (useMe().is_admin !== 1 || !differences || pair.data_at_least === 1) return null;
  const finding = {
    code: DATA_DIFFERENT,
    name: null,
    source: null,
    target: String(differences),
    detail: t('acceptRowsHelp', { count: differences }),
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {t('acceptRows')}
      </Button>
      {open && <AcceptDialog pair={pair} finding={finding} onClose={() => setOpen(false)} />}
    </>
  );
}

function Rules({ pair }: { pair: PairRow }) {
  const t = usePairTexts();
  const [open, setOpen] = useState(false);
  const isAdmin = useMe().is_admin === 1;
  const rules = useQuery({ ...rulesQuery(pair.Project_Id, pair.id), enabled: isAdmin });
  if (!isAdmin) return null;
  return (
    <>
      <Button variant="default" disabled={!rules.data} onClick={() => setOpen(true)}>
        {t('rules')}
      </Button>
      {open && rules.data && (
        <RulesEditor pair={pair} rules={rules.data} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
