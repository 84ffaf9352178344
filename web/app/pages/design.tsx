import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineTheme,
} from '@mantine/core';
import type { EngineId } from '../../../contract/database-types.ts';
import { OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import { OBJECT_STATUSES } from '../../../contract/objects.ts';
import { VERDICTS } from '../../../contract/proof/pairs.ts';
import { Tag } from '../../features/proof/pair/result-line.tsx';
import { VerdictWord } from '../../features/proof/pairs/results.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { useDatabaseTypes } from '../../lib/choices.ts';
import { DataTable, widthOfAction, type Column } from '../../ui/data-table/index.ts';
import { Icon, ICON_NAMES } from '../../ui/icons.tsx';
import { Dotted, EngineName, EngineWay, Mark, TypeName, type Tone } from '../../ui/marks.tsx';
import { STATUS_TONES } from '../../features/objects/object-columns.tsx';
import { Page } from '../../ui/page.tsx';
import { Blocks, Choices, Piece } from './design-parts.tsx';

/** Shows every UI component as the screens use it, for work on the design. Not part of the production build. */
export function DesignPage() {
  return (
    <Page title={DesignPage.name}>
      <Scale />
      <Colours />
      <Icons />
      <Marks />
      <Fields />
      <Choices />
      <Blocks />
      <Rows />
    </Page>
  );
}

const ORDERS = [1, 2, 3, 4] as const;
const SIZES = ['xs', 'sm', 'md', 'lg'] as const;

function Scale() {
  const t = useTexts('projects');
  return (
    <Piece of="Title, Text">
      <Stack gap="xs">
        {ORDERS.map((order) => (
          <Title key={order} order={2} size={`h${order}`}>
            {t('homepage')} {formatNumber(1_204_711)}
          </Title>
        ))}
        {SIZES.map((size) => (
          <Text key={size} size={size}>
            {t('homepage')} {formatNumber(1_204_711)} · {formatNumber(9_888_000)}
          </Text>
        ))}
      </Stack>
    </Piece>
  );
}

const COLOURS = ['brand', 'gray', 'blue', 'green', 'teal', 'yellow', 'red'] as const;

function Colours() {
  const { colors } = useMantineTheme();
  return (
    <Piece of="theme.colors">
      <Stack gap={4}>
        {COLOURS.map((name) => (
          <Group key={name} gap={4}>
            <Text size="sm" w={70}>
              {name}
            </Text>
            {colors[name]?.map((colour) => (
              <span key={colour} style={{ width: 44, height: 24, background: colour }} />
            ))}
          </Group>
        ))}
      </Stack>
    </Piece>
  );
}

function Icons() {
  return (
    <Piece of="Icon">
      {ICON_NAMES.map((name) => (
        <Group key={name} gap={6} w={120} wrap="nowrap">
          <Icon name={name} />
          <Text size="xs">{name}</Text>
        </Group>
      ))}
    </Piece>
  );
}

const TONES: readonly (Tone | undefined)[] = [
  undefined,
  'underway',
  'good',
  'settled',
  'likely',
  'fair',
  'absent',
  'bad',
];

function Marks() {
  const words = useTexts('object-words');
  const { data: types } = useDatabaseTypes();
  const said = (tone: Tone | undefined) => tone ?? '–';
  return (
    <>
      <Piece of="Dotted">
        {TONES.map((tone) => (
          <Dotted key={said(tone)} tone={tone}>
            {said(tone)}
          </Dotted>
        ))}
      </Piece>
      <Piece of="Tag">
        {TONES.map((tone) => (
          <Tag key={said(tone)} tone={tone}>
            {said(tone)}
          </Tag>
        ))}
      </Piece>
      <Piece of="VerdictWord">
        {VERDICTS.map((verdict) => (
          <VerdictWord key={verdict} verdict={verdict} />
        ))}
      </Piece>
      <Piece of="TypeName">
        {OBJECT_TYPE_NAMES.map((type) => (
          <TypeName key={type} type={type}>
            {words(type)}
          </TypeName>
        ))}
      </Piece>
      <Piece of="EngineWay">
        <EngineWay from={3} to={4} name="MySQL / MariaDB → PostgreSQL" />
      </Piece>
      <Piece of="EngineName">
        {types?.map(({ id, dbname }) => (
          <EngineName key={id} id={id as EngineId}>
            {dbname}
          </EngineName>
        ))}
      </Piece>
      <Piece of="Mark">
        <Mark title={words('missing')}>{words('missing')}</Mark>
        <Mark title={words('stale')} sign="Δ" />
      </Piece>
    </>
  );
}

const VARIANTS = ['filled', 'default', 'subtle', 'transparent'] as const;

function Fields() {
  const t = useTexts('projects');
  return (
    <>
      <Piece of="Button">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {t('edit')}
          </Button>
        ))}
        <Button disabled>{t('edit')}</Button>
        <Button loading>{t('edit')}</Button>
        <Button size="compact-sm" variant="default">
          {t('edit')}
        </Button>
      </Piece>
      <Piece of="TextInput, NativeSelect, Checkbox">
        <TextInput label={t('Project_Name')} defaultValue={t('homepage')} />
        <TextInput label={t('Client_Name')} error={t('Client_Name')} />
        <NativeSelect label={t('Project_Status')} data={OBJECT_STATUSES} />
        <Checkbox label={t('showArchived')} defaultChecked />
      </Piece>
      <Piece of="Alert">
        {(['blue', 'green', 'yellow', 'red'] as const).map((color) => (
          <Alert key={color} color={color} title={color}>
            {t('noProjects')}
          </Alert>
        ))}
      </Piece>
    </>
  );
}

interface Row {
  id: number;
  name: string;
  status: (typeof OBJECT_STATUSES)[number];
}
const ROWS: readonly Row[] = OBJECT_STATUSES.map((status, id) => ({
  id,
  name: `object_${id}`,
  status,
}));

function Rows() {
  const t = useTexts('object-words');
  const columns: Column<Row>[] = [
    { key: 'name', header: t('object_name'), value: ({ name }) => name },
    {
      key: 'status',
      header: t('status'),
      value: ({ status }) => status,
      cell: ({ status }) => <Dotted tone={STATUS_TONES[status]}>{t(status)}</Dotted>,
    },
  ];
  return (
    <DataTable
      id="design"
      label={DataTable.name}
      columns={columns}
      rows={ROWS}
      rowId={({ id }) => String(id)}
      rowLabel={({ name }) => name}
      actionsWidth={widthOfAction(t('migrated'))}
      rowActions={({ status }) => [{ label: t(status), onClick: () => {} }]}
      state="ready"
    />
  );
}
