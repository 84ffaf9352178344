import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Registration,
  type UserName,
  type UserRow,
  decideRegistration,
  updateUser,
} from '../../../contract/users.ts';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';
import { notifyUndoable } from '../../ui/undo-notice.tsx';

/** An account with its registration as it is shown. */
interface Registered extends UserName {
  registration: Registration | null;
}

/** What an administrator can decide on an account that somebody registered. */
export function useRegistrations() {
  const t = useTexts('users');
  const queryClient = useQueryClient();
  return useMemo(() => {
    const refresh = () =>
      Promise.all(
        [queryKeys.users, queryKeys.userNames, queryKeys.decisions(undefined)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    const decide = async (user_id: number, declined: 0 | 1) => {
      try {
        await call(decideRegistration, { params: { id: user_id }, body: { declined } });
      } finally {
        // Also after an error: somebody else may have decided first.
        await refresh();
      }
    };
    /** Asks where another administrator has decided in the meantime; resolves to whether the account was activated. */
    const activate = async (user: Registered): Promise<boolean> => {
      const { user_id, username: name, registration: seen_registration } = user;
      try {
        await call(updateUser, {
          body: { user_id, is_active: 1, ...(seen_registration && { seen_registration }) },
        });
        return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        const { registration } = error.problem.current as UserRow;
        const sure = await confirm(() => ({
          title: t('activateTitle', { name }),
          lines: [registration === 'declined' ? t('declinedMeanwhile') : errorText(error)],
          confirm: t('activate'),
        }));
        return sure && activate({ ...user, registration });
      }
    };
    return {
      async activate(user: UserName & Partial<Registered>) {
        try {
          const done = await activate({ ...user, registration: user.registration ?? 'waiting' });
          if (done) notifySuccess(t('activated', { name: user.username }));
        } catch (error) {
          notifyError(error);
        }
        await refresh();
      },

      async decline({ user_id, username: name }: UserName) {
        const sure = await confirm(() => ({
          title: t('declineTitle', { name }),
          lines: [t('declineText'), t('declineLater')],
          confirm: t('decline'),
          danger: true,
        }));
        if (!sure) return;
        try {
          await decide(user_id, 1);
          const notice = `declined-${user_id}`;
          notifyUndoable(t('declinedNow', { name }), notice, () => decide(user_id, 0));
        } catch (error) {
          notifyError(error);
        }
      },
    };
  }, [t, queryClient]);
}
