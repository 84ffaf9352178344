import { Table, Text } from '@mantine/core';
import { formatNumber } from '../../lib/format.ts';
import type { Summary } from './side-results.ts';
import { useTexts } from '../../lib/i18n/index.ts';

/** Maximum number of names shown here; the report lists all of them. */
const MAX_NAMES = 10;

/** Number of objects of each type in the schema (or in all schemas), and how many of them are imported. */
export function SummaryPanel({ summary }: { summary: Summary }) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const label = summary.schema ? t('summaryOf', { schema: summary.schema }) : t('summaryAll');
  const gone = summary.types.flatMap((type) => type.gone);
  const heads = ['summaryTotal', 'summaryNew', 'summaryKnown', 'summaryGone'] as const;
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      {/* In some languages the headers are wider than a phone. */}
      <div style={{ overflowX: 'auto' }} tabIndex={0} role="group" aria-label={label}>
        <Table aria-label={label} fz="sm" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('summaryType')}</Table.Th>
              {heads.map((head) => (
                <Table.Th key={head} scope="col" ta="end">
                  {t(head)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {summary.types.map((type) => (
              <Table.Tr key={type.object_type}>
                <Table.Th scope="row" fw={400}>
                  {words(type.object_type)}
                </Table.Th>
                <Table.Td ta="end">{formatNumber(type.total)}</Table.Td>
                <Table.Td ta="end">{formatNumber(type.total - type.known)}</Table.Td>
                <Table.Td ta="end">{formatNumber(type.known)}</Table.Td>
                <Table.Td ta="end" {...(type.gone.length > 0 && { c: 'red' })}>
                  {formatNumber(type.gone.length)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {gone.length > 0 && (
        <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
          {t('goneNames', { names: gone.slice(0, MAX_NAMES).join(', ') })}{' '}
          {gone.length > MAX_NAMES && t('andMore', { count: gone.length - MAX_NAMES })}
        </Text>
      )}
    </div>
  );
}
