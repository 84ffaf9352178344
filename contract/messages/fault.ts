import { type Code, type Given, type Message, type MessageOrText, message } from './message.ts';

/** Serialises a message for places that carry only text: errors of validators and forms, columns of the store. */
export const asFault = (said: Message): string => JSON.stringify(said);

export const fault = <C extends Code>(code: C, ...given: Given<C>): string =>
  asFault(message(code, ...given));

/** Parses a serialised message; null where the text is not one. */
export const readFault = (text: string): Message | null =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Message) : null;

/** Reads a message from a column of the store; plain text there dates from before messages were kept as data. */
export const readMessageOrText = (text: string): MessageOrText => readFault(text) ?? text;
