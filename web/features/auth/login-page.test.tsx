import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeUser, storedUser } from '../../lib/selection.ts';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import { LoginPage } from './login-page.tsx';

const SETTINGS = {
  'GET /api/settings': { trace_url: '/api/trace', self_registration: false },
  'GET /api/trace': 'ip=10.0.0.7',
};

async function open(answers: Record<string, unknown>) {
  const api = stubApi({ ...SETTINGS, ...answers });
  const onSignedIn = vi.fn<() => void>();
  renderScreen(() => <LoginPage onSignedIn={onSignedIn} />, '/login');
  await screen.findByRole('heading', { name: 'Welcome to DB Migration Utility' });
  return { api, onSignedIn, user: userEvent.setup() };
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the login page', () => {
  // covers: 2.login.1, 5.login.1
  it('requires username and password, and begins with the username', async () => {
    const { user, api } = await open({});
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Username is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(api.sent('POST', '/api/auth/login')).toEqual([]);
  });

  // covers: 3.user.2, 3.login.1
  it('sends the time and the address, and stores the user', async () => {
    const { user, api, onSignedIn } = await open({ 'POST /api/auth/login': sampleUser });
    await user.type(screen.getByLabelText('Username'), 'mary');
    await user.type(screen.getByLabelText('Password'), 'secret-words');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(onSignedIn).toHaveBeenCalled());
    const [sent] = api.sent('POST', '/api/auth/login');
    expect(sent!.body).toMatchObject({
      username: 'mary',
      password: 'secret-words',
      login_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    });
    expect(storedUser()?.username).toBe('anna');
  });

  // covers: 2.login.3, 8.login.1
  it("shows a red alert titled Login Error with the server's text", async () => {
    const { user, onSignedIn } = await open({
      'POST /api/auth/login': problemAnswer(401, 'Wrong name or password.'),
    });
    await user.type(screen.getByLabelText('Username'), 'mary');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Login Error');
    expect(alert.textContent).toContain('Wrong name or password.');
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  // covers: D20.1
  it('offers to continue while the session lives', async () => {
    storeUser(sampleUser);
    const { user, onSignedIn } = await open({ 'GET /api/auth/me': sampleUser });
    await user.click(await screen.findByRole('button', { name: 'Continue as anna' }));
    expect(onSignedIn).toHaveBeenCalled();
  });

  it('asks nobody when there was no session', async () => {
    const { api } = await open({});
    expect(api.sent('GET', '/api/auth/me')).toEqual([]);
  });
});
