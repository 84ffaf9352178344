import {
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import {
  FIELDS,
  NEEDED,
  fixedValues,
  isBlank,
  readRow,
  type Field,
  type From,
  type Mapping,
} from './mapping.ts';
import type { TrackedType } from '../../../contract/engines.ts';
import type { Sheet } from './read-table.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Sideways } from '../../ui/sideways.tsx';

interface Props {
  sheet: Sheet;
  /** Optional object types that the project tracks. */
  tracked: readonly TrackedType[];
  mapping: Mapping;
  disabled: boolean;
  onChange: (mapping: Mapping) => void;
}

/** Encodes the source of a field for a select: '' for none, '3' for a column, '=source' for a fixed value. */
const choiceOf = (from: From): string =>
  from === null ? '' : 'fixed' in from ? `=${from.fixed}` : String(from.column);
const fromOf = (choice: string): From => {
  if (choice === '') return null;
  return choice.startsWith('=') ? { fixed: choice.slice(1) } : { column: Number(choice) };
};

export function MappingStep({ sheet, tracked, mapping, disabled, onChange }: Props) {
  const t = useTexts('spreadsheet');
  const headings = sheet.rows[0] ?? [];
  const widest = Math.max(...sheet.rows.slice(0, 20).map((row) => row.length));
  const columns = Array.from({ length: widest }, (_, index) => ({
    value: String(index),
    label: headings[index]?.trim() || t('columnNumber', { number: index + 1 }),
  }));
  const set = (field: Field, from: From) => onChange({ ...mapping, [field]: from });
  const schema = mapping.schema_name;
  const fixedSchema = schema !== null && 'fixed' in schema;

  const choices = (field: Field) => [
    { value: '', label: t('notInFile') },
    ...columns,
    ...fixedValues(field, tracked).map((value) => ({
      value: `=${value}`,
      label: t('allRows', { value: t(value as 'source') }),
    })),
    ...(field === 'schema_name' ? [{ value: '=', label: t('fixedSchema') }] : []),
  ];
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="md">
        <Title order={2} size="h5">
          {t('mappingTitle')}
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4, xl: 5 }} spacing="sm">
          {FIELDS.map((field) => (
            <NativeSelect
              key={field}
              label={NEEDED.includes(field) ? `${t(field)} (${t('required')})` : t(field)}
              data={choices(field)}
              disabled={disabled}
              value={field === 'schema_name' && fixedSchema ? '=' : choiceOf(mapping[field])}
              onChange={(event) => set(field, fromOf(event.currentTarget.value))}
            />
          ))}
          {fixedSchema && (
            <TextInput
              label={t('schemaOfAll')}
              value={schema.fixed}
              disabled={disabled}
              onChange={(event) => set('schema_name', { fixed: event.currentTarget.value })}
            />
          )}
        </SimpleGrid>
        <Preview sheet={sheet} mapping={mapping} />
      </Stack>
    </Paper>
  );
}

const SHOWN = 5;

/** The first non-empty rows, with their numbers in the file. */
function firstRows(rows: Sheet['rows']) {
  const found: { cells: string[]; number: number }[] = [];
  for (let at = 1; at < rows.length && found.length < SHOWN; at += 1) {
    const cells = rows[at]!;
    if (!isBlank(cells)) found.push({ cells, number: at + 1 });
  }
  return found;
}

function Preview({ sheet, mapping }: Pick<Props, 'sheet' | 'mapping'>) {
  const t = useTexts('spreadsheet');
  const fields = FIELDS.filter((field) => mapping[field] !== null);
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('previewTitle')}
      </Text>
      <Sideways label={t('previewTitle')}>
        <Table fz="sm" verticalSpacing={4} aria-label={t('previewTitle')} withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('row')}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field} scope="col">
                  {t(field)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {firstRows(sheet.rows).map(({ cells, number }) => {
              const row = readRow(mapping, cells);
              return (
                <Table.Tr key={number}>
                  <Table.Td>{number}</Table.Td>
                  {fields.map((field) => (
                    <Table.Td key={field} miw={90} maw={260} style={{ overflowWrap: 'anywhere' }}>
                      {row[field]?.slice(0, 200)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Sideways>
    </div>
  );
}
