import { ScrollArea, Table, Text } from '@mantine/core';
import { memo } from 'react';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Reading, SchemaCounts } from './everything.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { TypeIcon } from '../../ui/marks.tsx';

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
      <ScrollArea.Autosize
        mah={260}
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
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
      </ScrollArea.Autosize>
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
