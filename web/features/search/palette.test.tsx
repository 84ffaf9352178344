import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../../ui/testing/render-screen.tsx';
import { sampleProject, sampleUser } from '../../ui/testing/samples.ts';
import { problemAnswer, stubApi } from '../../ui/testing/stub-api.ts';
import type { Command } from './commands.ts';
import { SearchBox } from './search-box.tsx';

const FOUND = {
  projects: [{ Project_Id: 12, Project_Name: 'Billing', Client_Name: 'Acme' }],
  objects: [],
  users: [{ user_id: 8, username: 'bill' }],
};

async function open(
  answer: unknown = FOUND,
  address = '/admin/homepage',
  me: unknown = sampleUser,
) {
  const api = stubApi({
    'GET /api/auth/me': me,
    'GET /api/search': answer,
    'GET /api/projects/12': sampleProject,
  });
  const run = vi.fn<() => void>();
  const commands: Command[] = [
    { id: 'home', group: 'pages', label: 'HomePage', icon: 'home', run: () => {} },
    { id: 'dark', group: 'actions', label: 'Dark appearance', icon: 'moon', run },
  ];
  const { router } = renderScreen(() => <SearchBox commands={commands} />, address);
  const user = userEvent.setup();
  await screen.findByRole('button', { name: 'Search' });
  await user.keyboard('{Control>}k{/Control}');
  const input = await screen.findByRole('textbox', { name: 'Search' }, { timeout: 5_000 });
  return { api, run, user, input, router };
}

// The list scrolls to what is chosen; the simulated document cannot.
beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollIntoView ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the palette', () => {
  // covers: 2.header.1
  it('opens with Ctrl+K and shows pages and actions', async () => {
    await open();
    expect(await screen.findByText('HomePage')).toBeTruthy();
    expect(screen.getByText('Dark appearance')).toBeTruthy();
  });

  it('leads to the screens and sides of the project that one is in', async () => {
    const { user, input } = await open(FOUND, '/proof?project=12');
    expect(await screen.findByText('Results · Source')).toBeTruthy();
    await user.type(input, 'target');
    await waitFor(() => expect(screen.queryByText('HomePage')).toBeNull());
    const found = ['Assign Objects · Target', 'Testing · Target', 'Results · Target'];
    for (const name of found) expect(screen.getByText(name)).toBeTruthy();
    expect(screen.queryByText('Results · Source')).toBeNull();
  });

  it('leads administrators to the webhooks of the project, and nobody else', async () => {
    const { user, router } = await open(FOUND, '/proof?project=12');
    await user.click(await screen.findByText('Webhooks'));
    const { pathname, search } = router.state.location;
    expect([pathname, search]).toEqual(['/webhooks', { project: 12 }]);
    cleanup();
    await open(FOUND, '/proof?project=12', { ...sampleUser, user_id: 9, is_admin: 0 });
    await screen.findByText('Testing · Target');
    expect(screen.queryByText('Webhooks')).toBeNull();
  });

  it("leads members to what they have to do of their screens' lists", async () => {
    const tester = { ...sampleUser, user_id: 9, is_admin: 0 };
    const { user, router } = await open(FOUND, '/proof?project=12', tester);
    await user.click(await screen.findByText('Testing · Target'));
    const { pathname, search } = router.state.location;
    expect([pathname, search]).toEqual(['/testing', { project: 12, side: 'target', todo: 1 }]);
  });

  it('leaves a list as it is that is in sight', async () => {
    const tester = { ...sampleUser, user_id: 9, is_admin: 0 };
    const address = '/testing?project=12&side=target';
    const { user, router } = await open(FOUND, address, tester);
    await user.click(await screen.findByText('Testing · Target'));
    expect(router.state.location.search).toEqual({ project: 12, side: 'target' });
  });

  // covers: 2.header.1, D24.2
  it('finds projects and users, asking once for what was typed', async () => {
    const { api, input } = await open();
    // At once: a slow machine would pause between the keys.
    for (const value of ['b', 'bi', 'bil']) fireEvent.change(input, { target: { value } });
    expect(await screen.findByText('Billing')).toBeTruthy();
    expect(screen.getByText('bill')).toBeTruthy();
    expect(api.sent('GET', '/api/search').map(({ url }) => url)).toEqual(['/api/search?q=bil']);
  });

  it('has the first of all that is shown chosen, also when more is found', async () => {
    const projects = [{ Project_Id: 12, Project_Name: 'Dark matter', Client_Name: 'Acme' }];
    const { user, input } = await open({ projects, objects: [], users: [] });
    await user.type(input, 'dark');
    const found = (await screen.findByText('Dark matter')).closest('[data-action]')!;
    await waitFor(() => expect(found.getAttribute('data-selected')).toBe('true'));
    expect(document.querySelectorAll('[data-selected]')).toHaveLength(1);
  });

  it('carries out an action from the keyboard alone', async () => {
    const { run, user, input } = await open({ projects: [], objects: [], users: [] });
    await user.type(input, 'dark');
    await waitFor(() => expect(screen.queryByText('HomePage')).toBeNull());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(run).toHaveBeenCalled());
  });

  it('says when nothing was found, and when the search failed', async () => {
    const { user, input } = await open({ projects: [], objects: [], users: [] });
    await user.type(input, 'zzz');
    expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy();
    cleanup();
    const again = await open(problemAnswer(503, 'Not now.'));
    await again.user.type(again.input, 'zzz');
    expect(await screen.findByText('The search did not work: Not now.')).toBeTruthy();
  });
});
