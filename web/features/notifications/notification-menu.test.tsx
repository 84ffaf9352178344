import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import type { Notification } from '../../../contract/notifications.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { NotificationMenu } from './notification-menu.tsx';
import { addressOf } from '../../../contract/notification-words.ts';

const notification = (change: Partial<Notification> = {}): Notification => ({
  id: 1,
  at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  kind: 'assigned',
  project_id: 12,
  Project_Name: 'Billing',
  side: 'source',
  object_id: 101,
  pair_id: null,
  due_date: null,
  object_name: 'public.invoice',
  count: 1,
  actor: 'anna',
  role: 'tester',
  read: false,
  ...change,
});

async function open(notifications: Notification[], answers: Record<string, unknown> = {}) {
  const unread = notifications.filter(({ read }) => !read).length;
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/notifications': { unread, notifications },
    'POST /api/notifications/read': { unread: 0 },
    ...answers,
  });
  renderScreen(NotificationMenu, '/admin/homepage');
  const user = userEvent.setup();
  const name = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications, none unread';
  await user.click(await screen.findByRole('button', { name }));
  return { api, user };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the notifications', () => {
  it('are open where a mail leads to its settings', async () => {
    window.history.replaceState(null, '', '/admin/homepage?notifications=1');
    stubApi({
      'GET /api/auth/me': sampleUser,
      'GET /api/notifications': { unread: 0, notifications: [] },
      'GET /api/mail/settings': { available: true, email: 'a@example.org', frequency: 'soon' },
      'POST /api/notifications/read': { unread: 0 },
    });
    renderScreen(NotificationMenu, '/admin/homepage?notifications=1');
    expect(await screen.findByLabelText('By e-mail')).toBeTruthy();
    window.history.replaceState(null, '', '/');
  });

  // covers: 2.header.3, 9.const.7, D24.2
  it('say what has happened, when, and lead there', async () => {
    await open([
      notification(),
      notification({ id: 2, count: 1200, kind: 'verified', read: true }),
      notification({ id: 3, count: 3, kind: 'overdue' }),
    ]);
    const link = await screen.findByRole('link', {
      name: /Assigned to you to test: public.invoice/,
    });
    expect(link.getAttribute('href')).toBe('/testing?project=12&side=source&row=101');
    expect(link.textContent).toContain('3 hours ago');
    expect(screen.getByText('1,200 objects verified')).toBeTruthy();
    const late = screen.getByRole('link', { name: /3 objects are overdue/ });
    expect(late.getAttribute('href')).toBe('/testing?project=12&side=source&f.due_date=overdue');
  });

  // covers: 2.header.3
  it('are marked as read all at once', async () => {
    const { api, user } = await open([notification(), notification({ id: 2 })]);
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(api.sent('POST', '/api/notifications/read')[0]?.body).toEqual({}));
    expect(await screen.findByRole('button', { name: 'Notifications, none unread' })).toBeTruthy();
    // The button that had the focus is gone; Escape still closes the menu.
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull(),
    );
  });

  it('are marked as read one by one', async () => {
    const { api, user } = await open([notification({ id: 5 })]);
    await user.click(await screen.findByRole('button', { name: /Mark as read: Assigned/ }));
    const sent = () => api.sent('POST', '/api/notifications/read')[0]?.body;
    await waitFor(() => expect(sent()).toEqual({ ids: [5] }));
    expect(document.activeElement?.closest('li')).toBeTruthy();
  });

  it('say when there is none', async () => {
    await open([]);
    expect(await screen.findByText('Nothing has happened yet that concerns you.')).toBeTruthy();
  });

  it('say when they could not be loaded, and try again', async () => {
    await open([], {
      'GET /api/notifications': problemAnswer(503, 'Not now.'),
      'GET /api/mail/settings': { available: false, email: null, frequency: 'off' },
    });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('by mail', () => {
  const settings = { available: true, email: 'anna@example.org', frequency: 'off' };
  it('news comes by mail as often as one chooses; administrators try it', async () => {
    const { api, user } = await open([], {
      'GET /api/mail/settings': settings,
      'PUT /api/mail/settings': { ...settings, frequency: 'daily' },
      'POST /api/mail/test': { sent: true, detail: null, detail_said: null },
    });
    const choice = await screen.findByLabelText<HTMLSelectElement>('By e-mail');
    await user.selectOptions(choice, 'once a day');
    await waitFor(() => expect(choice.value).toBe('daily'));
    expect(api.sent('PUT', '/api/mail/settings')[0]?.body).toEqual({ frequency: 'daily' });
    await user.click(screen.getByRole('button', { name: 'Send a test e-mail' }));
    expect(await screen.findByText('Test e-mail sent to anna@example.org')).toBeTruthy();
  });

  it('tells administrators what could not be sent', async () => {
    const failed = {
      count: 2,
      at: '2026-02-01T10:00:00.000Z',
      username: 'dora',
      detail: 'The mail server rejected the message (code 550).',
      detail_said: { code: 'mail.refused', params: { code: 550 } },
    };
    await open([], { 'GET /api/mail/settings': { ...settings, failed } });
    const line = await screen.findByText(/^2 e-mails of the last 30 days could not be sent/);
    expect(line.textContent).toContain('the last to dora, ');
    expect(line.textContent).toContain(failed.detail);
  });

  it('needs an address, and a server that sends', async () => {
    await open([], { 'GET /api/mail/settings': { ...settings, email: null } });
    expect(await screen.findByText(/You have no e-mail address yet/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('By e-mail').disabled).toBe(true);
    cleanup();
    await open([], { 'GET /api/mail/settings': { ...settings, available: false } });
    expect(await screen.findByText(/This server cannot send e-mail/)).toBeTruthy();
    cleanup();
    await open([], {
      'GET /api/auth/me': { ...sampleUser, is_admin: 0 },
      'GET /api/mail/settings': { ...settings, available: false },
    });
    await screen.findByText('Nothing has happened yet that concerns you.');
    expect(screen.queryByText(/This server cannot send e-mail/)).toBeNull();
  });
});

test.each([
  [notification({ role: 'developer' }), false, '/developer'],
  [notification({ kind: 'returned', role: null }), false, '/developer'],
  [notification({ kind: 'overdue', role: 'developer', count: 3 }), false, '/developer'],
  [notification({ kind: 'verified', role: null }), true, '/adminresults'],
  [notification({ kind: 'import-finished', role: null }), true, '/assignobjects'],
  [notification({ kind: 'project-overdue', side: null, role: null }), true, '/admin/homepage'],
  [notification({ side: null, object_id: null, object_name: null }), false, '/admin/homepage'],
  [notification({ kind: 'signoff-reopened', side: null, pair_id: null }), false, '/gate'],
  [notification({ kind: 'signoff-reopened', side: null, role: 'client' }), false, '/client'],
  [notification({ kind: 'signoff-reopened', side: null, pair_id: 7 }), false, '/pair'],
  [notification({ kind: 'wave-signoff-reopened', side: null }), false, '/waves'],
])('a notification leads to the screen of its reader (%#)', (one, isAdmin, to) => {
  expect(addressOf(one, isAdmin).to).toBe(to);
});

test('a notification of several objects leads to all of them, whatever is to do', () => {
  const several = (kind: 'assigned' | 'overdue') =>
    addressOf(notification({ kind, role: 'tester', count: 12 }), false).search;
  expect(several('assigned')).toEqual({ project: 12, side: 'source', todo: 0 });
  expect(several('overdue')).not.toHaveProperty('todo');
});
