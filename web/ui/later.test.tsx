import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const OLD = '<div id="root"></div><script type="module" src="/assets/start-old.js"></script>';
const NEW = OLD.replace('old', 'new');
const gone = new TypeError('Failed to fetch dynamically imported module');
const load = vi.fn<() => Promise<{ Part: () => string }>>();

/** Of a page that has just been loaded: what was found before is forgotten. */
async function freshPage() {
  vi.resetModules();
  const script = document.createElement('script');
  script.setAttribute('src', '/assets/start-old.js');
  vi.spyOn(document, 'querySelector').mockReturnValue(script);
  const [{ later }, { loadPage, lookForNewVersion, NewVersionError, useNewVersion }] =
    await Promise.all([import('./later.ts'), import('../lib/new-version.ts')]);
  return { later, loadPage, lookForNewVersion, NewVersionError, useNewVersion };
}

const serverHas = (page: string | null, status = 200) =>
  vi.stubGlobal('fetch', () =>
    page === null ? Promise.reject(gone) : Promise.resolve(new Response(page, { status })),
  );

async function showPart(later: Awaited<ReturnType<typeof freshPage>>['later']) {
  const Part = later(load, 'Part');
  render(
    <>
      <textarea defaultValue="typed" />
      <Suspense fallback="not there yet">
        <Part />
      </Suspense>
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(10));
}

beforeEach(() => {
  vi.useFakeTimers();
  load.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('keeps what is typed where a newer version has a part under another name', async () => {
  const { later, useNewVersion } = await freshPage();
  const Said = () => (useNewVersion() ? 'a new version' : 'this version');
  render(<Said />);
  expect(screen.getByText('this version')).toBeDefined();
  load.mockRejectedValue(gone);
  serverHas(NEW);
  await showPart(later);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('typed');
  expect(screen.getByText('not there yet')).toBeDefined();
  expect(screen.getByText('a new version')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

it.each([
  ['cannot be reached', null, 200],
  ['answers for a server that is away', 'Bad gateway', 502],
])('shows a part once the server is back that %s', async (_, page, status) => {
  const { later } = await freshPage();
  load.mockRejectedValue(gone);
  serverHas(page, status);
  await showPart(later);
  expect(screen.getByText('not there yet')).toBeDefined();
  load.mockResolvedValue({ Part: () => 'the part' });
  serverHas(OLD);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('the part')).toBeDefined();
});

it('asks once more for styles that were not reached, and for no others', async () => {
  const { later } = await freshPage();
  const [missing, there] = ['missing', 'there'].map((name) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', title: name });
    Object.defineProperty(link, 'sheet', { value: name === 'there' ? {} : null });
    document.head.append(link);
    return link;
  });
  load.mockRejectedValue(gone);
  serverHas(null);
  await showPart(later);
  load.mockResolvedValue({ Part: () => 'the part' });
  serverHas(OLD);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  const links = [...document.head.querySelectorAll('link')];
  expect(links.map(({ title }) => title)).toEqual(['missing', 'there']);
  expect([links[0] === missing, links[1] === there]).toEqual([false, true]);
  for (const link of links) link.remove();
});

it('says of a page whether it is gone, cannot be reached, or is broken', async () => {
  const { loadPage, NewVersionError } = await freshPage();
  load.mockRejectedValue(gone);
  serverHas(null);
  await expect(loadPage(load)).rejects.toThrow(/The server cannot be reached/);
  serverHas(OLD);
  await expect(loadPage(load)).rejects.toBe(gone);
  serverHas('Sign in. <script type="module" src="/proxy.js"></script>');
  await expect(loadPage(load)).rejects.toBe(gone);
  serverHas(NEW);
  await expect(loadPage(load)).rejects.toBeInstanceOf(NewVersionError);
});

it('looks for a new version when the browser misses a file that nobody waits for', async () => {
  const { useNewVersion } = await freshPage();
  const Said = () => (useNewVersion() ? 'a new version' : 'this version');
  render(<Said />);
  serverHas(NEW);
  window.dispatchEvent(new Event('vite:preloadError'));
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(screen.getByText('a new version')).toBeDefined();
});
