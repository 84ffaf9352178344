/** What comparing rows finds. */
export const rows = {
  'rows.leftOut': 'Left out by the rules: {{columns}}.',
  'rows.onlySourceColumns': 'Only the source has these columns: {{columns}}.',
  'rows.onlyTargetColumns': 'Only the target has these columns: {{columns}}.',
  'rows.typesDoNotCompare': 'Left out, because their types do not compare: {{columns}}.',
  'rows.linkMissing': 'The rules link columns that are not there: {{columns}}.',
  'rows.comparedAs': '{{column}} is compared as {{expression}} on the {{side}}.',
  'rows.expressionFailed': 'The expression for {{column}} {{finding}}.',
  'rows.keyComputed':
    'Rows are found by {{columns}}, which an expression stands for: a key is compared as each database keeps it, because its index finds rows by that. Take the expression away, or name another key.',
  'rows.onlyConditions': 'Only rows that meet the conditions in the rules count.',
  'rows.blanksDoNotCount': 'Blanks at the end do not count: {{columns}}.',
  'rows.caseDoesNotCount': 'Upper and lower case do not count: {{columns}}.',
  'rows.emptyIsNull': 'An empty text counts as NULL: {{columns}}.',
  'rows.fractionDoesNotCount':
    'Digits of the second beyond those in the rules do not count: {{columns}}.',
  'rows.doubleDigits': 'Compared with the 15 to 17 digits of a floating-point number: {{columns}}.',
  'rows.equalAsJson': 'Some values are equal as JSON, not as texts: {{columns}}.',
  'rows.tolerated':
    'Values that differ in a way that the rules let pass count as equal: {{columns}}.',
  'rows.toleratedBecause': 'Why differences of {{column}} count as equal: {{reason}}',
  'rows.equalAsNumbers':
    'Some numbers are equal within the tolerance, or the digits of one side, only: {{columns}}.',
  'rows.onlyCounted': 'Rows were counted, not compared.',
  'rows.onlyAggregates': 'Counts, extremes and sums of columns were compared, not the rows.',
  'rows.onlySample': 'A sample was compared, not all rows.',
  'rows.crowded': 'Some keys have more than 20,000 rows each: these were counted, not looked at.',
  'rows.rowsTooLarge':
    'Some rows are too large to be read: their hashes differ, and their values are not shown.',
  'rows.inUtc': 'Only one side keeps a time zone, so times are compared in UTC: {{columns}}.',
  'rows.keyless':
    'No key identifies rows, so whole rows are compared: a changed row is one missing and one extra.',
  'rows.noColumn':
    'No column can be compared: none has a counterpart of a type that compares. Name the counterparts in the rules of this pair.',
  'rows.keyNotCompared':
    'The key in the rules of this pair names {{columns}}, which is not compared. Choose a key of columns that both sides have.',
  'rows.severalDiffer':
    'Rows of several tables are compared as one where these have the same columns of the same types; here they differ.',
  'rows.severalNoSums':
    'Counts, extremes and sums of columns are not compared where several tables became one: compare checksums or rows.',
  'rows.onSide': 'On the {{side}}: {{failure}}',
  'rows.inItsWords': '{{failure}} In its own words: {{values}}',
  'rows.measureDiffers': '{{it}}: {{what}} differs.',
  'rows.measureIs': '{{it}}: {{what}} is {{value}} on the source and {{there}} on the target.',
  'rows.measureNulls': 'the number of NULLs',
  'rows.measureDistinct': 'the number of distinct values',
  'rows.measureMin': 'the least value',
  'rows.measureMax': 'the greatest value',
  'rows.measureSum': 'the sum',
  'rows.measureLengths': 'the sum of lengths',
  'rows.moreOfThem': 'And {{count}} more.',
  'rows.sampled':
    '{{from}} of {{all}} rows of the source were compared with {{to}} of {{others}} rows of the target.',
  'rows.notAllCompared': 'At least {{count}} rows differ; the rest was not compared.',
  'rows.notLookedFor': 'At least {{count}} rows differ; which ones was not looked for.',
  'rows.dataMoves':
    '{{count}} rows differed at first and not when they were read again: the data is being changed.',
  'rows.acceptedBecause': 'The differences are accepted: {{reason}}',
  'rows.notAccepted': '{{open}} of {{all}} rows that differ are not accepted.',
  'rows.asAccepted':
    'What differs here is no more than what is accepted of these rows. Whether it is these rows, only a comparison of all values tells.',
  'rows.pairedAnew': 'Its objects were paired anew while it was compared. Compare it again.',
  'rows.definitionsUnread': 'Definitions of this engine cannot be read yet.',
  'rows.rowsUnread': 'Rows of this engine cannot be compared yet.',
} as const;
