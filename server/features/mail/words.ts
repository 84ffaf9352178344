import { MESSAGES } from '../../../contract/messages/catalogue.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { NotificationKey } from '../../../contract/notification-words.ts';
import arMessages from '../../../locales/ar/messages.json' with { type: 'json' };
import arNotifications from '../../../locales/ar/notifications.json' with { type: 'json' };
import deMessages from '../../../locales/de/messages.json' with { type: 'json' };
import deNotifications from '../../../locales/de/notifications.json' with { type: 'json' };
import enNotifications from '../../../locales/en/notifications.json' with { type: 'json' };

type Catalogue = Readonly<Record<string, string>>;
const CATALOGUES: Readonly<Record<string, Catalogue>> = {
  en: { ...enNotifications, ...MESSAGES },
  de: { ...deNotifications, ...deMessages },
  ar: { ...arNotifications, ...arMessages },
};

/** The texts of mails in a person's language. */
export interface Words {
  language: string;
  direction: 'ltr' | 'rtl';
  notification(key: NotificationKey, values?: Record<string, string | number>): string;
  message(said: Message): string;
  day(date: string): string;
}

/** @param wanted - a language; English if it is not available */
export function wordsIn(wanted: unknown): Words {
  const language = typeof wanted === 'string' && wanted in CATALOGUES ? wanted : 'en';
  const texts = CATALOGUES[language]!;
  const plural = new Intl.PluralRules(language);
  const grouped = new Intl.NumberFormat(language);
  const isRtl = language === 'ar';
  // Isolates a name, so that it keeps its own direction inside a text of the other direction.
  const show = (value: unknown): string => {
    if (typeof value === 'number') return grouped.format(value);
    const text = String(value as string);
    return isRtl ? `\u2068${text}\u2069` : text;
  };
  const say = (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
    const { count } = values;
    const counted = typeof count === 'number' ? texts[`${key}_${plural.select(count)}`] : undefined;
    const text = counted ?? texts[key] ?? key;
    return text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => show(values[name]));
  };
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    language,
    day: (date) => days.format(new Date(date)),
    direction: isRtl ? 'rtl' : 'ltr',
    notification: say,
    message: ({ code, params }) => say(code, params),
  };
}
