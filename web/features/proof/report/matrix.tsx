import { Anchor, Card, Group, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SIDES } from '../../../../contract/fields.ts';
import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../../../contract/engines.ts';
import {
  CALL_RESULTS,
  DATA_RESULTS,
  MATCHED,
  DEFINITION_RESULTS,
  type CallOutcome,
  type DataResult,
  type DefinitionResult,
  type ProofSummary,
} from '../../../../contract/proof/pairs.ts';
import { Explained, type Explainable } from '../pairs/results.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useMe } from '../../../lib/session.ts';
import classes from './proof.module.css';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';
import { Sideways } from '../../../ui/sideways.tsx';

type TypeRow = ProofSummary['by_type'][number];

interface Figure {
  key: string;
  header: string;
  about: Explainable;
  count: (row: TypeRow) => number;
  /** Filter of the list of pairs that finds those counted here. */
  filter: Readonly<Record<string, string | number>>;
}
interface FigureGroup {
  key: string;
  title: string;
  figures: Figure[];
  /** What needs attention, with the filter that finds the affected objects. */
  trouble: {
    text: string;
    count: (row: TypeRow) => number;
    filter: Readonly<Record<string, string>>;
  };
}

function figureGroups(t: Texts<'proof'>, words: Texts<'pair-words'>): FigureGroup[] {
  const state = (key: 'confirmed' | 'proposed' | 'dropped' | 'new'): Figure => ({
    key,
    header: words(key),
    about: key,
    count: (row) => row[key],
    filter: { 'f.state': key },
  });
  const unmatched = (side: 'source' | 'target'): Figure => ({
    key: `unmatched_${side}`,
    header: t(side === 'source' ? 'unmatchedSource' : 'unmatchedTarget'),
    about: 'unmatched',
    count: (row) => row[`unmatched_${side}`],
    filter: { 'f.state': 'unmatched', 'f.target': side === 'source' ? '-' : '*' },
  });
  const results = <K extends 'structure' | 'data' | 'call'>(
    kind: K,
    names: readonly (DefinitionResult | DataResult | CallOutcome)[],
    counts: (row: TypeRow) => Readonly<Record<string, number>>,
  ): FigureGroup => ({
    key: kind,
    title: t(`kind_${kind}`),
    trouble: {
      text: t('objectsDiffer'),
      count: (row) => counts(row)['different'] ?? 0,
      filter: { [`f.${kind}_result`]: 'different' },
    },
    figures: [
      ...names.map((name) => ({
        key: name,
        header: words(`${kind}_${name}` as 'data_different'),
        about: name,
        count: (row: TypeRow) => counts(row)[name] ?? 0,
        filter: { 'f.state': MATCHED, [`f.${kind}_result`]: name },
      })),
      {
        key: 'none',
        header: words('none'),
        about: 'none',
        count: (row) => counts(row)['none'] ?? 0,
        filter: { 'f.state': MATCHED, [`f.${kind}_result`]: '-' },
      },
    ],
  });
  return [
    {
      key: 'pairs',
      title: t('found'),
      trouble: {
        text: t('objectsChanged'),
        count: (row) => row.stale,
        filter: { 'f.stale_since': '*' },
      },
      figures: [
        state('confirmed'),
        state('proposed'),
        unmatched('source'),
        unmatched('target'),
        state('dropped'),
        state('new'),
        {
          key: 'belongs',
          header: words('verdict_belongs'),
          about: 'belongs',
          count: (row) => row.verdicts.belongs,
          filter: { 'f.verdict': 'belongs' },
        },
        {
          key: 'verified',
          header: t('verified'),
          about: 'verified',
          count: (row) => row.verified,
          filter: { 'f.status': 'verified' },
        },
        {
          key: 'stale',
          header: words('stale'),
          about: 'stale',
          count: (row) => row.stale,
          filter: { 'f.stale': 1 },
        },
      ],
    },
    results('data', DATA_RESULTS, (row) => row.data),
    results('structure', DEFINITION_RESULTS, (row) => row.structure),
    results('call', CALL_RESULTS, (row) => row.calls),
  ];
}

interface Props {
  projectId: number;
  rows: readonly TypeRow[];
  /** Without links, for printing. */
  plain?: boolean;
}

/** Numbers of pairs by object type and result; every number links to the pairs that it counts. */
export function Matrix({ projectId, rows, plain = false }: Props) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const isAdmin = useMe().is_admin === 1;
  return (
    <div className={classes.matrix}>
      {figureGroups(t, words).map((group) => (
        <Card key={group.key} withBorder padding="sm">
          <Group justify="space-between" gap="sm" mb={4}>
            <Title order={2} size="h5">
              {group.title}
            </Title>
            {isAdmin && !plain && rows.some((row) => group.trouble.count(row) > 0) && (
              <Trouble projectId={projectId} {...group.trouble} />
            )}
          </Group>
          <Sideways label={group.title}>
            <GroupTable {...{ group, projectId, rows, plain }} />
          </Sideways>
        </Card>
      ))}
    </div>
  );
}

/** Links for administrators to the affected objects of each side. */
function Trouble({ projectId, text, filter }: { projectId: number } & FigureGroup['trouble']) {
  const words = useTexts('pair-words');
  return (
    <Text size="sm">
      {text}:{' '}
      {SIDES.map((side) => (
        <Anchor
          key={side}
          renderRoot={(props) => (
            <Link
              to="/adminresults"
              search={{ project: projectId, side, ...filter } as never}
              {...props}
            />
          )}
          inherit
          underline="always"
          me={6}
        >
          {words(side)}
        </Anchor>
      ))}
    </Text>
  );
}

function GroupTable({ group, projectId, rows, plain }: Required<Props> & { group: FigureGroup }) {
  const t = useTexts('proof');
  const words = useTexts('pair-words');
  const sum = (figure: Figure) => rows.reduce((all, row) => all + figure.count(row), 0);
  const cell = (figure: Figure, count: number, typeId?: number) => {
    if (count === 0) return <span className={classes.zero}>{formatNumber(count)}</span>;
    if (plain) return formatNumber(count);
    const search = {
      project: projectId,
      ...figure.filter,
      ...(typeId !== undefined && { 'f.object_type_id': typeId }),
    };
    return (
      <Anchor
        renderRoot={(props) => <Link to="/pairs" search={search} {...props} />}
        inherit
        underline="always"
      >
        {formatNumber(count)}
      </Anchor>
    );
  };
  return (
    <Table fz="sm" verticalSpacing={4} aria-label={group.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{words('object_type_id')}</Table.Th>
          {group.figures.map(({ key, header, about }) => (
            <Table.Th key={key} ta="end" scope="col" fw={500}>
              {plain ? header : <Explained of={about}>{header}</Explained>}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {OBJECT_TYPE_NAMES.map((name) => {
          const row = rows.find((one) => one.object_type_id === OBJECT_TYPES[name]);
          return (
            row &&
            // Routines have no rows, so an all-zero line is left out.
            group.figures.some((figure) => figure.count(row) > 0) && (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {words(name)}
                </Table.Th>
                {group.figures.map((figure) => (
                  <Table.Td key={figure.key} ta="end">
                    {cell(figure, figure.count(row), row.object_type_id)}
                  </Table.Td>
                ))}
              </Table.Tr>
            )
          );
        })}
        <Table.Tr>
          <Table.Th scope="row">{t('total')}</Table.Th>
          {group.figures.map((figure) => (
            <Table.Td key={figure.key} ta="end" fw={600}>
              {cell(figure, sum(figure))}
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
