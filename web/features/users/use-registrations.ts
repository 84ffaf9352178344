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
    /** Sends an activation; asks first where somebody else has decided in the meantime. Undefined if it was not sent. */
    const sendActivation = async (
      { username: name, registration }: Pick<Registered, 'username' | 'registration'>,
      send: (seen: { seen_registration?: Registration }) => Promise<UserRow>,
    ): Promise<UserRow | undefined> => {
      try {
        return await send(registration ? { seen_registration: registration } : {});
      } catch (error) {
        if (!(error instanceof ApiError) || error.problem.current === undefined) throw error;
        const now = (error.problem.current as UserRow).registration;
        const sure = await confirm(() => ({
          title: t('activateTitle', { name }),
          lines: [now === 'declined' ? t('declinedMeanwhile') : errorText(error)],
          confirm: t('activate'),
        }));
        return sure ? sendActivation({ username: name, registration: now }, send) : undefined;
      }
    };
    return {
      sendActivation,

      async activate({
        user_id,
        username: name,
        registration = 'waiting',
      }: UserName & Partial<Registered>) {
        try {
          const done = await sendActivation({ username: name, registration }, (seen) =>
            call(updateUser, { body: { user_id, is_active: 1, ...seen } }),
          );
          if (done) notifySuccess(t('activated', { name }));
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
