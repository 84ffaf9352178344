import { Button, Modal, Stack } from '@mantine/core';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { OBJECT_TYPES, OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import { WAVE_STANDINGS, type WaveBoard, type WaveObject } from '../../../contract/waves.ts';
import { formatNumber } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/index.ts';
import { useMe } from '../../lib/session.ts';
import { type Column, DataTable, widthOfAction } from '../../ui/data-table/index.ts';
import { quickFilter } from '../../ui/data-table/toolbar/quick-filter.tsx';
import { fullName } from '../dependencies/order-lists.tsx';
import { nameOf, waveObjects } from './queries.ts';
import { later } from '../../ui/later.ts';

const MoveDialog = later(() => import('./move-dialog.tsx'), 'MoveDialog');
const Needs = later(() => import('../dependencies/needs.tsx'), 'Needs');

const NOTHING: ReadonlySet<string> = new Set();
const idOf = (row: WaveObject) => String(row.id);

function columnsOf(
  t: Texts<'waves'>,
  words: Texts<'object-words'>,
  { waves }: WaveBoard,
  ofOne: boolean,
): Column<WaveObject>[] {
  const names = new Map(waves.map((wave) => [wave.id, nameOf(t, wave)]));
  const number = (key: 'hours' | 'needs' | 'needed_by', header: string): Column<WaveObject> => ({
    key,
    header,
    width: 100,
    value: (row) => row[key],
    text: (row) => (row[key] === null ? '' : formatNumber(row[key])),
  });
  return [
    { key: 'schema_name', header: t('schema'), width: 110, value: (row) => row.schema_name },
    {
      key: 'object_name',
      header: t('objectName'),
      width: 170,
      grow: 1,
      value: (row) => row.object_name,
    },
    {
      key: 'object_type_id',
      header: t('type'),
      width: 110,
      value: (row) => row.object_type_id,
      text: (row) => words(row.object_type),
      choices: OBJECT_TYPE_NAMES.map((type) => ({
        value: String(OBJECT_TYPES[type]),
        label: words(type),
      })),
    },
    ...(ofOne
      ? []
      : [
          {
            key: 'wave',
            header: t('wave'),
            width: 140,
            value: (row: WaveObject) => row.wave,
            text: (row: WaveObject) => (row.wave === null ? '' : (names.get(row.wave) ?? '')),
            choices: waves.map((wave) => ({ value: String(wave.id), label: nameOf(t, wave) })),
            nullable: true,
          },
        ]),
    {
      key: 'standing',
      header: t('standing'),
      width: 130,
      value: (row) => row.standing,
      text: (row) => t(`standing_${row.standing}`),
      choices: WAVE_STANDINGS.map((value) => ({ value, label: t(`standing_${value}`) })),
    },
    number('hours', t('hours')),
    number('needs', t('needs')),
    number('needed_by', t('neededBy')),
  ];
}

interface Props {
  projectId: number;
  board: WaveBoard;
  /** Restricts the list to this wave; absent: all objects. */
  wave?: number;
}

/** Objects with their waves; can be filtered by whether they can start, and moved. */
export function WaveObjects({ projectId, board, wave }: Props) {
  const t = useTexts('waves');
  const words = useTexts('object-words');
  const isAdmin = useMe().is_admin === 1;
  const list = useMemo(() => waveObjects(projectId, wave ?? null), [projectId, wave]);
  const columns = useMemo(
    () => columnsOf(t, words, board, wave !== undefined),
    [t, words, board, wave],
  );
  const quick = useMemo(
    () =>
      quickFilter(list, [
        { label: t('startNow'), filter: { standing: 'ready' } },
        { label: t('blocked'), filter: { standing: 'blocked' } },
        ...(wave === undefined ? [{ label: t('noWave'), filter: { wave: '-' } }] : []),
      ]),
    [list, t, wave],
  );
  const [selected, setSelected] = useState(NOTHING);
  const [moving, setMoving] = useState(false);
  const [opened, setOpened] = useState<WaveObject | null>(null);
  const actions = useCallback(
    (row: WaveObject) => [{ label: t('show'), onClick: () => setOpened(row) }],
    [t],
  );
  return (
    <Stack gap="sm">
      <DataTable
        id={wave === undefined ? 'waves' : 'wave'}
        label={t('objects')}
        columns={columns}
        list={list}
        quick={quick}
        rowId={idOf}
        rowLabel={fullName}
        rowActions={actions}
        actionsWidth={widthOfAction(t('show'))}
        emptyText={t('empty')}
        inAddress
        {...(isAdmin && {
          selection: { selected, onChange: setSelected },
          selectionBanner: selected.size > 0 && (
            <Button variant="default" onClick={() => setMoving(true)}>
              {t('move')}
            </Button>
          ),
        })}
      />
      <Suspense fallback={null}>
        {moving && (
          <MoveDialog
            projectId={projectId}
            board={board}
            ids={[...selected].map(Number)}
            onClose={() => setMoving(false)}
            onMoved={() => {
              setMoving(false);
              setSelected(NOTHING);
            }}
          />
        )}
      </Suspense>
      {opened && (
        <Modal opened size="xl" onClose={() => setOpened(null)} title={fullName(opened)}>
          <Suspense fallback={null}>
            <Needs projectId={projectId} objectId={opened.id} name={fullName(opened)} />
          </Suspense>
        </Modal>
      )}
    </Stack>
  );
}
