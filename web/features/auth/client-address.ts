import { appSettings } from '../../../contract/auth.ts';
import { call } from '../../lib/api.ts';

/** Maximum time in milliseconds that a login waits for the address. */
const TIMEOUT = 1_000;

/** Extracts the value of the `ip=` line from a trace response. */
export function addressIn(trace: string): string | null {
  return /^ip=(.+)$/m.exec(trace)?.[1]?.trim() ?? null;
}

async function look(signal: AbortSignal): Promise<string | null> {
  const { trace_url } = await call(appSettings, { signal });
  const response = await fetch(trace_url, { signal, credentials: 'omit' });
  return response.ok ? addressIn(await response.text()) : null;
}

/** The client's address as the trace service sees it; null if it does not answer in time. */
export async function clientAddress(): Promise<string | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT);
  const silence = new Promise<null>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(null));
  });
  try {
    return await Promise.race([look(abort.signal).catch(() => null), silence]);
  } finally {
    clearTimeout(timer);
  }
}
