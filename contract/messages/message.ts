import { z } from 'zod';
import type { MESSAGES } from './catalogue.ts';

type Key = keyof typeof MESSAGES;
type WithoutEnding<K> = K extends `${infer Code}_${'one' | 'other'}` ? Code : K;

/** What a sentence is called, the same in every language. */
export type Code = WithoutEnding<Key>;

type TextOf<C extends Code> = (typeof MESSAGES)[Extract<Key, C | `${C}_other`>];
type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** What stands in a sentence: data as it is, or what is said in the same language. */
export type Param = string | number | Message | readonly Message[];

/** A sentence as data. Its English is `sayEnglish`'s; in the web app `sayMessage` says it in the chosen language. */
export interface Message {
  code: Code;
  params?: Readonly<Record<string, Param>>;
}

/** Words that are no message are a person's, a database's, or were kept before messages were data. */
export type Said = Message | string;

export type Given<C extends Code> = [NamesIn<TextOf<C>>] extends [never]
  ? []
  : [params: Readonly<Record<NamesIn<TextOf<C>>, Param>>];

export const message = <C extends Code>(code: C, ...[params]: Given<C>): Message =>
  params === undefined ? { code } : { code, params };

/** What the text beside it says, as data; null where that is no message. */
export const said = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() })
  .nullable();

/** A message beside its English on the wire. Whoever knows neither code nor params reads the English. */
export const spoken = {
  code: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
};
