import { i18n } from './index.ts';
import { MESSAGES } from './messages.ts';

const PART = MESSAGES;

/** A name reaches over no end of a sentence, a failure within another one does. */
const NAME = String.raw`((?:(?!\. [A-Z]).)+?)`;
const ENGINE = '(PostgreSQL|MySQL / MariaDB|MySQL|MariaDB|SQL Server|Oracle|SQLite)';
const WHOLE = new Set(['failure', 'finding']);
/** Values of people's own, which may reach over anything: a column called source stays source. */
const AS_IT_IS = new Set(['columns', 'values', 'row', 'it', 'there', 'reason']);
/** Names of people's own, likewise. */
const OWN_NAMES = new Set(['database', 'schema', 'user', 'path', 'host', 'address']);

interface Phrase {
  key: string;
  pattern: RegExp;
  names: string[];
}
let phrases: Phrase[] | undefined;

function phraseOf([key, english]: [string, string]): Phrase {
  const names: string[] = [];
  const pattern = english
    .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      names.push(name);
      if (name === 'engine') return ENGINE;
      return WHOLE.has(name) || AS_IT_IS.has(name) ? '(.+?)' : NAME;
    });
  return { key, pattern: new RegExp(`^${pattern}$`, 's'), names };
}

/** What says the most of itself comes first. */
function readPhrases(): Phrase[] {
  const texts = (i18n.getResourceBundle('en', PART) ?? {}) as Record<string, string>;
  const fixedLetters = (english: string) => english.replaceAll(/\{\{\w+\}\}/g, '').length;
  return Object.entries(texts)
    .toSorted(([, one], [, other]) => fixedLetters(other) - fixedLetters(one))
    .map(phraseOf);
}

/** What the server says in English, in the chosen language; what it does not know stays as it is. */
export function translateSentence(english: string): string {
  if (!i18n.hasResourceBundle(i18n.language, PART) || i18n.language === 'en') return english;
  phrases ??= readPhrases();
  for (const { key, pattern, names } of phrases) {
    const match = pattern.exec(english);
    if (!match) continue;
    const values: Record<string, string> = {};
    names.forEach((name, index) => {
      const text = match[index + 1]!;
      const isOwn = AS_IT_IS.has(name) || OWN_NAMES.has(name);
      values[name] = isOwn ? text : translateSentence(text);
    });
    return i18n.t(key, { ns: PART, ...values });
  }
  return english;
}
