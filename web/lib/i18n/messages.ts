import { fields } from '../../../contract/messages/fields.ts';
import { readFault } from '../../../contract/messages/fault.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { i18n } from './index.ts';

/** The part of the catalogue that holds what server and contract say. */
export const MESSAGES = 'messages';
// All that is said here in English: the rest of the English comes from the server in words.
i18n.addResourceBundle('en', MESSAGES, fields);

/** A message as it arrives: its code may be newer than this page. */
export interface Said {
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

const isSaid = (value: unknown): value is Said =>
  typeof value === 'object' && value !== null && 'code' in value;

/** Null where the chosen language lacks it, or a part of it. Names and values of people's own stay as they are. */
function say({ code, params = {} }: Said): string | null {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    const said = sayParam(value);
    if (said === null) return null;
    values[name] = said;
  }
  const ns = MESSAGES;
  return code !== undefined && i18n.exists(code, { ns, ...values })
    ? i18n.t(code, { ns, ...values })
    : null;
}

function sayParam(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) {
    const parts = value.map(sayParam);
    return parts.includes(null) ? null : parts.join('; ');
  }
  return isSaid(value) ? say(value) : String(value);
}

/** What the server says, in the chosen language; in its own words where that is English or lacks it. */
export const sayMessage = (said: Said | null | undefined, english: string): string =>
  i18n.language === 'en' || !said ? english : (say(said) ?? english);

/** Likewise of sentences with the messages beside them. */
export const sayAll = (english: readonly string[], said: readonly (Said | null)[] = []): string[] =>
  english.map((text, place) => sayMessage(said[place], text));

/** What is wrong with a field, as validators say it; other words as they are. */
export function sayFault(text: string): string {
  const fault = readFault(text);
  return fault ? (say(fault) ?? fault.code) : text;
}

type Fixed = Exclude<keyof typeof TEXTS, 'isRequired' | 'greeting' | 'projectAdded' | 'userAdded'>;

/** A text that the specification fixes. */
export const sayFixed = (name: Fixed): string => sayMessage({ code: `fixed.${name}` }, TEXTS[name]);
