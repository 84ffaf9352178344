import type { ProjectRow } from '../../../contract/projects.ts';
import { formatDate } from '../../lib/format.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import { RowLink, type Column } from '../../ui/data-table/index.ts';
import classes from './projects.module.css';
import type { ProjectTexts } from './texts.ts';

/** Of a date in any of the languages. */
const DATE_WIDTH = 104;

type DateKey = 'Planned_Start_Date' | 'Planned_End_Date' | 'Actual_Start_Date' | 'Actual_End_Date';

/** The columns of the specification, in its order. */
export function projectColumns(t: Translate<ProjectTexts>): Column<ProjectRow>[] {
  const date = (key: DateKey): Column<ProjectRow> => ({
    key,
    header: t(key),
    value: (row) => row[key],
    text: (row) => formatDate(row[key]),
    width: DATE_WIDTH,
  });
  const people = (key: 'developer' | 'tester'): Column<ProjectRow> => ({
    key,
    header: t(key),
    value: (row) => row[`${key}_names`].join(', '),
    width: key === 'developer' ? 94 : 80,
  });
  return [
    { key: 'Project_Id', header: t('Project_Id'), value: (row) => row.Project_Id, width: 66 },
    {
      key: 'Project_Name',
      header: t('Project_Name'),
      value: (row) => row.Project_Name,
      cell: (row) => (
        <>
          <RowLink className={classes.name} href={`/admin/dashboard?project=${row.Project_Id}`}>
            {row.Project_Name}
          </RowLink>
          {row.archived === 1 && <span className={classes.badge}>{t('archived')}</span>}
        </>
      ),
      width: 118,
    },
    { key: 'Client_Name', header: t('Client_Name'), value: (row) => row.Client_Name, width: 82 },
    {
      key: 'Source_Database',
      header: t('Source_Database'),
      value: (row) => row.Source_Database_Name,
      width: 88,
    },
    {
      key: 'Target_Database',
      header: t('Target_Database'),
      value: (row) => row.Target_Database_Name,
      width: 88,
    },
    {
      key: 'source_db_name',
      header: t('source_db_name'),
      value: (row) => row.source_db_name,
      width: 78,
    },
    date('Planned_Start_Date'),
    {
      ...date('Planned_End_Date'),
      width: DATE_WIDTH + 6,
      cell: (row) =>
        row.overdue === 1 ? (
          <span className={classes.overdue}>{formatDate(row.Planned_End_Date)}</span>
        ) : (
          formatDate(row.Planned_End_Date)
        ),
    },
    date('Actual_Start_Date'),
    people('developer'),
    people('tester'),
    date('Actual_End_Date'),
  ];
}
