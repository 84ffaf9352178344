import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ObjectRow } from '../../../../contract/objects.ts';
import { formatRelative } from '../../../lib/format.ts';
import { pairQuery } from '../pair/queries.ts';
import { kindsOf, pairAddress } from './object-proof-columns.tsx';
import { resultWord } from './result-column.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';

/** The proof of an object in one line, with a link to its pair. */
export function ObjectProof({ row }: { row: ObjectRow }) {
  const t = useTexts('pair-words');
  const { Project_Id: project, pair_id: pair } = row;
  // The row contains the results; only the pair knows their times.
  const found = useQuery({ ...pairQuery(project, pair ?? 0), enabled: pair !== null }).data;
  if (pair === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('notPaired')}
      </Text>
    );
  }
  const parts = kindsOf(row).map((kind) => {
    const word = resultWord(t, kind, found ?? row) || t('none');
    const at = found?.[`${kind}_at`];
    const result = at ? t('checked', { result: word, when: formatRelative(at) }) : word;
    return t('result', { kind: t(kind), result });
  });
  if (row.stale_since) parts.push(t('stale'));
  return (
    <Text size="sm">
      {parts.join(' · ')} · {/* In a tab of its own: what was typed into the editor stays. */}
      <Anchor
        href={pairAddress(project, pair)}
        target="_blank"
        rel="noopener"
        inherit
        underline="always"
      >
        {t('openProof')}
      </Anchor>
    </Text>
  );
}
