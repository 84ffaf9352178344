import { fields } from '../../../contract/messages/fields.ts';
import { readFault } from '../../../contract/messages/message.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { i18n } from './index.ts';

/** The part with the messages of server and contract. */
const MESSAGES = 'messages';
// The only English messages in the bundle: the server sends the English text of all others.
i18n.addResourceBundle('en', MESSAGES, fields);

/** A message as received; its code may be newer than this page. */
export interface ReceivedMessage {
  code?: string | undefined;
  params?: Readonly<Record<string, unknown>> | undefined;
}

const isMessage = (value: unknown): value is ReceivedMessage =>
  typeof value === 'object' && value !== null && 'code' in value;

/** The translated message; null if it, or a message in its params, has no translation. Names and values are not translated. */
function translate({ code, params = {} }: ReceivedMessage): string | null {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    const said = translateParam(value);
    if (said === null) return null;
    values[name] = said;
  }
  // Causes keep their number as text.
  const number = Number(values['count'] ?? values['digits'] ?? values['length']);
  const options = { ns: MESSAGES, ...values, ...(Number.isFinite(number) && { count: number }) };
  return code !== undefined && i18n.exists(code, options) ? i18n.t(code, options) : null;
}

function translateParam(value: unknown): string | number | null {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) {
    const parts = value.map(translateParam);
    return parts.includes(null) ? null : parts.join('; ');
  }
  return isMessage(value) ? translate(value) : String(value);
}

/** The message in the chosen language, or the server's English text if there is no translation. */
export const translateMessage = (
  said: ReceivedMessage | null | undefined,
  english: string,
): string => (i18n.language === 'en' || !said ? english : (translate(said) ?? english));

/** The same for lists of sentences and their messages. */
export const translateAll = (
  english: readonly string[],
  said: readonly (ReceivedMessage | null)[] = [],
): string[] => english.map((text, place) => translateMessage(said[place], text));

/** Translates a validator's error; text that is not a message is returned unchanged. */
export function translateFault(text: string): string {
  const fault = readFault(text);
  return fault ? (translate(fault) ?? fault.code) : text;
}

type FixedTextName = Exclude<
  keyof typeof TEXTS,
  'isRequired' | 'greeting' | 'projectAdded' | 'userAdded'
>;

/** A text that the specification fixes, in the chosen language. */
export const fixedText = (name: FixedTextName): string =>
  translateMessage({ code: `fixed.${name}` }, TEXTS[name]);
