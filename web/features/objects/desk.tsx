import { useCallback, useMemo, useRef, useState, useEffect } from 'react';
import type { Side } from '../../../contract/fields.ts';
import { Button, Kbd, Skeleton, Group, Modal, Stack, Text } from '@mantine/core';
import type { ObjectRow, ObjectStatus } from '../../../contract/objects.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useMe } from '../../lib/session.ts';
import {
  type Column,
  DataTable,
  RowLink,
  widthOfAction,
  type RowSource,
  type TableView,
  isForPage,
  listQuery,
  useAddressRouter,
  type WindowedList,
} from '../../ui/data-table/index.ts';
import { ReadFirst } from '../connection/links.tsx';
import { quickFilter } from '../../ui/data-table/toolbar/quick-filter.tsx';
import { nameCell, objectColumns, placeOf, statusChoices } from './object-columns.tsx';
import { objectProofColumns } from '../proof/pairs/object-proof-columns.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { DESK_COLUMNS } from './edit-fields.ts';
import { ObjectEditor } from './object-editor.tsx';
import { deskList, objectId } from './object-queries.ts';
import { toDoStatus, type Desk as DeskKind, DONE_STATUS } from './status-rules.ts';
import { useMark, useSavedNotice } from './use-mark.ts';
import { useOpenedRow } from './use-opened-row.ts';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import classes from './objects.module.css';
import { ProjectScreen } from '../projects/project-screen.tsx';

const NOTHING: ReadonlySet<string> = new Set();
const rowId = (row: ObjectRow) => String(objectId(row));
const rowLabel = (row: ObjectRow) => row.object_name;

const IN_SIGHT = ['object_name', 'status', 'proof'];

/** The name is the way into the row, with its schema and type below. */
const withNameLink = (
  columns: readonly Column<ObjectRow>[],
  t: Texts<'object-words'>,
  address: string,
): Column<ObjectRow>[] =>
  columns.map((column) =>
    column.key !== 'object_name'
      ? column
      : {
          ...column,
          under: (row) => placeOf(t, row),
          cell: (row) =>
            nameCell(
              t,
              row,
              <RowLink opens className={classes.name} href={`${address}&row=${objectId(row)}`}>
                {row.object_name}
              </RowLink>,
            ),
        },
  );

/** Beside the editor there is room for a few columns only: these come first. */
const keptInSight = (columns: readonly Column<ObjectRow>[]): Column<ObjectRow>[] =>
  [
    ...IN_SIGHT.flatMap((key) => columns.find((column) => column.key === key) ?? []),
    ...columns.filter(({ key }) => !IN_SIGHT.includes(key)),
  ].map(({ under: _, ...column }) => column);

interface Props {
  desk: DeskKind;
  project: ProjectRow;
  side: Side;
  label: string;
}

/** The rows assigned to the user, with an editor for each. */
export function Desk({ desk, project, side, label }: Props) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const pairWords = useTexts('pair-words');
  const { user_id: userId, is_admin } = useMe();
  const projectId = project.Project_Id;
  const list = useMemo(
    () => deskList({ desk, side, projectId, userId, isAdmin: is_admin === 1 }),
    [desk, side, projectId, userId, is_admin],
  );
  const columns = useMemo(
    () => [
      ...withNameLink(
        objectColumns(words, DESK_COLUMNS, project),
        words,
        `/${desk}?project=${project.Project_Id}&side=${side}`,
      ),
      ...objectProofColumns(pairWords, true),
    ],
    [words, pairWords, project, desk, side],
  );
  const mine = is_admin !== 1;
  const quick = useMemo(() => {
    const choices = statusChoices(words, side).map((choice) => {
      const { status } = choice.filter as { status?: ObjectStatus };
      const isToDo = mine && status === toDoStatus(desk, side);
      return isToDo ? { ...choice, label: t('toDo', { status: words(status) }) } : choice;
    });
    return quickFilter(list, choices);
  }, [list, words, side, mine, desk, t]);
  const [selected, setSelected] = useState(NOTHING);
  const [helping, setHelping] = useState(false);
  const source = useRef<RowSource<ObjectRow>>(null);
  const notifySaved = useSavedNotice(columns);
  const { opened, marks, open: show, close, steps } = useOpenedRow(projectId, source);
  const isOpen = opened !== null;
  const shownColumns = useMemo(() => (isOpen ? keptInSight(columns) : columns), [isOpen, columns]);
  const leave = useRef<((then: () => void) => void) | null>(null);
  // Another row may be opened beside the editor: unsaved changes are asked about first.
  const leaveTo = useCallback((then: () => void) => {
    if (leave.current) leave.current(then);
    else then();
  }, []);
  const open = useCallback(
    (row: ObjectRow, index: number | null) => leaveTo(() => show(row, index)),
    [leaveTo, show],
  );
  const openMarked = useCallback(
    (row: ObjectRow, index: number | null) => leaveTo(() => show(row, index, true)),
    [leaveTo, show],
  );
  const mark = useMark({ desk, project, side, userId, open: openMarked, onSaved: notifySaved });
  const rowActions = useCallback(
    (row: ObjectRow, index: number) => [{ label: t('edit'), onClick: () => open(row, index) }],
    [t, open],
  );
  const rowKeys = useMemo(() => ({ e: open, [MARK_KEYS[desk]]: mark }), [open, mark, desk]);
  useHelpKey(useCallback(() => setHelping(true), []));
  const noMatchText = ({ q, filters }: TableView) => {
    const { status, ...others } = filters;
    const isToDo = mine && status === toDoStatus(desk, side) && q.trim() === '';
    return isToDo && Object.keys(others).length === 0 ? t('nothingToDo') : undefined;
  };
  const isReady = useToDoFirst(list, mine ? toDoStatus(desk, side) : null);
  if (!isReady) return <Skeleton h={320} />;
  return (
    <>
      <DataTable
        id={desk}
        label={label}
        columns={shownColumns}
        list={list}
        quick={quick}
        sourceRef={source}
        rowId={rowId}
        rowLabel={rowLabel}
        rowActions={rowActions}
        actionsWidth={widthOfAction(t('edit'))}
        rowKeys={rowKeys}
        onOpen={open}
        emptyText={t(mine ? 'emptyDesk' : 'emptyWork')}
        emptyAction={!mine && <ReadFirst projectId={projectId} />}
        noMatchText={noMatchText}
        inAddress
        selection={{ selected, onChange: setSelected }}
        selectionBanner={
          <BulkEdit {...{ desk, side, projectId, source, selected }} onDone={setSelected} />
        }
        toolbar={
          <Button
            variant="subtle"
            size="compact-sm"
            visibleFrom="sm"
            rightSection={<Kbd size="xs">?</Kbd>}
            onClick={() => setHelping(true)}
          >
            {t('keys')}
          </Button>
        }
      />
      {helping && <KeySheet desk={desk} onClose={() => setHelping(false)} />}
      {opened && (
        <ObjectEditor
          key={`${objectId(opened)} ${marks}`}
          {...{ desk, project, side, steps }}
          isMarked={marks > 0}
          row={opened}
          onSaved={notifySaved}
          onClose={close}
          leaveRef={leave}
        />
      )}
    </>
  );
}

