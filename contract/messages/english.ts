import { MESSAGES } from './catalogue.ts';
import { type Message, type Param, type MessageOrText, readFault } from './message.ts';

const TEXTS: Readonly<Record<string, string>> = MESSAGES;
/** Parameters that are counts, and so are written with grouped digits; limits, digits and ports are not. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'rows']);
const grouped = new Intl.NumberFormat('en');
const plural = new Intl.PluralRules('en');

/** The English sentence of a message, for the API, the log and the command line. Strings are returned unchanged. */
export function toEnglish(said: MessageOrText): string {
  if (typeof said === 'string') return said;
  const { code, params = {} } = said;
  return textOf(code, numberOf(params)).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    COUNTS.has(name) && typeof params[name] === 'number'
      ? grouped.format(params[name])
      : paramToEnglish(params[name]!),
  );
}

/** The number that decides between singular and plural. Causes keep it as text in `digits` or `length`. */
const numberOf = (params: Readonly<Record<string, unknown>>): number | undefined => {
  const number = params['count'] ?? params['digits'] ?? params['length'];
  if (typeof number === 'number') return number;
  return typeof number === 'string' && /^\d+$/.test(number) ? Number(number) : undefined;
};

const textOf = (code: string, number: number | undefined): string =>
  (number === undefined ? undefined : TEXTS[`${code}_${plural.select(number)}`]) ??
  TEXTS[code] ??
  TEXTS[`${code}_other`] ??
  code;

export function paramToEnglish(param: Param): string {
  if (typeof param !== 'object') return String(param);
  return 'code' in param ? toEnglish(param) : param.map(toEnglish).join('; ');
}

/** The English text of a validator's error; a text that is no serialised message is returned unchanged. */
export function faultToEnglish(text: string): string {
  const said = readFault(text);
  return said ? toEnglish(said) : text;
}

/** A message as items of lists carry it: in English, and as code and params. */
export const withDetail = (said: Message) => ({ detail: toEnglish(said), ...said });

type WithEnglish<Name extends string, Text, Data> = Record<Name, Text> &
  Record<`${Name}_said`, Data>;
type Data = Message | null;

/** The properties that carry a message in the API: `name` in English, and `name_said` as data. */
export function withEnglish<N extends string>(
  name: N,
  said: MessageOrText,
): WithEnglish<N, string, Data>;
export function withEnglish<N extends string>(
  name: N,
  said: MessageOrText | null,
): WithEnglish<N, string | null, Data>;
export function withEnglish<N extends string>(
  name: N,
  said: readonly MessageOrText[],
): WithEnglish<N, string[], Data[]>;
export function withEnglish(name: string, said: MessageOrText | readonly MessageOrText[] | null) {
  const dataOf = (one: MessageOrText | null) => (typeof one === 'string' ? null : one);
  return isList(said)
    ? { [name]: said.map(toEnglish), [`${name}_said`]: said.map(dataOf) }
    : { [name]: said && toEnglish(said), [`${name}_said`]: dataOf(said) };
}

const isList = (
  said: MessageOrText | readonly MessageOrText[] | null,
): said is readonly MessageOrText[] => Array.isArray(said);
