import { useRouter, useSearch } from '@tanstack/react-router';
import { LoginPage } from '../../features/auth/login-page.tsx';
import { safeReturn } from '../guard.ts';

export function LoginRoute() {
  const router = useRouter();
  const { from } = useSearch({ from: '/login' });
  return (
    <LoginPage onSignedIn={() => router.history.push(safeReturn(from) ?? '/admin/homepage')} />
  );
}
