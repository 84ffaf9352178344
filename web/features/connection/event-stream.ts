import type { Endpoint, ResponseOf } from '../../../contract/endpoint.ts';
import { send, type CallInput } from '../../lib/api.ts';

/**
 * Calls an endpoint that answers with server-sent events and yields each as it arrives. A stream that is cut off simply ends;
 * the caller must check whether the final event has arrived.
 */
export async function* callEvents<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): AsyncGenerator<ResponseOf<E>> {
  const { body } = await send(endpoint, input as never);
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (input.signal?.aborted) throw error;
      return { done: true as const, value: undefined };
    });
    if (done) return;
    const blocks = (text + value).split('\n\n');
    // The last block may be incomplete and waits for more data.
    text = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith('data: ')) yield JSON.parse(block.slice(6)) as ResponseOf<E>;
    }
  }
}
