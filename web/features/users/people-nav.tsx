import { Link } from '@tanstack/react-router';
import { useTexts } from '../../lib/i18n/index.ts';
import classes from './users.module.css';

const VIEWS = [
  ['/admin/users', 'viewAll'],
  ['/admin/adduser', 'viewAdd'],
  ['/admin/assignproject', 'viewRole'],
  ['/admin/clients', 'viewClients'],
] as const;

/** Tabs of the screens about people: users and clients. */
export function PeopleNav() {
  const t = useTexts('users');
  return (
    <nav aria-label={t('people')} className={classes.people}>
      {VIEWS.map(([to, text]) => (
        <Link key={to} to={to} className={classes.view ?? ''}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
