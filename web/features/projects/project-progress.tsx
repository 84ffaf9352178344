import { SIDES, type Side } from '../../../contract/fields.ts';
import type { ProjectRow, StatusCounts } from '../../../contract/projects.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Translate } from '../../lib/i18n/index.ts';
import classes from './projects.module.css';
import type { ProjectTexts } from './texts.ts';

interface NoteProps {
  row: ProjectRow;
  t: Translate<ProjectTexts>;
}

/** Where the project stands. Native elements only: this stands in every row. */
export function ProjectProgress({ row, t }: NoteProps) {
  return (
    <div className={classes.note} data-admin={row.role === null || undefined}>
      {row.role && <span className={classes.role}>{t(`as_${row.role}`)}</span>}
      {row.overdue === 1 && <span className={classes.overdue}>{t('overdue')}</span>}
      {row.open > 0 && <span className={classes.open}>{t('open', { count: row.open })}</span>}
      <span className={classes.progress}>
        {SIDES.map((side) => (
          <SideProgress key={side} side={side} counts={row.progress[side]} t={t} />
        ))}
      </span>
    </div>
  );
}

interface Props {
  side: Side;
  counts: StatusCounts;
  t: Translate<ProjectTexts>;
}

function SideProgress({ side, counts, t }: Props) {
  const { total, migrated, verified } = counts;
  const share = (part: number) => `${total === 0 ? 0 : (100 * part) / total}%`;
  return (
    <span className={classes.side}>
      <span>{t(`progress_${side}`)}</span>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes.verified} style={{ width: share(verified) }} />
        <span className={classes.migrated} style={{ width: share(migrated) }} />
      </span>
      <span className={classes.counts}>
        {total === 0
          ? t('notImported')
          : t('verifiedOf', { verified: formatNumber(verified), total: formatNumber(total) })}
        {migrated > 0 && ` · ${t('migratedOnly', { migrated: formatNumber(migrated) })}`}
      </span>
    </span>
  );
}
