import { z } from 'zod';
import type { MESSAGES } from './catalogue.ts';

type Key = keyof typeof MESSAGES;
type WithoutEnding<K> = K extends `${infer Code}_${'one' | 'other'}` ? Code : K;

/** The code of a message, the same in every language. */
export type Code = WithoutEnding<Key>;

type TextOf<C extends Code> = (typeof MESSAGES)[Extract<Key, C | `${C}_other`>];
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A parameter of a message: a plain value, or messages that are put into the same language. */
export type Param = string | number | Message | readonly Message[];

/** A sentence as data. `toEnglish` renders it in English, `translateMessage` of the web app in the chosen language. */
export interface Message {
  code: Code;
  params?: Readonly<Record<string, Param>>;
}

/** A string is not translated: it comes from a person or a database, or was stored before messages were data. */
export type MessageOrText = Message | string;

export type Given<C extends Code> = [NamesIn<TextOf<C>>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<TextOf<C>>, Param>>];

export const message = <C extends Code>(code: C, ...[params]: Given<C>): Message =>
  params === undefined ? { code } : { code, params };

/** The text beside it as a message; null where that text is not a message. */
export const messageData = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() })
  .nullable();

/** The data of a message, sent beside its English text. Clients that do not know the code show the English. */
export const codeFields = {
  code: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
};

/** Serialises a message for places that carry only text: errors of validators and forms, columns of the store. */
export const asFault = (said: Message): string => JSON.stringify(said);

export const fault = <C extends Code>(code: C, ...given: Given<C>): string =>
  asFault(message(code, ...given));

/** Parses a serialised message; null where the text is not one. */
export const readFault = (text: string): Message | null =>
  text.startsWith('{"code":') ? (JSON.parse(text) as Message) : null;

/** Reads a message from a column of the store; plain text there dates from before messages were kept as data. */
export const readMessageOrText = (text: string): MessageOrText => readFault(text) ?? text;
