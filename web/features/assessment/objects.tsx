import { Modal, Stack, Text, Title } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import {
  type AssessedObject,
  COMPLEXITIES,
  RISKS,
  UNUSED_REASONS,
} from '../../../contract/assessment.ts';
import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { formatHours, formatNumber, listOf } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { type Column, DataTable, widthOfAction } from '../../ui/data-table/index.ts';
import { Figures, FigureTable, type FigureRow } from '../../ui/figures.tsx';
import { assessedObjects, largestObjectsQuery } from './queries.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../ui/load-failed.tsx';
import classes from './assessment.module.css';

const idOf = (row: AssessedObject) => String(row.id);
export const nameOf = ({ schema_name: schema, object_name: name }: AssessedObject) =>
  schema === '' ? name : `${schema}.${name}`;

/** The reasons for an object's hours, such as `3 × CONNECT BY, 412 statements`. */
export function reasonsOf(
  t: Texts<'assessment'>,
  { findings, statements }: AssessedObject,
): string {
  return listOf([
    ...findings.map(({ count, name, name_said }) =>
      t('reason', { count, name: translateMessage(name_said, name) }),
    ),
    ...(statements > 0 ? [t('statementsOf', { count: statements })] : []),
  ]);
}

function columnsOf(t: Texts<'assessment'>, words: Texts<'object-words'>): Column<AssessedObject>[] {
  const number = (
    key: 'hours' | 'develop' | 'test' | 'row_count' | 'lines' | 'statements',
    header: string,
    hiddenAtFirst = false,
    format = formatNumber,
  ): Column<AssessedObject> => ({
    key,
    header,
    width: 90,
    least: 60,
    value: (row) => row[key],
    text: (row) => (row[key] === null ? '' : format(row[key])),
    hiddenAtFirst,
  });
  const flag = (key: 'automatic' | 'changed_since', header: string, hiddenAtFirst = false) => ({
    key,
    header,
    width: 110,
    value: (row: AssessedObject) => row[key],
    text: (row: AssessedObject) => t(row[key] === 1 ? 'yes' : 'no'),
    choices: [
      { value: '1', label: t('yes') },
      { value: '0', label: t('no') },
    ],
    hiddenAtFirst,
  });
  return [
    {
      key: 'schema_name',
      header: t('schema'),
      width: 110,
      least: 76,
      value: (row) => row.schema_name,
    },
    {
      key: 'object_name',
      header: t('name'),
      width: 170,
      least: 120,
      grow: 1,
      value: (row) => row.object_name,
    },
    {
      key: 'object_type_id',
      header: t('type'),
      width: 100,
      least: 84,
      value: (row) => row.object_type_id,
      text: (row) => words(row.object_type),
      choices: OBJECT_TYPE_NAMES.map((type) => ({
        value: String(OBJECT_TYPES[type]),
        label: words(type),
      })),
    },
    {
      key: 'complexity',
      header: t('complexity'),
      width: 110,
      least: 84,
      value: (row) => row.complexity,
      text: (row) => t(row.complexity),
      choices: COMPLEXITIES.map((value) => ({ value, label: t(value) })),
    },
    flag('automatic', t('automatic')),
    number('hours', t('hours'), false, formatHours),
    number('develop', t('develop'), true, formatHours),
    number('test', t('test'), true, formatHours),
    {
      key: 'reasons',
      field: 'feature',
      header: t('reasons'),
      width: 220,
      least: 120,
      grow: 2,
      value: (row) => row.findings.length,
      text: (row) => reasonsOf(t, row),
      filterable: false,
    },
    {
      key: 'risk',
      header: t('risk'),
      width: 130,
      least: 80,
      value: (row) => row.risks.join(' '),
      text: (row) => listOf(row.risks.map((risk) => t(`risk_${risk}`))),
      choices: RISKS.map((risk) => ({ value: risk, label: t(`risk_${risk}`) })),
      nullable: true,
    },
    {
      key: 'unused',
      header: t('unused'),
      width: 140,
      least: 96,
      value: (row) => row.unused,
      text: (row) => (row.unused === null ? '' : t(`unused_${row.unused}`)),
      choices: UNUSED_REASONS.map((reason) => ({ value: reason, label: t(`unused_${reason}`) })),
      nullable: true,
    },
    number('row_count', t('rows'), true),
    number('lines', t('lines'), true),
    number('statements', t('statements'), true),
    flag('changed_since', t('changed'), true),
  ];
}

