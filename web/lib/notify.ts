import { randomId } from '@mantine/hooks';
import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { NOTIFICATION_MS } from '../../contract/texts.ts';
import { errorText } from './api.ts';
import { texts } from './i18n/index.ts';
import { fixedText } from './i18n/messages.ts';

const t = texts('notify');

function notify(kind: 'success' | 'error', message: ReactNode, id = randomId()): void {
  const notice = {
    id,
    title: fixedText(kind === 'success' ? 'successTitle' : 'errorTitle'),
    message,
    color: kind === 'success' ? 'green' : 'red',
    role: kind === 'success' ? 'status' : 'alert',
    position: 'top-center',
    autoClose: NOTIFICATION_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
  } as const;
  // A repeated notification replaces the earlier one, so that duplicates do not cover the screen.
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const former of [...shown, ...queue]) {
    const same = former.message === notice.message && former.color === notice.color;
    if (same && former.id !== undefined) notifications.hide(former.id);
  }
  notifications.show({ ...notice, ...heldByFocus(notice) });
}

/** Keeps a notification open while it has the focus (hovering does so already), and returns the focus when it closes. */
function heldByFocus(notice: NotificationData): Partial<NotificationData> {
  let before: EventTarget | null = null;
  return {
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.contains(relatedTarget)) return;
      before = relatedTarget;
      notifications.update({ ...notice, autoClose: false });
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.contains(relatedTarget)) return;
      before = null;
      notifications.update(notice);
    },
    onClose: () => {
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

/** Shows a green notification titled Success; with an id, it can be hidden early. */
export function notifySuccess(message: ReactNode, id?: string): void {
  notify('success', message, id);
}

/** Shows an error, unless it is in sight already. */
export function notifyErrorOnce(text: string): void {
  const isShown = notificationsStore
    .getState()
    .notifications.some(({ message }) => message === text);
  if (!isShown) notifyError(text);
}

/** Shows a red notification titled Error, for a message or a thrown value. */
export function notifyError(messageOrError: unknown): void {
  notify('error', typeof messageOrError === 'string' ? messageOrError : errorText(messageOrError));
}
