/**
 * Gives work a signal that aborts after so many milliseconds (reason: a `TimeoutError`), or with the caller's signal.
 * Not `AbortSignal.any`: on Node 20 its timeouts may be garbage-collected, and then never fire (nodejs/node#57736).
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const until = new AbortController();
  const late = new DOMException(`The work took longer than ${ms} ms.`, 'TimeoutError');
  const timer = setTimeout(() => until.abort(late), ms);
  const stop = () => until.abort(outer?.reason);
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  try {
    return await work(until.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}
