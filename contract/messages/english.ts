import { MESSAGES } from './catalogue.ts';
import { readFault } from './fault.ts';
import type { Message, Param, Said } from './message.ts';

const TEXTS: Readonly<Record<string, string>> = MESSAGES;
/** Parameters that say how many: limits, digits and ports are written as they are typed. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'rows']);
const grouped = new Intl.NumberFormat('en');
const plural = new Intl.PluralRules('en');

/** The sentence of a message in English: for the API, the log and the command line. Words stay as they are. */
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

/** What is wrong with a field, as validators carry it. */
export function sayFault(text: string): string {
  const said = readFault(text);
  return said ? sayEnglish(said) : text;
}

/** A message as lists carry it: in English, and as data. */
export const speak = (said: Message) => ({ detail: sayEnglish(said), ...said });

type Spoken<Name extends string, Text, Data> = Record<Name, Text> & Record<`${Name}_said`, Data>;
type Data = Message | null;

/** What is said, as the API has it under a name: in English, and beside that as data. */
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