/** The key that marks the focused row as done. */
const MARK_KEYS: Record<DeskKind, string> = { testing: 'v', developer: 'm' };

/** The key `?` opens the sheet of keys. */
function useHelpKey(onHelp: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isForPage(event)) return;
      event.preventDefault();
      onHelp();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onHelp]);
}

/** The sheet of keyboard shortcuts. */
function KeySheet({ desk, onClose }: { desk: DeskKind; onClose: () => void }) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const rows = [
    [['j', 'k'], t('key_move')],
    [['e', '↵'], t('key_edit')],
    [[MARK_KEYS[desk]], t('key_mark', { status: words(DONE_STATUS[desk]) })],
    [['␣'], t('key_select')],
    [['?'], t('key_help')],
  ] as const;
  return (
    <Modal opened onClose={onClose} title={t('keysTitle')} size="sm">
      <Stack gap="xs" component="ul" p={0} m={0}>
        {rows.map(([keys, text]) => (
          <Group key={text} component="li" gap="sm" wrap="nowrap">
            <Group gap={4} w={72} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
            <Text size="sm">{text}</Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

/**
 * Applies the filter for open work when a user comes to work (`todo=1` in the address) and there is any. The filter is put into
 * the address, so that going back returns to it.
 * @param status - of open work; null for users who only look
 * @returns whether the initial filter is decided
 */
function useToDoFirst(list: WindowedList<ObjectRow>, status: ObjectStatus | null): boolean {
  const router = useAddressRouter();
  const [isReady, setReady] = useState(() => {
    const search = router?.state.location.search ?? {};
    return search['todo'] !== 1 || Object.keys(search).some((key) => key.startsWith('f.'));
  });
  const opened = useRef({ list, status, router });
  useEffect(() => {
    const { router: address, ...of } = opened.current;
    if (isReady || !address) return undefined;
    const abort = new AbortController();
    const look = async () => {
      const count = of.status === null ? 0 : await countRows(of.list, of.status, abort.signal);
      abort.signal.throwIfAborted();
      // Without any, the address stays: opened again, there may be some.
      if (count === 0) return;
      await address.navigate({
        to: address.state.location.pathname,
        search: ({ todo: _, ...before }) => ({ ...before, 'f.status': of.status }),
        replace: true,
        resetScroll: false,
      });
    };
    void look()
      // The list reports its own errors.
      .catch(() => undefined)
      .finally(() => {
        if (!abort.signal.aborted) setReady(true);
      });
    return () => abort.abort();
  }, [isReady]);
  return isReady;
}

async function countRows(
  list: WindowedList<ObjectRow>,
  status: ObjectStatus,
  signal: AbortSignal,
): Promise<number> {
  const query = listQuery({ q: '', sort: [], filters: { status } });
  return (await list.fetchRows({ ...query, limit: '0' }, signal)).count;
}

/** Developers work on the source side only. */
export function DeveloperPage() {
  const t = useTexts('objects');
  return (
    <ProjectScreen
      title={() => t('developer')}
      terms={['pending', 'migrated', 'returned', 'changed', 'structure', 'rows', 'call']}
    >
      {(project) => (
        <Desk
          key={project.Project_Id}
          desk="developer"
          project={project}
          side="source"
          label={t('developer')}
        />
      )}
    </ProjectScreen>
  );
}

export function TestingPage() {
  const t = useTexts('objects');
  return (
    <ProjectScreen
      title={(side) => t(`testing_${side}`)}
      terms={['pending', 'migrated', 'verified', 'changed', 'structure', 'rows', 'call']}
    >
      {(project, side) => (
        <Desk
          key={`${project.Project_Id}-${side}`}
          desk="testing"
          project={project}
          side={side}
          label={t(`testing_${side}`)}
        />
      )}
    </ProjectScreen>
  );
}
