import { type Message, message } from '../../../contract/messages/message.ts';
import {
  type NotificationKey,
  addressOf,
  sentenceOf,
} from '../../../contract/notification-words.ts';
import type { Notification } from '../../../contract/notifications.ts';
import type { Mail } from './mailer-service.ts';
import { MESSAGES } from '../../../contract/messages/catalogue.ts';
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
  const language = typeof wanted === 'string' && Object.hasOwn(CATALOGUES, wanted) ? wanted : 'en';
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

/** Most notifications listed one by one. */
const MAX_LISTED = 50;

export interface Reader {
  username: string;
  email: string;
  isAdmin: boolean;
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const pageOf = ({ language, direction }: Words, title: string, body: string): string =>
  `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escape(title)}</title></head>` +
  `<body style="font-family:sans-serif;line-height:1.5">${body}</body></html>`;

/** The mail about somebody's news: names of projects, objects and people, but nothing from their databases. */
export function digestOf(
  words: Words,
  { username, email, isAdmin }: Reader,
  news: readonly Notification[],
  publicUrl: string,
): Mail {
  const linkTo = ({ to, search }: ReturnType<typeof addressOf>): string => {
    const query = new URLSearchParams(
      Object.entries(search).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return `${publicUrl}${to}${query.size > 0 ? `?${query.toString()}` : ''}`;
  };
  const lines = news.slice(0, MAX_LISTED).map((one) => ({
    sentence: sentenceOf(words.notification, one, words.day),
    about: [one.Project_Name, one.actor].filter(Boolean).join(' · '),
    link: linkTo(addressOf(one, isAdmin)),
  }));
  // With only one item, the subject says what it is.
  const [only] = lines;
  const subject =
    only && news.length === 1
      ? [only.sentence, news[0]!.Project_Name].filter(Boolean).join(' · ')
      : words.message(message('mail.subject', { count: news.length }));
  const intro = words.message(message('mail.intro', { name: username }));
  const left = news.length - lines.length;
  const more = left > 0 ? words.message(message('mail.more', { count: left })) : '';
  const settings = `${publicUrl}/admin/homepage?notifications=1`;
  const why = words.message(message('mail.why', { link: settings }));
  const whyLinked = escape(why).replace(
    escape(settings),
    (link) => `<a href="${link}">${link}</a>`,
  );
  const items = lines.map(
    ({ sentence, about, link }) =>
      `<li><a href="${escape(link)}">${escape(sentence)}</a>${about && `<br><small>${escape(about)}</small>`}</li>`,
  );
  return {
    to: email,
    subject,
    settings,
    text: [
      intro,
      ...lines.map(({ sentence, about, link }) =>
        [`- ${sentence}`, about && `  ${about}`, `  ${link}`].filter(Boolean).join('\n'),
      ),
      ...(more ? [more] : []),
      `-- \n${why}`,
    ].join('\n\n'),
    html: pageOf(
      words,
      subject,
      `<p>${escape(intro)}</p><ul>${items.join('')}</ul>${more && `<p>${escape(more)}</p>`}<p><small>${whyLinked}</small></p>`,
    ),
  };
}

export function testMailOf(words: Words, email: string): Mail {
  const subject = words.message(message('mail.testSubject'));
  const text = words.message(message('mail.testText'));
  return { to: email, subject, text, html: pageOf(words, subject, `<p>${escape(text)}</p>`) };
}
