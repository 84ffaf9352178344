/** Findings of comparing rows. */
export const rows = {
  'rows.leftOut': 'Left out by the rules: {{columns}}.',
  'rows.onlySourceColumns': 'Only the source has these columns: {{columns}}.',
  'rows.onlyTargetColumns': 'Only the target has these columns: {{columns}}.',
  'rows.typesDoNotCompare': 'Left out, because their types cannot be compared: {{columns}}.',
  'rows.assumedColumns':
    'Compared as one column under two names, which nobody confirmed yet: {{columns}}.',
  'rows.alikeColumns':
    '{{source}} of the source and {{target}} of the target have equal values in {{equal}} of {{rows}} compared rows.',
  'rows.unlikeColumns':
    '{{source}} of the source and {{target}} of the target have different values in {{differing}} of {{rows}} compared rows: their names may mislead.',
  'rows.linkMissing': 'The rules link columns that do not exist: {{columns}}.',
  'rows.comparedAs': '{{column}} is compared as {{expression}} on the {{side}}.',
  'rows.expressionFailed': 'The expression for {{column}} {{finding}}.',
  'rows.projectExpressionFailed':
    'In {{pair}}, the project’s expression {{expression}} for {{column}} {{finding}}.',
  'rows.computedByProject':
    'An expression of the project is read in place of {{columns}}. Reason: {{reason}}',
  'rows.keyComputed':
    'Rows are identified by {{columns}}, for which the rules have an expression. A key must be compared as it is stored, because its index finds the rows. Remove the expression, or choose another key.',
  'rows.onlyConditions': 'Only rows that meet the conditions in the rules are included.',
  'rows.blanksDoNotCount': 'Trailing blanks are ignored: {{columns}}.',
  'rows.caseDoesNotCount': 'Case is ignored: {{columns}}.',
  'rows.emptyIsNull': 'An empty string counts as NULL: {{columns}}.',
  'rows.fractionDoesNotCount':
    'Fractional digits of a second beyond those in the rules are ignored: {{columns}}.',
  'rows.doubleDigits': 'Compared with the 15 to 17 digits of a floating-point number: {{columns}}.',
  'rows.equalAsJson': 'Some values are equal as JSON, but not as text: {{columns}}.',
  'rows.tolerated': 'Differences that the rules allow count as equal: {{columns}}.',
  'rows.toleratedBecause': 'Why differences in {{column}} count as equal: {{reason}}',
  'rows.equalAsNumbers':
    'Some numbers are equal only within the tolerance, or to the digits that one side keeps: {{columns}}.',
  'rows.onlyCounted': 'Rows were counted, not compared.',
  'rows.onlyAggregates':
    'Counts, minimums, maximums and sums of columns were compared, not the rows.',
  'rows.onlySample': 'A sample was compared, not all rows.',
  'rows.crowded': 'Some keys have more than 20,000 rows each: those were counted, not compared.',
  'rows.rowsTooLarge':
    'Some rows are too large to read: their hashes differ, and their values are not shown.',
  'rows.policed':
    'Policies decide which rows the account sees of {{columns}}: rows that they hide were not compared.',
  'rows.inUtc': 'Only one side has a time zone, so times are compared in UTC: {{columns}}.',
  'rows.keyOfView':
    'Rows are matched by what identifies them in the queries of both views, or of one, and is unique in the rows of both: {{columns}}.',
  'rows.keyless':
    'No key identifies rows, so whole rows are compared: a changed row counts as one missing and one extra row.',
  'rows.readOnce':
    'Reading took {{seconds}} seconds, so it was not repeated: rows that were changed meanwhile count as different.',
  'rows.openUnread':
    'Reading took {{seconds}} seconds, so no values were read to find out which columns of the target are these ones of the source under another name: {{columns}}.',
  'rows.matchedByColumns':
    'Missing rows were matched with extra ones by the columns that agree: {{columns}}. No rule lets their differences pass; with columns named as the key in the comparison rules, one would.',
  'rows.noColumn':
    'No column can be compared: none has a counterpart with a comparable type. Set the counterparts in the rules of this pair.',
  'rows.keyNotCompared':
    'The key in the rules of this pair contains {{columns}}, which is not compared. Choose a key of columns that exist on both sides.',
  'rows.severalDiffer':
    'Several tables can only be compared as one if they have the same columns with the same types; these do not.',
  'rows.severalNoSums':
    'Counts, minimums, maximums and sums of columns are not compared where several tables became one. Compare checksums or rows.',
  'rows.onSide': 'On the {{side}}: {{failure}}',
  'rows.inItsWords': '{{failure}} The database says: {{values}}',
  'rows.measureDiffers': '{{it}}: {{what}} differs.',
  'rows.measureIs': '{{it}}: {{what}} is {{value}} on the source and {{there}} on the target.',
  'rows.measureNulls': 'the number of NULLs',
  'rows.measureDistinct': 'the number of distinct values',
  'rows.measureMin': 'the minimum',
  'rows.measureMax': 'the maximum',
  'rows.measureSum': 'the sum',
  'rows.measureLengths': 'the total length',
  'rows.moreOfThem': 'And {{count}} more.',
  'rows.sampled':
    '{{from}} of {{all}} rows of the source were compared with {{to}} of {{others}} rows of the target.',
  'rows.notAllCompared': 'At least {{count}} rows differ; the rest were not compared.',
  'rows.notLookedFor': 'At least {{count}} rows differ; it was not determined which ones.',
  'rows.dataMoves':
    '{{count}} rows differed at first, but not when they were read again: the data is being changed.',
  'rows.acceptedBecause': 'The differences are accepted: {{reason}}',
  'rows.notAccepted': '{{open}} of {{all}} differing rows are not accepted.',
  'rows.asAccepted':
    'No more differs here than was accepted for these rows. Only a comparison of all values shows whether it is the same rows.',
  'rows.pairedAnew': 'Its objects were paired again during the comparison. Compare it again.',
  'rows.definitionsUnread': 'Reading definitions of this engine is not supported yet.',
  'rows.rowsUnread': 'Comparing rows of this engine is not supported yet.',
} as const;

