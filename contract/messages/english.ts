import { MESSAGES } from './catalogue.ts';
import { readFault } from './fault.ts';
import type { Message, Param } from './message.ts';

const TEXTS: Readonly<Record<string, string>> = MESSAGES;
const plural = new Intl.PluralRules('en');

/** The sentence of a message in English: for the API, the log and the command line. */
export function sayEnglish({ code, params = {} }: Message): string {
  return textOf(code, params['count']).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    sayParam(params[name]!),
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
