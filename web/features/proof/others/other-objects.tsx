import {
  Anchor,
  Button,
  Card,
  Group,
  Table,
  Text,
  Title,
  Modal,
  Stack,
  TextInput,
} from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import {
  type OtherCount,
  type OtherRow,
  type OthersEvent,
  countOthers,
  type OtherKind,
  listOthers,
} from '../../../../contract/proof/others.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type Texts, texts, useTexts } from '../../../lib/i18n/index.ts';
import { notifyError } from '../../../lib/notify.ts';
import { callEvents } from '../../connection/event-stream.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { Sideways } from '../../../ui/sideways.tsx';

type SchemaPart = Extract<OthersEvent, { event: 'schema' }>;

interface Reading {
  schemas: number;
  parts: SchemaPart[];
  isDone: boolean;
}

/** Minimum time in milliseconds between two updates while schemas arrive. */
const SHOWN_EVERY = 250;

/** Reads both databases on request; leaving the screen aborts it. */
function useReading(projectId: number) {
  const [reading, setReading] = useState<Reading | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current?.abort();
    running.current = controller;
    const { signal } = controller;
    const parts: SchemaPart[] = [];
    let schemas = 0;
    let shown = 0;
    setReading({ schemas, parts, isDone: false });
    try {
      let isDone = false;
      for await (const event of callEvents(countOthers, { params: { id: projectId }, signal })) {
        if (event.event === 'failed') throw new ApiError(event.problem);
        if (event.event === 'plan') ({ schemas } = event);
        if (event.event === 'schema') parts.push(event);
        isDone = event.event === 'end';
        if (!isDone && Date.now() - shown < SHOWN_EVERY) continue;
        shown = Date.now();
        setReading({ schemas, parts: [...parts], isDone });
      }
      if (!isDone) throw new Error(texts('connection')('cutOff'));
    } catch (error) {
      if (signal.aborted) return;
      setReading(null);
      notifyError(error);
    }
  };
  return {
    reading,
    start,
    cancel() {
      running.current?.abort();
      setReading(null);
    },
  };
}

/** Objects in both databases besides tables, views and routines, so that a migration does not overlook them. */
export function OtherObjects({ projectId }: { projectId: number }) {
  const t = useTexts('others');
  const { reading, start, cancel } = useReading(projectId);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const isReading = reading?.isDone === false;
  return (
    <Card withBorder padding="sm" mt="md" component="section" aria-label={t('title')}>
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h5">
          {t('title')}
        </Title>
        {isReading ? (
          <Button variant="default" size="compact-sm" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => void start()}>
            {t('read')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('explain')}
      </Text>
      {isReading && (
        <Text size="sm" role="status">
          {t('progress', { done: reading.parts.length, total: reading.schemas })}
        </Text>
      )}
      {reading && <PartsTable reading={reading} onChoose={setChosen} />}
      {chosen && (
        <NamesDialog projectId={projectId} chosen={chosen} onClose={() => setChosen(null)} />
      )}
    </Card>
  );
}

const isThere = (count: OtherCount): boolean => 'count' in count && count.count > 0;
/** Hides kinds of which neither side has an object; kinds that could not be read are shown. */
const isShown = ({ source, target }: OtherRow): boolean =>
  [source, target].some((count) => isThere(count) || count.state === 'part');

function PartsTable({ reading, onChoose }: { reading: Reading; onChoose: (one: Chosen) => void }) {
  const t = useTexts('others');
  const rows = reading.parts.flatMap(({ source_schema, target_schema, kinds }) =>
    kinds.filter(isShown).map((row) => ({ source_schema, target_schema, row })),
  );
  if (rows.length === 0) return reading.isDone ? <Text size="sm">{t('nothing')}</Text> : null;
  const heads = [t('source'), t('target'), t('missing'), t('extra')];
  return (
    <Sideways label={t('title')} maxHeight={420}>
      <Table aria-label={t('title')} fz="sm" verticalSpacing={4} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('schema')}</Table.Th>
            <Table.Th scope="col">{t('kind')}</Table.Th>
            {heads.map((head) => (
              <Table.Th key={head} scope="col" ta="end">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ row, ...schemas }) => {
            const { source_schema: source, target_schema: target } = schemas;
            const kind = t(row.kind);
            return (
              <Table.Tr key={JSON.stringify([source, target, row.kind])}>
                <Table.Td style={{ overflowWrap: 'anywhere' }} miw={120} maw={320}>
                  <bdi>{source ?? '–'}</bdi> → <bdi>{target ?? '–'}</bdi>
                </Table.Td>
                <Table.Th scope="row" fw={400}>
                  <Anchor
                    component="button"
                    type="button"
                    fz="sm"
                    underline="always"
                    onClick={() => onChoose({ ...schemas, kind: row.kind })}
                  >
                    {kind}
                  </Anchor>
                </Table.Th>
                <Table.Td ta="end">{countText(t, row.source)}</Table.Td>
                <Table.Td ta="end">{countText(t, row.target)}</Table.Td>
                <Difference count={row.missing} />
                <Difference count={row.extra} />
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Sideways>
  );
}

function countText(t: Texts<'others'>, count: OtherCount): string {
  switch (count.state) {
    case 'all':
      return formatNumber(count.count);
    case 'part':
      return t('part', { count: count.count });
    case 'unread':
      return t('unread');
    case 'none':
      return t('none');
  }
}

const Difference = ({ count }: { count: number | null }) => (
  <Table.Td ta="end" {...(count !== null && count > 0 && { c: 'red', fw: 600 })}>
    {count === null ? '–' : formatNumber(count)}
  </Table.Td>
);

/** A kind of object, in a schema and its counterpart. */
interface Chosen {
  kind: OtherKind;
  source_schema: string | null;
  target_schema: string | null;
}

interface NamesProps {
  projectId: number;
  chosen: Chosen;
  onClose: () => void;
}

/** Names of one kind in a schema and its counterpart, read from the databases now; names missing on a side come first. */
function NamesDialog({ projectId, chosen, onClose }: NamesProps) {
  const t = useTexts('others');
  const { kind, source_schema, target_schema } = chosen;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const query = {
    ...(source_schema !== null && { source_schema }),
    ...(target_schema !== null && { target_schema }),
    ...(search && { search }),
  };
  const found = useQuery({
    queryKey: queryKeys.otherNames(projectId, kind, query),
    queryFn: ({ signal }) => call(listOthers, { params: { id: projectId, kind }, query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Modal
      opened
      centered
      size="xl"
      onClose={onClose}
      title={`${t(kind)}: ${source_schema ?? '–'} → ${target_schema ?? '–'}`}
    >
      <Stack gap="sm">
        <TextInput
          type="search"
          label={t('search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Loaded query={found}>
          {({ total, names }) => (
            <>
              <Text size="sm" c="dimmed" role="status">
                {total > names.length
                  ? t('shown', { shown: names.length, total })
                  : t('found', { total })}
              </Text>
              <Table fz="sm" verticalSpacing={4} aria-label={t(kind)}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{t('source')}</Table.Th>
                    <Table.Th scope="col">{t('target')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {names.map(({ source, target }, index) => (
                    <Table.Tr key={`${index} ${source} ${target}`}>
                      <Name name={source} />
                      <Name name={target} />
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}

function Name({ name }: { name: string | null }) {
  const t = useTexts('others');
  return (
    <Table.Td style={{ overflowWrap: 'anywhere' }} {...(name === null && { c: 'red' })}>
      {name === null ? t('noNamesake') : <bdi>{name}</bdi>}
    </Table.Td>
  );
}
