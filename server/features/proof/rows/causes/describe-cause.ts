import {
  type Code,
  type Given,
  type Message,
  message,
} from '../../../../../contract/messages/message.ts';
import type { CauseKind } from '../../../../../contract/proof/causes.ts';

/** The number of rows in which a cause holds, and what that is a share of. */
export interface Share {
  rows: number;
  /** Rows read in which the column differs. */
  all: number;
  /** Differing rows that were read, and all of them. */
  read: number;
  total: number;
}

const UNITS = [
  ['cause.days', 86_400],
  ['cause.hours', 3_600],
  ['cause.minutes', 60],
] as const;

/** `1 h 30 min`. */
function describeTime(seconds: number): Message {
  let left = Math.round(Math.abs(seconds) * 1_000_000) / 1_000_000;
  const parts: Message[] = [];
  for (const [unit, length] of UNITS) {
    const number = Math.floor(left / length);
    left -= number * length;
    if (number > 0) parts.push(message(unit, { number }));
  }
  const rest = Number(left.toFixed(6));
  if (rest > 0 || parts.length === 0) parts.push(message('cause.seconds', { number: rest }));
  return parts.reduce((long, short) => message('cause.time', { long, short }));
}

function describeShare({ rows, all, read, total }: Share): Message {
  const share =
    rows < all
      ? message('cause.inSome', { rows, count: all })
      : rows === 2
        ? message('cause.inBoth')
        : message('cause.inAll', { count: rows });
  return read < total ? message('cause.ofRead', { share, count: read }) : share;
}

interface About {
  column: string;
  share: Message;
}
/** Makes the sentence of a cause with a parameter. */
type Say = (about: About, parameter: string, rows: number) => Message;

type CauseCode = Extract<Code, `cause.${string}`>;
/** Sentences that name the column and the share, and nothing else. */
type PlainCode = {
  [C in CauseCode]: Given<C> extends [Readonly<Record<infer Name, unknown>>]
    ? [Name] extends [keyof About]
      ? C
      : never
    : never;
}[CauseCode];

const plain =
  (code: PlainCode): Say =>
  (about) =>
    message(code, about);
/** The parameter is, or begins with, a side. */
const bySide =
  (source: PlainCode, target: PlainCode): Say =>
  (about, parameter) =>
    message(parameter.startsWith('source') ? source : target, about);
const byParameter =
  (codes: Readonly<Record<string, PlainCode>>): Say =>
  (about, parameter) =>
    message(codes[parameter]!, about);
/** Digits that a side keeps: the target, unless the parameter says otherwise. */
const digitsOf =
  (source: DigitsCode, target: DigitsCode): Say =>
  (about, parameter) => {
    const [, side, digits = ''] = /^(source )?(.*)$/.exec(parameter)!;
    return message(side ? source : target, { ...about, digits });
  };
type DigitsCode = Extract<
  CauseCode,
  `cause.${'rounded' | 'digitsCut' | 'significant'}${'' | 'OnSource'}`
>;
/** What a value is greater by, or smaller. */
const bySign =
  (more: OffsetCode, less: OffsetCode): Say =>
  (about, parameter) =>
    parameter.startsWith('-')
      ? message(less, { ...about, offset: parameter.slice(1) })
      : message(more, { ...about, offset: parameter });
type OffsetCode = Extract<CauseCode, `cause.${'more' | 'less' | 'yearsLater' | 'yearsEarlier'}`>;

/** By the side that lacks members. */
const NAMED_MEMBERS = {
  source: 'cause.membersGained',
  'source null': 'cause.nullMembersGained',
  target: 'cause.membersLost',
  'target null': 'cause.nullMembersLost',
} as const;
const SOME_MEMBERS = {
  source: 'cause.someMembersGained',
  'source null': 'cause.someNullMembersGained',
  target: 'cause.someMembersLost',
  'target null': 'cause.someNullMembersLost',
} as const;

