import type { Message } from '../../contract/messages/message.ts';

/** A sentence of a test's own: what no catalogue knows is said as it stands. */
export const said = (words: string): Message => ({ code: words as Message['code'] });
