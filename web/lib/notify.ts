import { randomId } from '@mantine/hooks';
import { notifications, notificationsStore, type NotificationData } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { NOTIFICATION_MS } from '../../contract/texts.ts';
import { errorText } from './api.ts';
import { texts } from './i18n/index.ts';
import { fixedText } from './i18n/messages.ts';

const t = texts('notify');

interface Options {
  id?: string;
  /** It stays until it is closed. */
  stays?: boolean;
}

const openNotices = () => {
  const { notifications: shown, queue } = notificationsStore.getState();
  return [...shown, ...queue];
};

/** Shows a notification, in place of the one with the same id. */
export function notify(
  kind: 'success' | 'error',
  message: ReactNode,
  { id = randomId(), stays = false }: Options = {},
): void {
  const notice = {
    id,
    title: fixedText(kind === 'success' ? 'successTitle' : 'errorTitle'),
    message,
    color: kind === 'success' ? 'green' : 'red',
    role: kind === 'success' ? 'status' : 'alert',
    position: 'top-center',
    autoClose: stays ? false : NOTIFICATION_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
  } as const;
  // A repeated notification replaces the earlier one, so that duplicates do not cover the screen.
  for (const former of openNotices()) {
    const same = former.message === notice.message && former.color === notice.color;
    if (same && former.id !== undefined) notifications.hide(former.id);
  }
  if (stays) staying.add(id);
  else staying.delete(id);
  if (openNotices().some((one) => one.id === id)) notifications.update(notice);
  else notifications.show({ ...notice, ...heldByFocus(id) });
}

/** Ids of notifications that stay until they are closed. */
const staying = new Set<string>();

function closeAfter(id: string, autoClose: number | false): void {
  const shown = openNotices().find((one) => one.id === id);
  if (shown) notifications.update({ ...shown, autoClose });
}

/** Keeps a notification open while it has the focus (hovering does so already), and returns the focus when it closes. */
function heldByFocus(id: string): Partial<NotificationData> {
  let before: EventTarget | null = null;
  return {
    onFocus: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.contains(relatedTarget)) return;
      before = relatedTarget;
      closeAfter(id, false);
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.contains(relatedTarget)) return;
      before = null;
      if (!staying.has(id)) closeAfter(id, NOTIFICATION_MS);
    },
    onClose: () => {
      staying.delete(id);
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

/** Shows a green notification titled Success. */
export function notifySuccess(message: ReactNode): void {
  notify('success', message);
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
