/** Why rows differ. */
export const causes = {
  'cause.inAll_one': 'the row that differs there',
  'cause.inAll_other': 'all {{count}} rows that differ there',
  'cause.inSome': '{{rows}} of {{count}} rows that differ there',
  'cause.ofRead': '{{share}}, of the {{count}} differing rows that were read',
  'cause.later': '{{column}} is {{shift}} later on the target in {{share}}.',
  'cause.earlier': '{{column}} is {{shift}} earlier on the target in {{share}}.',
  'cause.summerLater':
    '{{column}} is {{shift}} later on the target in {{share}}: all of them in summer time, as in {{zone}}.',
  'cause.summerEarlier':
    '{{column}} is {{shift}} earlier on the target in {{share}}: all of them in summer time, as in {{zone}}.',
  'cause.zoneOfSource':
    '{{column}} is in local time on the source, as in {{zone}}, and in UTC on the target, in {{share}}.',
  'cause.zoneOfTarget':
    '{{column}} is in UTC on the source and in local time on the target, as in {{zone}}, in {{share}}.',
  'cause.factor': '{{column}} is {{factor}} times as large on the target in {{share}}.',
  'cause.more': '{{column}} is {{offset}} more on the target in {{share}}.',
  'cause.less': '{{column}} is {{offset}} less on the target in {{share}}.',
  'cause.rounded':
    '{{column}} is rounded to {{digits}} digits after the point on the target in {{share}}.',
  'cause.digitsCut':
    '{{column}} has only {{digits}} digits after the point on the target, the others are cut off, in {{share}}.',
  'cause.fraction': '{{column}} keeps {{digits}} digits of the second on the target in {{share}}.',
  'cause.cut': '{{column}} is cut to {{length}} characters on the target in {{share}}.',
  'cause.blanksAtEnd': '{{column}} differs only in blanks at its end in {{share}}.',
  'cause.blanks': '{{column}} differs only in blanks at its beginning or end in {{share}}.',
  'cause.emptyToNull': '{{column}} is empty on the source and NULL on the target in {{share}}.',
  'cause.nullToEmpty': '{{column}} is NULL on the source and empty on the target in {{share}}.',
  'cause.zeroDateToNull':
    '{{column}} is the date 0000-00-00 on the source and NULL on the target in {{share}}.',
  'cause.nullToZeroDate':
    '{{column}} is NULL on the source and the date 0000-00-00 on the target in {{share}}.',
  'cause.encoding':
    '{{column}} was UTF-8 and read as Latin-1 on its way to the target in {{share}}.',
  'cause.encodingTwice':
    '{{column}} was UTF-8 and read as Latin-1 twice on its way to the target in {{share}}.',
  'cause.encodingOfSource':
    '{{column}} is UTF-8 read as Latin-1 on the source, and as it should be on the target, in {{share}}.',
  'cause.lineEnds': '{{column}} differs only in the ends of its lines in {{share}}.',
  'cause.unicode':
    '{{column}} has the same characters, composed on one side (NFC) and not on the other, in {{share}}.',
  'cause.case': '{{column}} differs only in upper and lower case in {{share}}.',
  'cause.boolean': '{{column}} spells yes and no in another way in {{share}}.',
  'cause.lostCharacters':
    '{{column}} has lost characters on the target, question marks stand for them, in {{share}}.',
  'cause.json': '{{column}} is the same JSON, written in another way, in {{share}}.',
  'cause.set': '{{column}} has the same members, written or ordered in another way, in {{share}}.',
  'cause.swapped': '{{column}} and {{other}} have each other’s values on the target in {{share}}.',
  'cause.renumbered_one': '{{count}} row stands under another key on the target.',
  'cause.renumbered_other': 'The same {{count}} rows stand under other keys on the target.',
  'cause.doubled_one': '{{count}} row is there once more on the target.',
  'cause.doubled_other': '{{count}} rows are there once more on the target.',
  'cause.lastRows': 'The last {{count}} rows are missing on the target: all from key {{key}} on.',
} as const;
