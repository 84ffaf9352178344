import { Table, Text } from '@mantine/core';
import { formatNumber } from '../../lib/format.ts';
import type { Summary, Reading, SchemaCounts } from './side-results.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { memo } from 'react';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { TypeIcon } from '../../ui/marks.tsx';
import { Sideways } from '../../ui/sideways.tsx';

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
      <Sideways label={label}>
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
      </Sideways>
      {gone.length > 0 && (
        <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
          {t('goneNames', { names: gone.slice(0, MAX_NAMES).join(', ') })}{' '}
          {gone.length > MAX_NAMES && t('andMore', { count: gone.length - MAX_NAMES })}
        </Text>
      )}
    </div>
  );
}

/** Above this many types, icons name them. */
const MAX_WORDS = 4;

/** The schemas of a database as they are read, with the counts of each. */
export function SchemasTable({ side, reading }: { side: Side; reading: Reading }) {
  const t = useTexts('connection');
  const words = useTexts('object-words');
  const { objectTypes, schemas } = reading;
  const label = t(`${side}_schemas`);
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Sideways label={label} maxHeight={260}>
        <Table aria-label={label} fz="sm" verticalSpacing={4} horizontalSpacing={6} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words('schema_name')}</Table.Th>
              {objectTypes.map((type) => (
                <Table.Th key={type} scope="col" ta="end">
                  {/* So many words do not fit beside those of the other side. */}
                  {objectTypes.length > MAX_WORDS ? (
                    <TypeIcon type={type} name={words(type)} />
                  ) : (
                    words(type)
                  )}
                </Table.Th>
              ))}
              {(['new', 'gone'] as const).map((state) => (
                <Table.Th key={state} scope="col" ta="end">
                  {t(`state_${state}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {schemas.map((row) => (
              <SchemaRow key={row.schema} row={row} objectTypes={objectTypes} />
            ))}
          </Table.Tbody>
        </Table>
      </Sideways>
    </div>
  );
}

interface RowProps {
  row: SchemaCounts;
  objectTypes: ObjectType[];
}

const SchemaRow = memo(function SchemaRow({ row, objectTypes }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} miw={90} maw={260} style={{ overflowWrap: 'anywhere' }}>
        {row.schema}
      </Table.Th>
      {/* Cells are empty until the schema is read. */}
      {objectTypes.map((type) => (
        <Table.Td key={type} ta="end">
          {row.types[type] !== undefined && formatNumber(row.types[type])}
        </Table.Td>
      ))}
      <Table.Td ta="end">{formatNumber(row.new)}</Table.Td>
      <Table.Td ta="end" {...(row.gone > 0 && { c: 'red' })}>
        {formatNumber(row.gone)}
      </Table.Td>
    </Table.Tr>
  );
});