interface Props {
  project: ProjectRow;
  assessmentId: number;
}

/** The assessed objects; each row expands to its reasons. */
export function Objects({ project, assessmentId }: Props) {
  const t = useTexts('assessment');
  const words = useTexts('object-words');
  const projectId = project.Project_Id;
  const list = useMemo(() => assessedObjects(projectId, assessmentId), [projectId, assessmentId]);
  const columns = useMemo(() => columnsOf(t, words), [t, words]);
  const [opened, setOpened] = useState<AssessedObject | null>(null);
  const actions = useCallback(
    (row: AssessedObject) => [{ label: t('reasons'), onClick: () => setOpened(row) }],
    [t],
  );
  return (
    <>
      <DataTable
        id="assessment"
        label={t('byObject')}
        columns={columns}
        list={list}
        rowId={idOf}
        rowLabel={nameOf}
        rowActions={actions}
        actionsWidth={widthOfAction(t('reasons'))}
        emptyText={t('empty')}
        inAddress
      />
      {opened && <Reasons object={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Reasons({ object, onClose }: { object: AssessedObject; onClose: () => void }) {
  const t = useTexts('assessment');
  const { findings, hours, raw } = object;
  return (
    <Modal
      opened
      centered
      size="xl"
      onClose={onClose}
      title={t('reasonsOf', { name: nameOf(object) })}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t('effort', { hours: formatNumber(hours) })}
          {hours !== raw && <> · {t('rawHours', { hours: formatNumber(raw) })}</>}
          {object.statements > 0 && <> · {t('statementsOf', { count: object.statements })}</>}
        </Text>
        {findings.length === 0 ? (
          <Text size="sm">{t('reasonsNone')}</Text>
        ) : (
          <Figures
            label={t('reasons')}
            headers={[
              t('feature'),
              t('where'),
              t('support'),
              t('instead'),
              t('places'),
              t('develop'),
              t('test'),
            ]}
            numbersFrom={4}
            rows={findings.map((finding) => ({
              key: finding.code,
              cells: [
                <bdi key="name">{translateMessage(finding.name_said, finding.name)}</bdi>,
                listOf([
                  ...finding.of,
                  ...(finding.lines.length > 0
                    ? [t('line', { lines: listOf(finding.lines.map(formatNumber)) })]
                    : []),
                ]),
                t(`support_${finding.support}`),
                translateMessage(finding.advice_said, finding.advice),
                formatNumber(finding.count),
                formatHours(finding.develop),
                formatHours(finding.test),
              ],
            }))}
          />
        )}
      </Stack>
    </Modal>
  );
}

interface PaperProps {
  projectId: number;
  assessmentId: number;
  /** Number of assessed objects. */
  total: number;
}

/** The list of objects for printing: the table on screen renders only the rows in its window. */
export function PaperObjects({ projectId, assessmentId, total }: PaperProps) {
  const t = useTexts('assessment');
  const words = useTexts('object-words');
  const query = useQuery(largestObjectsQuery(projectId, assessmentId));
  return (
    <section className={classes.paper}>
      <Title order={2} size="h5" mb="xs">
        {t('byObject')}
      </Title>
      <Loaded query={query} height={200}>
        {(rows) => (
          <>
            {rows.length < total && (
              <Text size="sm">
                {t('byObjectFirst', {
                  shown: formatNumber(rows.length),
                  total: formatNumber(total),
                })}
              </Text>
            )}
            <FigureTable
              label={t('byObject')}
              headers={[t('name'), t('type'), t('complexity'), t('hours'), t('reasons'), t('risk')]}
              numbersFrom={6}
              rows={rows.map((row) => paperRowOf(row, t, words))}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const paperRowOf = (
  row: AssessedObject,
  t: Texts<'assessment'>,
  words: Texts<'object-words'>,
): FigureRow => ({
  key: String(row.id),
  cells: [
    nameOf(row),
    words(row.object_type),
    t(row.complexity),
    formatNumber(row.hours),
    reasonsOf(t, row),
    listOf(row.risks.map((risk) => t(`risk_${risk}`))),
  ],
});
