/** Why objects were paired, and why a change of pairs or a run of them is refused. */
export const pairs = {
  'pair.notProposed': 'Only proposed pairs can be confirmed.',
  'pair.hasTarget': 'It has a target object: split the pair first.',
  'pair.hasSource': 'It has a source object: split the pair first.',
  'pair.notMatched': 'It is not matched.',
  'pair.noPairOfThis': 'It is not a pair of this project.',
  'pair.changedSince': 'This can no longer be undone: the pair of {{it}} has changed since.',
  'pair.sameFamily': 'must all be tables or views, or all be routines',
  'pair.noObjectOfThis': '{{object}} is not a {{side}} object of this project',
  'pair.acceptedGap': 'What was not compared is accepted: {{reason}}',
  'pair.acceptanceWhole':
    'Only a partial comparison can be accepted like this, and this one is not partial.',
  'pair.acceptanceGapUnknown':
    'It is not known what was left out. Compare the pair again, or run its call again; then it can be accepted.',
  'pair.acceptanceOutdated':
    'A definition or a rule has changed since the comparison. Compare the pair again, or run its call again; then it can be accepted.',
  'pair.acceptanceByPair': 'is required, because rows and calls are accepted per pair',
  'pair.acceptanceCount': 'must be the number of differing rows, {{count}}',
  'pair.acceptanceAtLeast':
    'At least {{count}} rows differ, but not all of them are known, so they cannot be accepted. Compare all rows, or use the comparison rules to leave out what need not be the same.',
  'pair.acceptanceUnknown':
    'Not all values of the {{count}} rows that differ are known, so they cannot be accepted. Compare the rows again, or use the comparison rules to leave out what need not be the same.',
  'pair.acceptanceNoCause':
    'must be a cause of rows that differ; if they were compared by an earlier version, compare them again',
  'pair.acceptanceNoFinding': 'must match a finding of this pair by name, source and target',
  'pair.toleranceReason': 'needs a reason for {{column}}',
  'pair.toleranceThere': 'The project already accepts this difference by a rule.',
  'pair.expressionThere': 'The project already has an expression for columns of these types.',
  'pair.toleranceMost':
    'A project can have up to {{count}} such rules. Remove one that is no longer needed.',
  'pair.acceptanceAnew':
    'The objects of this pair were paired again in the meantime. Review the pair.',
  'pair.acceptanceNames':
    'must be names of several parts of one pair, without name: findings of rows have none',
  'pair.ruleMustName': 'a rule for all pairs must name a column, or the types on both sides',
  'pair.noObjects': 'This pair no longer has any objects.',
  'pair.sameName': 'Same schema and name',
  'pair.sameNameCase': 'Same schema and name, in different case',
  'pair.sameNameSchema': 'Same name; schema {{it}} became {{there}}',
  'pair.onlyOfItsName':
    'The only one with this name on each side; on the target in schema {{there}}',
  'pair.madeByRules': 'The naming rules turn it into {{it}}',
  'pair.sameLetters': 'Same letters and digits, apart from case and separators',
  'pair.alike': 'The names are {{score}}% similar',
  'pair.mapUnknown': 'There is no {{side}} object {{name}} in this project.',
  'pair.mapAmbiguous':
    '{{count}} {{side}} objects are named {{name}}: add the schema, as in schema.name, or the object type.',
  'pair.mapTwice': '{{name}} is also in another row, with another counterpart.',
  'pair.mapContradicts':
    '{{name}} is already decided, or confirmed with another counterpart. Split that pair first.',
  'pair.mapFamily': '{{it}} and {{there}} cannot be paired: only one of them has rows.',
  'pair.because': '{{reasons}}',
  'pair.plural': 'One name is the plural of the other',
  'pair.abbreviated': '{{short}} is short for {{long}}',
  'pair.affix': 'Apart from {{affix}}, which marks its type or schema',
  'pair.cutName': 'The other name, truncated to {{count}} characters',
  'pair.columnsUnknown': 'The columns are not known',
  'pair.sameColumns_one': '{{count}} of {{total}} columns has the same name and type',
  'pair.sameColumns_other': '{{count}} of {{total}} columns have the same names and types',
  'pair.namedColumns_one':
    '{{count}} of {{total}} columns has the same name; the type of {{same}} is the same, too',
  'pair.namedColumns_other':
    '{{count}} of {{total}} columns have the same names; the types of {{same}} are the same, too',
  'pair.sameKey': 'The same primary key',
  'pair.sameFiring': 'Fire at the same time, for the same events of the same table',
  'pair.sameTable': 'On the same table',
  'pair.sameReferences_one': '{{count}} of {{total}} foreign keys references the same table',
  'pair.sameReferences_other': '{{count}} of {{total}} foreign keys reference the same tables',
  'pair.sameRows_one': '{{count}} row on both sides, according to the statistics',
  'pair.sameRows_other': '{{count}} rows on both sides, according to the statistics',
  'pair.sameParameters_one': '{{count}} of {{total}} parameters has the same type',
  'pair.sameParameters_other': '{{count}} of {{total}} parameters have the same types',
  'pair.partOf': 'A partition of {{name}}: its rows are compared with those of that table',
  'pair.childOf': 'Inherits from {{name}}: its rows are compared with those of that table',
  'pair.servesTriggers': 'Only called by triggers, and compared with them: {{names}}',
  'pair.numbersColumn': 'Numbers {{name}}: its next number is compared with that table',
  'pair.servesNothing': 'Can only be called by a trigger, and no trigger calls it',
  'pair.onlyWithCount': 'Same name, and the only one with this number of arguments',
  'pair.onlyOneLeft': 'Same name, and the only overload left',
  'run.nothingToCompare':
    'There is nothing to compare: a run needs pairs with both a source and a target object. Match the objects first.',
  'run.isIn': 'This run is {{state}}, so it cannot be {{done}}.',
  'run.wentWrong':
    'Something went wrong on the server; its log has the details. Resume the run to try again.',
} as const;
