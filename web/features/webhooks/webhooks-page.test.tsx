import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery, Webhook } from '../../../contract/webhooks.ts';
import { storeUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const webhook: Webhook = {
  id: 3,
  host: 'chat.example.org',
  ending: 'aB3x',
  form: 'json',
  events: ['objects.status', 'run.finished'],
  is_active: 1,
  created_at: '2026-02-01T10:00:00.000Z',
};
const delivery: Delivery = {
  id: 9,
  at: '2026-02-01T10:00:00.000Z',
  event: 'objects.status',
  state: 'failed',
  attempts: 7,
  code: 503,
  detail: 'It responded with status 503.',
  detail_said: { code: 'webhook.answered', params: { code: 503 } },
  next_at: null,
  finished_at: '2026-02-02T10:00:00.000Z',
};

const open = (answers: Record<string, unknown> = {}) => {
  const api = stubApi({
    'GET /api/auth/me': sampleUser,
    'GET /api/projects/12': sampleProject,
    'GET /api/projects/12/webhooks': [],
    'GET /api/webhooks/3/deliveries': [delivery],
    ...answers,
  });
  renderScreen(WebhooksPage, '/webhooks?project=12');
  return { api, user: userEvent.setup() };
};

beforeEach(() => {
  localStorage.clear();
  storeUser(sampleUser);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('says what webhooks are for, adds one, and shows its secret this once', async () => {
  const { api, user } = open({
    'POST /api/projects/12/webhooks': { ...webhook, secret: 'whsec_once' },
  });
  await screen.findByText(/No webhooks yet/);
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Address/ }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.type(screen.getByLabelText(/^Address/), 'https://chat.example.org/x');
  await user.click(screen.getByLabelText('comments'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('whsec_once')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('whsec_once');
  const body = api.sent('POST', '/api/projects/12/webhooks')[0]!.body as { events: string[] };
  expect(body).toMatchObject({ url: 'https://chat.example.org/x', form: 'json' });
  expect(body.events).not.toContain('objects.commented');
});

it('says at the address why it is refused, and keeps what was typed', async () => {
  const { user } = open({
    'POST /api/projects/12/webhooks': problemAnswer(422, 'invalid', {
      errors: [{ field: 'url', message: 'leads into a private network' }],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  const address = screen.getByLabelText<HTMLInputElement>(/^Address/);
  await user.type(address, 'https://chat.example.org/x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Address leads into a private network')).toBeTruthy();
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(address.value).toBe('https://chat.example.org/x');
});

it('shows what became of calls, and sends one again', async () => {
  const { api, user } = open({
    'GET /api/projects/12/webhooks': [webhook],
    'POST /api/webhooks/deliveries/9/again': { ...delivery, state: 'sent', detail_said: null },
  });
  const card = within(await screen.findByRole('region', { name: 'chat.example.org/…aB3x' }));
  const row = (await card.findByText('failed')).closest('tr')!;
  expect(row.textContent).toContain('It responded with status 503.');
  await user.click(within(row).getByRole('button', { name: /Send again/ }));
  expect(await screen.findByText('The call was delivered.')).toBeTruthy();
  expect(api.sent('POST', '/api/webhooks/deliveries/9/again')).toHaveLength(1);
});

it('does one thing at a time, however often it is pressed', async () => {
  let answer: (sent: Delivery) => void = () => undefined;
  const pending = new Promise<Delivery>((resolve) => (answer = resolve));
  const { api, user } = open({
    'GET /api/projects/12/webhooks': [webhook],
    'POST /api/webhooks/deliveries/9/again': () => pending,
  });
  const again = await screen.findByRole('button', { name: /Send again/ });
  await user.click(again);
  await user.click(again);
  answer({ ...delivery, state: 'sent', detail_said: null });
  expect(await screen.findByText('The call was delivered.')).toBeTruthy();
  expect(api.sent('POST', '/api/webhooks/deliveries/9/again')).toHaveLength(1);
});

it('opens a call to what was sent and answered', async () => {
  const { user } = open({
    'GET /api/projects/12/webhooks': [webhook],
    'GET /api/webhooks/deliveries/9': {
      id: 9,
      headers: { 'x-event': 'objects.status', 'x-signature': 't=…,v1=…' },
      body: '{"event":"objects.status"}',
      answer: 'Down for maintenance',
    },
  });
  const call = await screen.findByRole('button', { name: 'status changes' });
  expect(call.getAttribute('aria-expanded')).toBe('false');
  await user.click(call);
  const request = await screen.findByRole('group', { name: 'Request' });
  expect(request.textContent).toBe(
    'x-event: objects.status\nx-signature: t=…,v1=…\n\n{\n  "event": "objects.status"\n}',
  );
  expect(screen.getByRole('group', { name: 'Response 503' }).textContent).toBe(
    'Down for maintenance',
  );
  await user.click(call);
  expect(screen.queryByRole('group', { name: 'Request' })).toBeNull();
});

it('changes what a webhook is called for, and its address where one is typed', async () => {
  const { api, user } = open({
    'GET /api/projects/12/webhooks': [webhook],
    'PUT /api/webhooks/3': webhook,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = () =>
    within(screen.getByRole('form', { name: 'Edit the webhook to chat.example.org/…aB3x' }));
  await user.selectOptions(form().getByLabelText('Form'), 'Slack');
  await user.click(form().getByLabelText('comments'));
  await user.click(form().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Webhook saved.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  await user.type(form().getByLabelText(/^Address/), 'https://chat.example.org/y');
  await user.click(form().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.sent('PUT', '/api/webhooks/3')).toHaveLength(2));
  const [first, second] = api.sent('PUT', '/api/webhooks/3').map(({ body }) => body);
  expect(first).toEqual({
    form: 'slack',
    events: ['objects.status', 'run.finished', 'objects.commented'],
  });
  expect(second).toMatchObject({ url: 'https://chat.example.org/y', form: 'json' });
});

it('says that nothing was sent yet, and when the calls could not be loaded', async () => {
  const webhooks = { 'GET /api/projects/12/webhooks': [webhook] };
  open({ ...webhooks, 'GET /api/webhooks/3/deliveries': [] });
  expect(await screen.findByText('Nothing has been sent yet.')).toBeTruthy();
  cleanup();
  let fails = true;
  const { user } = open({
    ...webhooks,
    'GET /api/webhooks/3/deliveries': () => (fails ? problemAnswer(503, 'Not now.') : [delivery]),
  });
  expect(await screen.findByText('The calls could not be loaded.')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('It responded with status 503.')).toBeTruthy();
});

it('says when webhooks could not be loaded, and tries again', async () => {
  const { user } = open({ 'GET /api/projects/12/webhooks': problemAnswer(503, 'Not now.') });
  await waitFor(() => expect(screen.getByText('The webhooks could not be loaded.')).toBeTruthy());
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  // One can be added all the same.
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(screen.getByRole('form', { name: 'Add a webhook' })).toBeTruthy();
});
