import { DAY } from '../../../contract/days.ts';
import type { NextStep } from '../../../contract/next-steps.ts';
import { type Side, SIDES } from '../../../contract/fields.ts';
import type { ProjectRow, StatusCounts } from '../../../contract/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Texts } from '../../lib/i18n/index.ts';
import { addressAt } from '../../lib/project-screens.ts';
import { RowLink } from '../../ui/data-table/index.ts';
import { EngineWay } from '../../ui/marks.tsx';
import classes from './projects.module.css';

/** A link to the next step. */
interface Next {
  text: string;
  href: string;
}

/** The screen for each step of an administrator, where that is not the list of the pairs with a verdict. */
const PLACES: Readonly<Partial<Record<NextStep['step'], string>>> = {
  read: '/dbconnect',
  readOther: '/dbconnect',
  assign: '/assignobjects',
  never_compared: '/proof',
  test: '/adminresults',
  report: '/proofreport',
};

/** The administrator's next step. */
export function stepOf(
  t: Texts<'projects'>,
  { Project_Id: id }: Pick<ProjectRow, 'Project_Id'>,
  next: NextStep | undefined,
): Next | null {
  if (!next) return null;
  const { step, count } = next;
  const place = PLACES[step];
  const rest =
    step === 'assign' || step === 'test' ? '&side=source' : place ? '' : `&f.verdict=${step}`;
  return { text: t(`next_${step}`, { count }), href: `${place ?? '/pairs'}?project=${id}${rest}` };
}

/** Open work of a member in the role of the row. */
export function workOf(
  t: Texts<'projects'>,
  { Project_Id: id, role, open, open_side }: ProjectRow,
): Next | null {
  if (open === 0 || role === null) return null;
  const side = role === 'tester' ? open_side : null;
  const path = role === 'tester' ? '/testing' : '/developer';
  const href = addressAt(path, { project: id, side, isAdmin: false });
  return { text: t('open', { count: open }), href };
}

type Shown = Pick<
  ProjectRow,
  'role' | 'overdue' | 'progress' | 'Planned_End_Date' | 'Project_Status'
>;
type Engines = Pick<ProjectRow, `${'Source' | 'Target'}_Database${'' | '_Name'}`>;
interface NoteProps {
  row: Shown & (Engines | { Source_Database?: never });
  t: Texts<'projects'>;
  next: Next | null;
}

/** Progress of a project and a link to its next step. It is part of every row, so it uses native elements only. */
export function ProjectProgress({ row, t, next }: NoteProps) {
  const days = daysLeft(row);
  return (
    <div className={classes.note}>
      <span className={classes.step}>
        {next && (
          // Arrow keys also stop at this link, between the cells of the row and its actions.
          <RowLink className={classes.next} href={next.href} data-stop>
            {next.text}
          </RowLink>
        )}
      </span>
      {row.role && <span className={classes.role}>{t(`as_${row.role}`)}</span>}
      {row.Source_Database !== undefined && (
        <EngineWay
          from={row.Source_Database}
          to={row.Target_Database}
          name={t('engineWay', {
            source: row.Source_Database_Name,
            target: row.Target_Database_Name,
          })}
        />
      )}
      <SidesProgress row={row} t={t} />
      {days !== null && (
        <span className={`${classes.days} ${classes[row.overdue === 1 ? 'overdue' : 'role']}`}>
          {days < 0 ? t('daysLate', { count: -days }) : t('daysLeft', { count: days })}
        </span>
      )}
    </div>
  );
}

/** Days until the planned end; negative afterwards, null for a completed project. */
function daysLeft({ Planned_End_Date: end, Project_Status: status }: Shown): number | null {
  if (status === 'completed') return null;
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  return Math.round((Date.parse(end.slice(0, 10)) - today) / DAY);
}

/** One bar for both sides, with a text for each. */
function SidesProgress({ row: { progress }, t }: Pick<NoteProps, 'row' | 't'>) {
  const sum = (part: 'total' | 'migrated' | 'verified') =>
    SIDES.reduce((all, side) => all + progress[side][part], 0);
  const share = (part: number) => `${sum('total') === 0 ? 0 : (100 * part) / sum('total')}%`;
  return (
    <span className={classes.progress}>
      <span className={classes.bar} data-bar aria-hidden="true">
        <span className={classes.verified} style={{ width: share(sum('verified')) }} />
        <span className={classes.migrated} style={{ width: share(sum('migrated')) }} />
      </span>
      {SIDES.map((side) => (
        <SideProgress key={side} side={side} counts={progress[side]} t={t} />
      ))}
    </span>
  );
}

interface SideProgressProps {
  side: Side;
  counts: StatusCounts;
  t: Texts<'projects'>;
}

function SideProgress({ side, counts, t }: SideProgressProps) {
  const { total, migrated, verified } = counts;
  return (
    <span className={classes.counts}>
      {t(`progress_${side}`)}:{' '}
      <span>
        {total === 0
          ? t('notImported')
          : t('verifiedOf', { verified: formatNumber(verified), total: formatNumber(total) })}
        {migrated > 0 && ` · ${t('migratedOnly', { migrated: formatNumber(migrated) })}`}
      </span>
    </span>
  );
}
