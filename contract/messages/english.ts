import { MESSAGES } from './catalogue.ts';
import { readFault } from './fault.ts';
import type { Message, Param, Said } from './message.ts';

const TEXTS: Readonly<Record<string, string>> = MESSAGES;
/** Parameters that are counts, and so are written with grouped digits; limits, digits and ports are not. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'rows']);
const grouped = new Intl.NumberFormat('en');
const plural = new Intl.PluralRules('en');

/** The English sentence of a message, for the API, the log and the command line. Strings are returned unchanged. */
export function sayEnglish(said: Said): string {
  if (typeof said === 'string') return said;
  const { code, params = {} } = said;
  return textOf(code, params['count']).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    COUNTS.has(name) && typeof params[name] === 'number'
      ? grouped.format(params[name])
      : sayParam(params[name]!),
  );
}

const textOf = (code: string, count: Param | undefined): string =>
  (typeof count === 'number' ? TEXTS[`${code}_${plural.select(count)}`] : undefined) ??
  TEXTS[code] ??
  code;

export function sayParam(param: Param): string {
  if (typeof param !== 'object') return String(param);
  return 'code' in param ? sayEnglish(param) : param.map(sayEnglish).join('; ');
}

/** The English text of a validator's error; a text that is no serialised message is returned unchanged. */
export function sayFault(text: string): string {
  const said = readFault(text);
  return said ? sayEnglish(said) : text;
}

/** A message as items of lists carry it: in English, and as code and params. */
export const speak = (said: Message) => ({ detail: sayEnglish(said), ...said });

type Spoken<Name extends string, Text, Data> = Record<Name, Text> & Record<`${Name}_said`, Data>;
type Data = Message | null;

/** The properties that carry a message in the API: `name` in English, and `name_said` as data. */
export function speakAs<N extends string>(name: N, said: Said): Spoken<N, string, Data>;
export function speakAs<N extends string>(
  name: N,
  said: Said | null,
): Spoken<N, string | null, Data>;
export function speakAs<N extends string>(
  name: N,
  said: readonly Said[],
): Spoken<N, string[], Data[]>;
export function speakAs(name: string, said: Said | readonly Said[] | null) {
  const dataOf = (one: Said | null) => (typeof one === 'string' ? null : one);
  return isList(said)
    ? { [name]: said.map(sayEnglish), [`${name}_said`]: said.map(dataOf) }
    : { [name]: said && sayEnglish(said), [`${name}_said`]: dataOf(said) };
}

const isList = (said: Said | readonly Said[] | null): said is readonly Said[] =>
  Array.isArray(said);
