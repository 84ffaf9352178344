import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type ParsedLocation,
} from '@tanstack/react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { select, selected, storeUser } from '../lib/selection.ts';
import { sampleUser } from '../ui/testing/samples.ts';
import { fillSelection, leaveToLogin, safeReturn } from './guard.ts';

describe('what an address does not say', () => {
  const at = (pathname: string) => ({ pathname }) as ParsedLocation;
  /** Where one is sent instead, if anywhere. */
  function sentTo(run: () => void): unknown {
    try {
      run();
      return null;
    } catch (redirect) {
      return (redirect as { options: unknown }).options;
    }
  }
  beforeEach(() => {
    localStorage.clear();
    storeUser(sampleUser);
    select('project', { Project_Id: 12, Project_Name: 'Billing' });
    select('tableflag', 'target');
  });

  // covers: 3.flags.1, D21.2
  it('is filled in from what was selected last, keeping the rest', () => {
    const search = { 'f.status': 'pending' };
    expect(sentTo(() => fillSelection(search, at('/testing'), 'tableflag'))).toMatchObject({
      to: '/testing',
      search: { project: 12, side: 'target', 'f.status': 'pending' },
      replace: true,
    });
    expect(sentTo(() => fillSelection({}, at('/dbconnect'), null))).toMatchObject({
      search: { project: 12 },
    });
  });

  it('opens lists of own work on what is to do, where an address says nothing more', () => {
    const search = (path: string, said: Record<string, string>) =>
      sentTo(() => fillSelection(said, at(path), path === '/testing' ? 'tableflag' : null));
    storeUser({ ...sampleUser, is_admin: 0 });
    const sent = { project: 12, todo: 1 };
    expect(search('/developer', {})).toMatchObject({ search: sent });
    expect(search('/testing', {})).toMatchObject({ search: { ...sent, side: 'target' } });
    expect(search('/testing', { project: '7' })).toMatchObject({
      search: { project: '7', side: 'target', todo: 1 },
    });
    expect(search('/testing', { side: 'source' })).toMatchObject({ search: { todo: 1 } });
    for (const [path, said] of [
      ['/testing', { 'f.status': 'verified' }],
      ['/pairs', {}],
    ] as const)
      expect(search(path, said)).not.toHaveProperty('search.todo');
    storeUser(sampleUser);
    expect(search('/testing', {})).not.toHaveProperty('search.todo');
  });

  it('opens lists of own work on what is to do, also where the address already says the project', () => {
    storeUser({ ...sampleUser, is_admin: 0 });
    const search = { project: 12 };
    expect(sentTo(() => fillSelection(search, at('/developer'), null))).toMatchObject({
      search: { project: 12, todo: 1 },
      replace: true,
    });
    const both = { project: 12, side: 'source' as const };
    expect(sentTo(() => fillSelection(both, at('/testing'), 'tableflag'))).toMatchObject({
      search: { ...both, todo: 1 },
    });
  });

  it('is all of the list where somebody has emptied its filters, which the address then says', () => {
    storeUser({ ...sampleUser, is_admin: 0 });
    const search = { project: 12 };
    expect(sentTo(() => fillSelection(search, at('/developer'), null, 'stay'))).toMatchObject({
      search: { project: 12, todo: 0 },
      resetScroll: false,
    });
    const all = { project: 12, todo: 0 };
    for (const cause of ['enter', 'stay'] as const)
      expect(sentTo(() => fillSelection(all, at('/developer'), null, cause))).toBeNull();
  });

  it('is the source side where nothing was selected', () => {
    expect(sentTo(() => fillSelection({}, at('/assignobjects'), 'assignObjectFlag'))).toMatchObject(
      { search: { project: 12, side: 'source' } },
    );
  });

  it('is not asked for where the address says it, which is then the selection', () => {
    const search = { project: 7, side: 'source' as const };
    expect(sentTo(() => fillSelection(search, at('/testing'), 'tableflag'))).toBeNull();
    expect(selected('tableflag')).toBe('source');
  });

  it('stays as it was while a link is only pointed at', () => {
    const search = { project: 7, side: 'source' as const };
    expect(sentTo(() => fillSelection(search, at('/testing'), 'tableflag', 'preload'))).toBeNull();
    expect(selected('tableflag')).toBe('target');
  });
});

describe('the way back after a login', () => {
  // covers: D20.2
  it('leads to addresses of this site only', () => {
    expect(safeReturn('/testing?project=12&side=target')).toBe('/testing?project=12&side=target');
    for (const from of [
      undefined,
      '',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      // Browsers leave tabs and line ends out of an address.
      '/\t/evil.example',
      '\n//evil.example',
      '/\r\n/evil.example',
    ]) {
      expect(safeReturn(from)).toBeUndefined();
    }
  });

  it('does not lead to the login again', () => {
    expect(safeReturn('/login?from=/login')).toBeUndefined();
  });
});

describe('a session that has ended', () => {
  it('is left once, however many signs there are of its end', async () => {
    const history = createMemoryHistory({ initialEntries: ['/admin/dashboard'] });
    const router = createRouter({ routeTree: createRootRoute(), history });
    await router.load();
    leaveToLogin(router);
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    leaveToLogin(router, true);
    await router.load();
    expect(router.state.location.search).toEqual({ from: '/admin/dashboard' });
  });
});
