import { type Code, type Given, type Message, type Said, message } from './message.ts';

/** A message as text, for where nothing else is carried: by validators and forms, in columns of the store. */
export const asFault = (said: Message): string => JSON.stringify(said);

export const fault = <C extends Code>(code: C, ...given: Given<C>): string =>
  asFault(message(code, ...given));

/** Null for words that are no message of ours. */
export const readFault = (text: string): Message | null =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Message) : null;

/** What a column of the store says: what is no message there was kept before messages were data. */
export const readSaid = (text: string): Said => readFault(text) ?? text;
