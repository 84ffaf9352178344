import { Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { type Field, fieldsWith } from '../../../contract/field-table.ts';
import { PROJECT_FIELDS, type ProjectRow } from '../../../contract/projects.ts';
import { projectsQuery, shownOf } from '../../lib/project.ts';
import { useMe } from '../../lib/session.ts';
import {
  type Column,
  DataTable,
  type RowAction,
  RowLink,
  loadState,
} from '../../ui/data-table/index.ts';
import { EngineName } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import type { Side } from '../../../contract/fields.ts';
import { type TextKey, type Texts, useTexts } from '../../lib/i18n/index.ts';
import { addressAt, type ProjectPath, screensFor } from '../../lib/project-screens.ts';
import { formatDate, formatShortDate } from '../../lib/format.ts';
import { nextStepsQuery } from './queries.ts';
import { ProjectProgress, stepOf, workOf } from './project-progress.tsx';
import classes from './projects.module.css';
import { later } from '../../ui/later.ts';

// Not part of what the first screen loads.
const ProjectEditor = later(() => import('./project-editor.tsx'), 'ProjectEditor');
const NO_ROWS: ProjectRow[] = [];

/** Key of a row: a user with two roles on a project has two rows of it. */
const rowKey = (row: ProjectRow): string => `${row.Project_Id}-${row.role ?? ''}`;
/** Projects with open work for the user first; otherwise in the server's order. */
const myWorkFirst = (rows: readonly ProjectRow[]) =>
  rows.toSorted((a, b) => Number(b.open > 0) - Number(a.open > 0));

/** The filter for overdue projects is kept in the address, like the filters of a table. */
function useOverdue() {
  const navigate = useNavigate();
  const search: { overdue?: unknown } = useSearch({ strict: false });
  const setOverdue = (only: boolean) =>
    void navigate({
      to: '.',
      search: (({ overdue: _, ...others }: Record<string, unknown>) =>
        only ? { ...others, overdue: 1 } : others) as never,
      replace: true,
    });
  return { overdue: search.overdue === 1, setOverdue };
}

/** Estimated row height in pixels: rows grow with their progress and actions. */
const ROW_HEIGHT = 76;
/** How many rows keep the table's place while it is not shown yet. */
const LOADING_ROWS = 6;

interface Props {
  /** Further elements of the page: beside the title, and above the table. */
  actions?: ReactNode;
  children?: ReactNode;
  /** Whether `children` shows projects, so that an empty table needs no text. */
  hasOthers?: boolean;
  /** Whether these are known: the table waits for what stands above it, which would move it under the pointer. */
  isReady?: boolean;
}

export function HomePage({
  actions: pageActions,
  children,
  hasOthers = false,
  isReady = true,
}: Props) {
  const t = useTexts('projects');
  const user = useMe();
  const isAdmin = user.is_admin === 1;
  const [archived, setArchived] = useState(false);
  const [edited, setEdited] = useState<ProjectRow | null>(null);
  const query = useQuery(projectsQuery(user, archived));
  const loaded = query.data ?? NO_ROWS;
  const { overdue: late, setOverdue } = useOverdue();
  const rows = useMemo(
    () => myWorkFirst(late ? loaded.filter(({ overdue }) => overdue === 1) : loaded),
    [loaded, late],
  );
  const overdue = loaded.filter((row) => row.overdue === 1).length;
  const columns = useMemo(() => projectColumns(t), [t]);
  const actions = useCallback(
    (row: ProjectRow) => projectActions(row, isAdmin, t, setEdited),
    [isAdmin, t],
  );
  const { data: steps } = useQuery({ ...nextStepsQuery, enabled: isAdmin });
  const progress = useCallback(
    (row: ProjectRow) => (
      <ProjectProgress
        row={row}
        t={t}
        next={
          isAdmin
            ? stepOf(
                t,
                row,
                steps?.find(({ Project_Id: id }) => id === row.Project_Id),
              )
            : workOf(t, row)
        }
      />
    ),
    [t, isAdmin, steps],
  );
  const showsTable = isReady && (!hasOthers || query.isError || loaded.length > 0);
  // Without any project, the button stands where the table will be.
  const isFirst = isAdmin && query.data?.length === 0;
  const add = (
    <Button component={Link} to="/admin/addproject" size="sm">
      {t('addProject')}
    </Button>
  );
  return (
    <Page
      title={t('homepage')}
      subtitle={t(isAdmin ? 'projects' : 'myProjects')}
      actions={
        isReady && (
          <>
            {pageActions}
            {isAdmin && (
              <>
                <Button component={Link} to="/admin/spreadsheet" variant="default" size="sm">
                  {t('fromSpreadsheet')}
                </Button>
                {!isFirst && add}
              </>
            )}
          </>
        )
      }
    >
      {isReady ? children : <Skeleton h={LOADING_ROWS * ROW_HEIGHT} />}
      {showsTable && (
        <DataTable
          id="projects"
          inAddress
          label={t(isAdmin ? 'projects' : 'myProjects')}
          columns={columns}
          rows={rows}
          rowId={rowKey}
          rowLabel={(row) => row.Project_Name}
          {...loadState(query)}
          rowActions={actions}
          actionsBelow={progress}
          rowHeight={ROW_HEIGHT}
          emptyAction={isFirst && add}
          emptyText={t(late ? 'noneOverdue' : isAdmin ? 'noProjects' : 'noneAssigned')}
          toolbar={<Switches {...{ late, setOverdue, overdue, archived, setArchived, isAdmin }} />}
        />
      )}
      {edited && (
        <Suspense fallback={null}>
          <ProjectEditor key={edited.Project_Id} row={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Page>
  );
}

interface SwitchesProps {
  late: boolean;
  setOverdue: (only: boolean) => void;
  /** Number of overdue projects. */
  overdue: number;
  archived: boolean;
  setArchived: (shown: boolean) => void;
  isAdmin: boolean;
}

/** Which projects are listed. */
function Switches({ late, setOverdue, overdue, archived, setArchived, isAdmin }: SwitchesProps) {
  const t = useTexts('projects');
  return (
    <>
      {(late || overdue > 0) && (
        <Switch
          label={t('onlyOverdue', { count: overdue })}
          checked={late}
          onChange={(event) => setOverdue(event.currentTarget.checked)}
        />
      )}
      {isAdmin && (
        <Switch
          label={t('showArchived')}
          checked={archived}
          onChange={(event) => setArchived(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

/** The specification's labels of the links to a project's screens, in its order. */
const ADMINISTRATOR = [
  ['checkSourceStatus', '/adminresults', 'source'],
  ['checkTargetStatus', '/adminresults', 'target'],
  ['checkInventory', '/dbconnect'],
  ['pairsAndProof', '/proof'],
  ['assignSourceObjects', '/assignobjects', 'source'],
  ['assignTargetObjects', '/assignobjects', 'target'],
] as const satisfies Way[];
const MEMBER = [
  ['updateSourceStatus', '/developer'],
  ['updateSourceStatus', '/testing', 'source'],
  ['updateTargetStatus', '/testing', 'target'],
  ['pairsAndProof', '/proof'],
] as const satisfies Way[];
type Way = [text: TextKey<'projects'>, path: ProjectPath, side?: Side];

/** Actions on a project; a member has one row of it for each role. */
function projectActions(
  row: ProjectRow,
  isAdmin: boolean,
  t: Texts<'projects'>,
  edit: (row: ProjectRow) => void,
): RowAction[] {
  const open = screensFor(isAdmin ? 'administrator' : (row.role ?? 'developer'));
  const ways = (isAdmin ? ADMINISTRATOR : MEMBER).filter(([, to]) =>
    open.some(({ path }) => path === to),
  );
  const links = ways.map(([text, path, side]) => ({
    label: t(text),
    href: addressAt(path, { project: row.Project_Id, side, isAdmin }),
  }));
  return isAdmin ? [...links, { label: t('edit'), onClick: () => edit(row) }] : links;
}

const LISTED = fieldsWith(PROJECT_FIELDS, 'list');
type Listed = (typeof LISTED)[number];
const FIELDS: Readonly<Record<Listed, Field>> = PROJECT_FIELDS;
const DATES = fieldsWith(PROJECT_FIELDS, 'editor', 'date');

/** Width of a date without its year in any language, in pixels; with it, it takes two lines. */
const DATE_WIDTH = 66;
const WIDTHS: Partial<Record<Listed, number>> = {
  Project_Id: 54,
  Project_Name: 144,
  Client_Name: 76,
  // PostgreSQL behind its icon.
  Source_Database: 110,
  Target_Database: 110,
  source_db_name: 76,
  developer: 84,
  tester: 76,
};

/** Names that take a second line first. */
const LEAST: Partial<Record<Listed, number>> = {
  Project_Name: 96,
  Client_Name: 74,
};

/** A text of several lines in which a word that is wider than a line is cut, not broken. */
const Words = ({ text }: { text: string }) =>
  text.split(' ').map((word, place) => (
    <Fragment key={place}>
      {place > 0 && ' '}
      <span className={classes.word}>{word}</span>
    </Fragment>
  ));

/** A column for each listed field; those of the specification come first, in its order. */
function projectColumns(t: Texts<'projects'>): Column<ProjectRow>[] {
  const cells: Partial<Record<Listed, Column<ProjectRow>['cell']>> = {
    Project_Name: (row) => (
      <>
        <RowLink className={classes.name} href={`/admin/dashboard?project=${row.Project_Id}`}>
          <Words text={row.Project_Name} />
        </RowLink>
        {row.archived === 1 && <span className={classes.badge}>{t('archived')}</span>}
      </>
    ),
    Client_Name: (row) => <Words text={row.Client_Name} />,
    Source_Database: (row) => (
      <EngineName id={row.Source_Database}>{row.Source_Database_Name}</EngineName>
    ),
    Target_Database: (row) => (
      <EngineName id={row.Target_Database}>{row.Target_Database_Name}</EngineName>
    ),
  };
  return LISTED.map((key): Column<ProjectRow> => {
    const date = DATES.find((one) => one === key);
    const cell =
      cells[key] ??
      (date &&
        ((row: ProjectRow) => (
          <span
            className={key === 'Planned_End_Date' && row.overdue === 1 ? classes.late : undefined}
          >
            {formatShortDate(row[date])}
          </span>
        )));
    return {
      key,
      header: t(key),
      value: (row) => shownOf(row, key),
      width: WIDTHS[key] ?? DATE_WIDTH,
      ...(LEAST[key] && { least: LEAST[key] }),
      hiddenAtFirst: FIELDS[key].list === 'hidden at first',
      ...(date && { text: (row) => formatDate(row[date]) }),
      ...(cell && { cell }),
    };
  });
}
