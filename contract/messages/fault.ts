import { type Code, type Given, type Message, message } from './message.ts';

/** A message as text: validators and forms carry nothing else for what is wrong with a field. */
export const asFault = (said: Message): string => JSON.stringify(said);

export const fault = <C extends Code>(code: C, ...given: Given<C>): string =>
  asFault(message(code, ...given));

/** Null for words that are no message of ours. */
export const readFault = (text: string): Message | null =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Message) : null;
