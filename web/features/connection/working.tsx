import { formatRelative, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Dotted } from '../../ui/marks.tsx';
import classes from './connection.module.css';

interface Props {
  /** Whether the connection was tested in this visit. */
  now: boolean;
  /** When all of the database was last read over the connection as it is saved. */
  since: string | null | undefined;
}

/** That the connection works, or when it last did as far as is known. */
export function Working({ now, since }: Props) {
  const t = useTexts('connection');
  if (!now && !since) return null;
  return (
    <span className={classes.connected} title={now || !since ? undefined : formatTime(since)}>
      {now ? (
        <Dotted tone="good">{t('isConnected')}</Dotted>
      ) : (
        <Dotted tone="settled">{t('hasWorked', { time: formatRelative(since!) })}</Dotted>
      )}
    </span>
  );
}
