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
