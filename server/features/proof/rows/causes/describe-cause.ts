import { type Message, message } from '../../../../../contract/messages/message.ts';
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
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** `1 h 30 min`. */
export function describeTime(seconds: number): string {
  let left = Math.round(Math.abs(seconds) * 1_000_000) / 1_000_000;
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  const rest = Number(left.toFixed(6));
  if (rest > 0 || parts.length === 0) parts.push(`${rest} s`);
  return parts.join(' ');
}

function describeShare({ rows, all, read, total }: Share): Message {
  const share =
    rows >= all
      ? message('cause.inAll', { count: rows })
      : message('cause.inSome', { rows, count: all });
  return read < total ? message('cause.ofRead', { share, count: read }) : share;
}

/** The sentence that describes a cause. */
export function describeCause(
  kind: CauseKind,
  parameter: string,
  column: string,
  share: Share,
): Message {
  const about = { column, share: describeShare(share) };
  const [first = '', second = ''] = parameter.split(' ');
  switch (kind) {
    case 'shift': {
      const shift = describeTime(Number(parameter));
      return Number(parameter) > 0
        ? message('cause.later', { ...about, shift })
        : message('cause.earlier', { ...about, shift });
    }
    case 'summer': {
      const given = { ...about, shift: describeTime(Number(first)), zone: second };
      return Number(first) > 0
        ? message('cause.summerLater', given)
        : message('cause.summerEarlier', given);
    }
    case 'zone':
      return first === 'source'
        ? message('cause.zoneOfSource', { ...about, zone: second })
        : message('cause.zoneOfTarget', { ...about, zone: second });
    case 'factor':
      return message('cause.factor', { ...about, factor: parameter });
    case 'offset':
      return parameter.startsWith('-')
        ? message('cause.less', { ...about, offset: parameter.slice(1) })
        : message('cause.more', { ...about, offset: parameter });
    case 'rounded':
      return first === 'source'
        ? message('cause.roundedOnSource', { ...about, digits: second })
        : message('cause.rounded', { ...about, digits: parameter });
    case 'digits_cut':
      return first === 'source'
        ? message('cause.digitsCutOnSource', { ...about, digits: second })
        : message('cause.digitsCut', { ...about, digits: parameter });
    case 'significant':
      return first === 'source'
        ? message('cause.significantOnSource', { ...about, digits: second })
        : message('cause.significant', { ...about, digits: parameter });
    case 'fraction':
      return message('cause.fraction', { ...about, digits: parameter });
    case 'cut':
      return message(cutOf(second), { ...about, length: first });
    case 'blanks':
      return parameter === 'end'
        ? message('cause.blanksAtEnd', about)
        : message('cause.blanks', about);
    case 'empty':
    case 'zero':
    case 'zero_date':
      return message(BESIDE_NULL[kind][parameter === 'target' ? 'target' : 'source'], about);
    case 'lost':
      return message(LOST[parameter as keyof typeof LOST], about);
    case 'encoding':
      if (parameter === 'source') return message('cause.encodingOfSource', about);
      return parameter === 'twice'
        ? message('cause.encodingTwice', about)
        : message('cause.encoding', about);
    case 'swapped':
      return message('cause.swapped', { ...about, other: parameter });
    case 'last_rows':
      return message('cause.lastRows', { key: parameter, count: share.rows });
    case 'renumbered':
      return message('cause.renumbered', { count: share.rows });
    case 'other_keys':
      return message('cause.otherKeys');
    case 'doubled':
      return message('cause.doubled', { count: share.rows });
    default:
      return message(PLAIN[kind], about);
  }
}

const cutOf = (unit: string) => (unit === 'bytes' ? 'cause.cutBytes' : 'cause.cut');
const PLAIN = {
  line_ends: 'cause.lineEnds',
  unicode: 'cause.unicode',
  case: 'cause.case',
  boolean: 'cause.boolean',
  interval: 'cause.interval',
  lost_characters: 'cause.lostCharacters',
  lost_accents: 'cause.lostAccents',
  json: 'cause.json',
  set: 'cause.set',
  single: 'cause.single',
  double: 'cause.double',
} as const;

/** By the side that has NULL. */
const BESIDE_NULL = {
  empty: { source: 'cause.nullToEmpty', target: 'cause.emptyToNull' },
  zero: { source: 'cause.nullToZero', target: 'cause.zeroToNull' },
  zero_date: { source: 'cause.nullToZeroDate', target: 'cause.zeroDateToNull' },
} as const;

/** By the side without a value, and what it has instead. */
const LOST = {
  'target null': 'cause.lostToNull',
  'target empty': 'cause.lostToEmpty',
  'source null': 'cause.madeOfNull',
  'source empty': 'cause.madeOfEmpty',
} as const;
