import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressIn, clientAddress } from './client-address.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the address of the client', () => {
  // covers: 3.login.2
  it('is the ip line of a trace', () => {
    expect(addressIn('fl=12\nip=203.0.113.9\nts=1')).toBe('203.0.113.9');
    expect(addressIn('nothing here')).toBeNull();
  });

  // covers: D19.1
  it('comes from the service that the settings name', async () => {
    const fetched = vi.fn<(url: string) => Promise<Response>>(async (url) =>
      url === '/api/settings'
        ? Response.json({ trace_url: '/api/trace' })
        : new Response('ip=10.0.0.7\n'),
    );
    vi.stubGlobal('fetch', fetched);
    expect(await clientAddress()).toBe('10.0.0.7');
    expect(fetched.mock.calls[1]![0]).toBe('/api/trace');
  });

  // covers: D19.2
  it('is given up after a second', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const address = clientAddress();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await address).toBeNull();
  });

  it('is null when the service fails', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no')));
    expect(await clientAddress()).toBeNull();
  });
});
