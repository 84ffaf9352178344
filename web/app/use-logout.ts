import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { logout } from '../../contract/auth.ts';
import { call } from '../lib/api.ts';
import { notifyError } from '../lib/notify.ts';
import { forgetPreferences } from '../lib/preferences.ts';
import { clearSelections } from '../lib/selection.ts';

/** Ends the session, clears the stored selections and opens the login page. */
export function useLogout() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call(logout);
    } catch (error) {
      // Without the server the session would stay alive although the screen says otherwise.
      notifyError(error);
      return;
    }
    forgetPreferences();
    clearSelections();
    await navigate({ to: '/login' });
    queryClient.clear();
  };
}