/** Why rows differ. */
export const causes = {
  'cause.inAll_one': 'the row that differs there',
  'cause.inAll_other': 'all {{count}} rows that differ there',
  'cause.inBoth': 'both rows that differ there',
  'cause.inSome': '{{rows}} of the {{count}} rows that differ there',
  'cause.ofRead': '{{share}}, of the {{count}} differing rows that were read',
  'cause.days': '{{number}} d',
  'cause.hours': '{{number}} h',
  'cause.minutes': '{{number}} min',
  'cause.seconds': '{{number}} s',
  'cause.time': '{{long}} {{short}}',
  'cause.later': '{{column}} is {{shift}} later on the target in {{share}}.',
  'cause.earlier': '{{column}} is {{shift}} earlier on the target in {{share}}.',
  'cause.summerLater':
    '{{column}} is {{shift}} later on the target in {{share}}: all of them in summer time, as in {{zone}}.',
  'cause.summerEarlier':
    '{{column}} is {{shift}} earlier on the target in {{share}}: all of them in summer time, as in {{zone}}.',
  'cause.yearsLater':
    'The year of {{column}} is greater by {{offset}} on the target in {{share}}; day, month and time are the same.',
  'cause.yearsEarlier':
    'The year of {{column}} is smaller by {{offset}} on the target in {{share}}; day, month and time are the same.',
  'cause.dayMonth': 'Day and month of {{column}} are swapped on the target in {{share}}.',
  'cause.zoneOfSource':
    '{{column}} is in local time on the source, as in {{zone}}, and in UTC on the target, in {{share}}.',
  'cause.zoneOfTarget':
    '{{column}} is in UTC on the source and in local time on the target, as in {{zone}}, in {{share}}.',
  'cause.factor': '{{column}} is {{factor}} times as large on the target in {{share}}.',
  'cause.more': '{{column}} is greater by {{offset}} on the target in {{share}}.',
  'cause.less': '{{column}} is smaller by {{offset}} on the target in {{share}}.',
  'cause.rounded_one':
    '{{column}} is rounded to {{digits}} decimal place on the target in {{share}}.',
  'cause.rounded_other':
    '{{column}} is rounded to {{digits}} decimal places on the target in {{share}}.',
  'cause.digitsCut_one':
    '{{column}} is truncated to {{digits}} decimal place on the target in {{share}}.',
  'cause.digitsCut_other':
    '{{column}} is truncated to {{digits}} decimal places on the target in {{share}}.',
  'cause.roundedOnSource_one':
    '{{column}} is rounded to {{digits}} decimal place on the source in {{share}}.',
  'cause.roundedOnSource_other':
    '{{column}} is rounded to {{digits}} decimal places on the source in {{share}}.',
  'cause.digitsCutOnSource_one':
    '{{column}} is truncated to {{digits}} decimal place on the source in {{share}}.',
  'cause.digitsCutOnSource_other':
    '{{column}} is truncated to {{digits}} decimal places on the source in {{share}}.',
  'cause.fraction_one':
    '{{column}} keeps {{digits}} fractional digit of a second on the target in {{share}}.',
  'cause.fraction_other':
    '{{column}} keeps {{digits}} fractional digits of a second on the target in {{share}}.',
  'cause.cut_one': '{{column}} is truncated to {{length}} character on the target in {{share}}.',
  'cause.cut_other': '{{column}} is truncated to {{length}} characters on the target in {{share}}.',
  'cause.cutBytes_one': '{{column}} is truncated to {{length}} byte on the target in {{share}}.',
  'cause.cutBytes_other': '{{column}} is truncated to {{length}} bytes on the target in {{share}}.',
  'cause.blanksAtEnd': '{{column}} differs only in trailing blanks in {{share}}.',
  'cause.blanks': '{{column}} differs only in leading or trailing blanks in {{share}}.',
  'cause.emptyToNull': '{{column}} is empty on the source and NULL on the target in {{share}}.',
  'cause.nullToEmpty': '{{column}} is NULL on the source and empty on the target in {{share}}.',
  'cause.zeroToNull': '{{column}} is 0 or false on the source and NULL on the target in {{share}}.',
  'cause.nullToZero': '{{column}} is NULL on the source and 0 or false on the target in {{share}}.',
  'cause.zeroDateToNull':
    '{{column}} is the date 0000-00-00 on the source and NULL on the target in {{share}}.',
  'cause.nullToZeroDate':
    '{{column}} is NULL on the source and the date 0000-00-00 on the target in {{share}}.',
  'cause.encoding':
    '{{column}} was UTF-8 and was misread as Latin-1 on its way to the target in {{share}}.',
  'cause.encodingTwice':
    '{{column}} was UTF-8 and was misread as Latin-1 twice on its way to the target in {{share}}.',
  'cause.encodingOfSource':
    '{{column}} is UTF-8 misread as Latin-1 on the source, and correct on the target, in {{share}}.',
  'cause.significant_one':
    '{{column}} keeps only {{digits}} significant digit on the target in {{share}}.',
  'cause.significant_other':
    '{{column}} keeps only {{digits}} significant digits on the target in {{share}}.',
  'cause.significantOnSource_one':
    '{{column}} keeps only {{digits}} significant digit on the source in {{share}}.',
  'cause.significantOnSource_other':
    '{{column}} keeps only {{digits}} significant digits on the source in {{share}}.',
  'cause.floatNoise':
    '{{column}} differs only beyond the twelfth significant digit, as floating-point numbers do that are added up in another order, in {{share}}.',
  'cause.single':
    '{{column}} holds numbers that are the same to the 32 bits of a FLOAT or REAL, in {{share}}.',
  'cause.double':
    '{{column}} holds numbers that are the same to the 64 bits of a DOUBLE, in {{share}}.',
  'cause.lineEnds': '{{column}} differs only in line endings in {{share}}.',
  'cause.unicode':
    '{{column}} has the same characters, composed (NFC) on one side only, in {{share}}.',
  'cause.case': '{{column}} differs only in upper and lower case in {{share}}.',
  'cause.boolean': '{{column}} holds the same Boolean values, spelled differently, in {{share}}.',
  'cause.interval': '{{column}} holds the same intervals, spelled differently, in {{share}}.',
  'cause.lostCharacters':
    '{{column}} has lost characters on the target, replaced by question marks, in {{share}}.',
  'cause.lostToNull':
    '{{column}} has a value on the source and is NULL on the target in {{share}}.',
  'cause.lostToEmpty':
    '{{column}} has a value on the source and is empty on the target in {{share}}.',
  'cause.madeOfNull':
    '{{column}} is NULL on the source and has a value on the target in {{share}}.',
  'cause.madeOfEmpty':
    '{{column}} is empty on the source and has a value on the target in {{share}}.',
  'cause.lostAccents': '{{column}} has lost accents on the target in {{share}}.',
  'cause.json': '{{column}} holds the same JSON, written differently, in {{share}}.',
  'cause.renamedMembers':
    '{{column}} has members of its JSON under other names on the target ({{members}}) in {{share}}.',
  'cause.someRenamedMembers':
    '{{column}} has some members of its JSON under other names on the target in {{share}}.',
  'cause.set': '{{column}} has the same members, written or ordered differently, in {{share}}.',
  'cause.membersLost': '{{column}} lacks {{members}} on the target in {{share}}.',
  'cause.membersGained': '{{column}} has {{members}} only on the target in {{share}}.',
  'cause.nullMembersLost':
    '{{column}} has {{members}} as null on the source and not at all on the target in {{share}}.',
  'cause.nullMembersGained':
    '{{column}} has {{members}} as null on the target and not at all on the source in {{share}}.',
  'cause.someMembersLost':
    '{{column}} lacks members on the target that it has on the source, in {{share}}.',
  'cause.someMembersGained':
    '{{column}} has members on the target that it lacks on the source, in {{share}}.',
  'cause.someNullMembersLost':
    '{{column}} lacks members on the target that are null on the source, in {{share}}.',
  'cause.someNullMembersGained':
    '{{column}} has members that are null on the target and missing on the source, in {{share}}.',
  'cause.uuidGuid':
    '{{column}} holds the same UUIDs with the bytes of the first three groups reversed, as SQL Server stores them, in {{share}}.',
  'cause.uuidTime':
    '{{column}} holds the same UUIDs with their first and third group swapped on the target, as UUID_TO_BIN(…, 1) stores them, in {{share}}.',
  'cause.uuidTimeOnSource':
    '{{column}} holds the same UUIDs with their first and third group swapped on the source, as UUID_TO_BIN(…, 1) stores them, in {{share}}.',
  'cause.wordToNull':
    '{{column}} is a word for NULL on the source, such as NULL or \\N, and NULL on the target in {{share}}.',
  'cause.nullToWord':
    '{{column}} is NULL on the source and a word for it on the target, such as NULL or \\N, in {{share}}.',
  'cause.invisible':
    '{{column}} differs only in the invisible character {{character}} in {{share}}.',
  'cause.invisibles': '{{column}} differs only in invisible characters in {{share}}.',
  'cause.hardSpaces':
    '{{column}} differs only in blanks that do not break, such as U+00A0, in {{share}}.',
  'cause.spaces':
    '{{column}} differs only in white space (blanks, tabs and line breaks) in {{share}}.',
  'cause.typographyLost':
    '{{column}} has plain quotes and dashes on the target instead of typographic ones in {{share}}.',
  'cause.typographyOnTarget':
    '{{column}} has typographic quotes and dashes on the target instead of plain ones in {{share}}.',
  'cause.transliterated':
    '{{column}} has two letters on the target for one of the source, such as ue for ü, in {{share}}.',
  'cause.transliteratedOnSource':
    '{{column}} has two letters on the source for one of the target, such as ue for ü, in {{share}}.',
  'cause.urlEncoded':
    '{{column}} is URL-encoded on the target (such as %20 for a blank) in {{share}}.',
  'cause.urlEncodedOnSource':
    '{{column}} is URL-encoded on the source (such as %20 for a blank) in {{share}}.',
  'cause.coded': '{{column}} has the source’s values in {{code}} on the target in {{share}}.',
  'cause.codedOnSource':
    '{{column}} has the target’s values in {{code}} on the source in {{share}}.',
  'cause.recoded':
    '{{column}} has the same bytes, in {{source}} on the source and in {{target}} on the target, in {{share}}.',
  'cause.dateForm':
    '{{column}} has the same dates, as {{source}} on the source and as {{target}} on the target, in {{share}}.',
  'cause.html':
    '{{column}} has HTML entities on the target for characters of the source in {{share}}.',
  'cause.htmlOnSource':
    '{{column}} has HTML entities on the source, and their characters on the target, in {{share}}.',
  'cause.quotes': '{{column}} has quotes doubled on the target in {{share}}.',
  'cause.quotesOnSource': '{{column}} has quotes doubled on the source in {{share}}.',
  'cause.quotesAround': '{{column}} stands in quotes on the target in {{share}}.',
  'cause.quotesAroundOnSource': '{{column}} stands in quotes on the source in {{share}}.',
  'cause.escapes':
    '{{column}} has backslash escapes on the target for characters of the source in {{share}}.',
  'cause.escapesOnSource':
    '{{column}} has backslashes of the source that were read as escapes on the target, in {{share}}.',
  'cause.backslashesLost': '{{column}} has lost backslashes on the target in {{share}}.',
  'cause.backslashesGained': '{{column}} has backslashes only on the target in {{share}}.',
  'cause.zerosLost': '{{column}} has lost leading zeros on the target in {{share}}.',
  'cause.zerosGained': '{{column}} has leading zeros only on the target in {{share}}.',
  'cause.scientific': '{{column}} is in scientific notation on the target in {{share}}.',
  'cause.scientificOnSource': '{{column}} is in scientific notation on the source in {{share}}.',
  'cause.scientificLossy':
    '{{column}} is in scientific notation on the target and has lost digits there, in {{share}}.',
  'cause.scientificLossyOnSource':
    '{{column}} is in scientific notation on the source and has fewer digits there, in {{share}}.',
  'cause.numeral': '{{column}} holds the same numbers, written differently, in {{share}}.',
  'cause.separators':
    '{{column}} holds the same numbers with other decimal or thousands separators in {{share}}.',
  'cause.clampedAbove':
    '{{column}} is {{limit}} on the target, the largest number of a type, where the source has a larger one, in {{share}}.',
  'cause.clampedBelow':
    '{{column}} is {{limit}} on the target, the smallest number of a type, where the source has a smaller one, in {{share}}.',
  'cause.swapped': '{{column}} and {{other}} have each other’s values on the target in {{share}}.',
  'cause.renumbered_one': '{{count}} row has a different key on the target.',
  'cause.renumbered_other': 'The same {{count}} rows have different keys on the target.',
  'cause.otherKeys':
    'No key is on both sides: the rows have new keys on the target, or they are other rows.',
  'cause.doubled_one': '{{count}} row is duplicated on the target.',
  'cause.doubled_other': '{{count}} rows are duplicated on the target.',
  'cause.doubledAnew_one': '{{count}} row is on the target again under a new key.',
  'cause.doubledAnew_other': '{{count}} rows are on the target again under new keys.',
  'cause.lastRows':
    'The last {{count}} rows are missing on the target: all from key {{key}} onwards.',
  'cause.lastRowsInAll': 'The last rows are missing on the target: {{count}} in all.',
  'differs.missing_one': '{{count}} row is missing on the target',
  'differs.missing_other': '{{count}} rows are missing on the target',
  'differs.extra_one': '{{count}} row is only on the target',
  'differs.extra_other': '{{count}} rows are only on the target',
  'differs.inColumn_one': '{{column}} differs in {{count}} row',
  'differs.inColumn_other': '{{column}} differs in {{count}} rows',
  'differs.inColumns_one': '{{columns}} differ in {{count}} row',
  'differs.inColumns_other': '{{columns}} differ in {{count}} rows',
  'differs.values_one': 'Values differ in {{count}} row',
  'differs.values_other': 'Values differ in {{count}} rows',
  'differs.ways': 'In several ways: {{parts}}',
  'differs.ofFirst_one': '{{said}}. Only one of the rows that differ was looked at',
  'differs.ofFirst_other': '{{said}}. Only {{count}} of the rows that differ were looked at',
} as const;