const SAY: Readonly<Record<CauseKind, Say>> = {
  zero_date: bySide('cause.nullToZeroDate', 'cause.zeroDateToNull'),
  empty: bySide('cause.nullToEmpty', 'cause.emptyToNull'),
  zero: bySide('cause.nullToZero', 'cause.zeroToNull'),
  null_word: bySide('cause.nullToWord', 'cause.wordToNull'),
  blanks: byParameter({ end: 'cause.blanksAtEnd', both: 'cause.blanks' }),
  line_ends: plain('cause.lineEnds'),
  invisible: (about, parameter) =>
    parameter === 'several'
      ? message('cause.invisibles', about)
      : message('cause.invisible', { ...about, character: parameter }),
  spaces: byParameter({ hard: 'cause.hardSpaces', any: 'cause.spaces' }),
  unicode: plain('cause.unicode'),
  case: plain('cause.case'),
  boolean: plain('cause.boolean'),
  interval: plain('cause.interval'),
  encoding: byParameter({
    source: 'cause.encodingOfSource',
    target: 'cause.encoding',
    twice: 'cause.encodingTwice',
  }),
  lost_characters: plain('cause.lostCharacters'),
  lost_accents: plain('cause.lostAccents'),
  // By the side without a value, and what it has instead.
  lost: byParameter({
    'target null': 'cause.lostToNull',
    'target empty': 'cause.lostToEmpty',
    'source null': 'cause.madeOfNull',
    'source empty': 'cause.madeOfEmpty',
  }),
  typography: bySide('cause.typographyOnTarget', 'cause.typographyLost'),
  transliterated: bySide('cause.transliteratedOnSource', 'cause.transliterated'),
  url_encoded: bySide('cause.urlEncodedOnSource', 'cause.urlEncoded'),
  coded: (about, parameter) => {
    const [source = '', target = ''] = parameter.split(' ');
    if (source === 'text') return message('cause.coded', { ...about, code: target });
    return target === 'text'
      ? message('cause.codedOnSource', { ...about, code: source })
      : message('cause.recoded', { ...about, source, target });
  },
  date_form: (about, parameter) => {
    const [source = '', target = ''] = parameter.split(' > ');
    return message('cause.dateForm', { ...about, source, target });
  },
  html: bySide('cause.htmlOnSource', 'cause.html'),
  quotes: byParameter({
    source: 'cause.quotesOnSource',
    target: 'cause.quotes',
    'source around': 'cause.quotesAroundOnSource',
    'target around': 'cause.quotesAround',
  }),
  escapes: bySide('cause.escapesOnSource', 'cause.escapes'),
  lost_backslashes: bySide('cause.backslashesGained', 'cause.backslashesLost'),
  json: plain('cause.json'),
  members(about, parameter) {
    const [lacking = '', members] = parameter.split(/: (.*)/s);
    return members === undefined
      ? message(SOME_MEMBERS[lacking as keyof typeof SOME_MEMBERS], about)
      : message(NAMED_MEMBERS[lacking as keyof typeof NAMED_MEMBERS], { ...about, members });
  },
  renamed_members: (about, members) =>
    members === ''
      ? message('cause.someRenamedMembers', about)
      : message('cause.renamedMembers', { ...about, members }),
  set: plain('cause.set'),
  uuid_bytes: byParameter({
    guid: 'cause.uuidGuid',
    'source time': 'cause.uuidTimeOnSource',
    'target time': 'cause.uuidTime',
  }),
  leading_zeros: bySide('cause.zerosGained', 'cause.zerosLost'),
  scientific: byParameter({
    source: 'cause.scientificOnSource',
    target: 'cause.scientific',
    'source lossy': 'cause.scientificLossyOnSource',
    'target lossy': 'cause.scientificLossy',
  }),
  numeral: plain('cause.numeral'),
  separators: plain('cause.separators'),
  fraction: (about, digits) => message('cause.fraction', { ...about, digits }),
  summer(about, parameter) {
    const [shift = '', zone = ''] = parameter.split(' ');
    const given = { ...about, shift: describeTime(Number(shift)), zone };
    return Number(shift) > 0
      ? message('cause.summerLater', given)
      : message('cause.summerEarlier', given);
  },
  years: bySign('cause.yearsLater', 'cause.yearsEarlier'),
  shift(about, parameter) {
    const given = { ...about, shift: describeTime(Number(parameter)) };
    return Number(parameter) > 0 ? message('cause.later', given) : message('cause.earlier', given);
  },
  day_month: plain('cause.dayMonth'),
  zone(about, parameter) {
    const [side, zone = ''] = parameter.split(' ');
    return side === 'source'
      ? message('cause.zoneOfSource', { ...about, zone })
      : message('cause.zoneOfTarget', { ...about, zone });
  },
  rounded: digitsOf('cause.roundedOnSource', 'cause.rounded'),
  digits_cut: digitsOf('cause.digitsCutOnSource', 'cause.digitsCut'),
  significant: digitsOf('cause.significantOnSource', 'cause.significant'),
  clamped(about, limit) {
    const given = { ...about, limit };
    return limit.startsWith('-')
      ? message('cause.clampedBelow', given)
      : message('cause.clampedAbove', given);
  },
  float_noise: plain('cause.floatNoise'),
  single: plain('cause.single'),
  double: plain('cause.double'),
  factor: (about, factor) => message('cause.factor', { ...about, factor }),
  offset: bySign('cause.more', 'cause.less'),
  cut(about, parameter) {
    const [length = '', unit] = parameter.split(' ');
    return unit === 'bytes'
      ? message('cause.cutBytes', { ...about, length })
      : message('cause.cut', { ...about, length });
  },
  swapped: (about, other) => message('cause.swapped', { ...about, other }),
  renumbered: (_about, _parameter, count) => message('cause.renumbered', { count }),
  other_keys: () => message('cause.otherKeys'),
  doubled: (_about, parameter, count) =>
    parameter === 'keys'
      ? message('cause.doubledAnew', { count })
      : message('cause.doubled', { count }),
  last_rows: (_about, key, count) => message('cause.lastRows', { key, count }),
};

/** The sentence that describes a cause. */
export const describeCause = (
  kind: CauseKind,
  parameter: string,
  column: string,
  share: Share,
): Message => SAY[kind]({ column, share: describeShare(share) }, parameter, share.rows);
