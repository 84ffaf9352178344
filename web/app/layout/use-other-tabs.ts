import { useEffect } from 'react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { onSessionElsewhere } from '../../lib/selection.ts';

/** A logout in another tab ends this one, too; and what one user sees does not stay under the next. */
export function useOtherTabs(userId: number): void {
  const router = useRouter();
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionElsewhere((next) => {
        if (next === null) {
          const { href } = router.state.location;
          void navigate({ to: '/login', search: { from: href }, ignoreBlocker: true });
        } else if (next !== userId) {
          // Everything that is loaded was loaded for somebody else.
          window.location.reload();
        }
      }),
    [navigate, router, userId],
  );
}
