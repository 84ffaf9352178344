/** Why objects were paired, and what pairs refuse. */
export const pairs = {
  'pair.notProposed': 'Only proposed pairs can be confirmed.',
  'pair.hasTarget': 'It has a target object: split the pair first.',
  'pair.hasSource': 'It has a source object: split the pair first.',
  'pair.notMatched': 'It is not matched.',
  'pair.noPairOfThis': 'It is no pair of this project.',
  'pair.changedSince': 'This cannot be undone any more: the pair of {{it}} was changed since.',
  'pair.sameFamily': 'must all have rows, as tables and views, or all be routines',
  'pair.noObjectOfThis': '{{object}} is no {{side}} object of this project',
  'pair.acceptedGap': 'What was not compared is accepted: {{reason}}',
  'pair.acceptanceWhole': 'Only what was compared in part can be accepted so; this was not.',
  'pair.acceptanceGapUnknown':
    'It is not known what was not compared. Compare the pair again, or run its call again; then it can be accepted.',
  'pair.acceptanceOutdated':
    'A definition or a rule has changed since this was compared. Compare the pair again, or run its call again; then it can be accepted.',
  'pair.acceptanceByPair': 'is required: rows and calls are accepted pair by pair',
  'pair.acceptanceCount': 'must be the number of differing rows, {{count}}',
  'pair.acceptanceAtLeast':
    'At least {{count}} rows differ, and nobody knows which ones all are, so they cannot be accepted. Compare the rows to their end, or leave out by the comparison rules what need not be the same.',
  'pair.acceptanceUnknown':
    'The {{count}} rows that differ are not all known with their values, so they cannot be accepted. Compare the rows anew, or leave out by the comparison rules what need not be the same.',
  'pair.acceptanceNoFinding': 'must be, with name, source and target, a finding of this pair',
  'pair.acceptanceAnew': 'Its objects were paired anew meanwhile. Look at the pair again.',
  'pair.ruleMustName': 'a rule for all pairs must name a column, or the types of both sides',
  'pair.noObjects': 'This pair has no objects any more.',
  'pair.sameName': 'Same schema and name',
  'pair.sameNameCase': 'Same schema and name, in another case',
  'pair.sameNameSchema': 'Same name; schema {{it}} became {{there}}',
  'pair.onlyOfItsName': 'The only one of this name on each side; on the target in schema {{there}}',
  'pair.madeByRules': 'The naming rules make {{it}} of it',
  'pair.sameLetters': 'Same letters and digits, apart from case and separators',
  'pair.alike': 'The names are {{score}} % alike',
  'pair.mapUnknown': 'There is no {{side}} object {{name}} in this project.',
  'pair.mapAmbiguous':
    '{{count}} {{side}} objects are called {{name}}: write the schema before it, as in schema.name, or its type.',
  'pair.mapTwice': '{{name}} stands in another row, too, with another counterpart.',
  'pair.mapContradicts':
    '{{name}} is decided already, or confirmed with another counterpart: split that pair first.',
  'pair.mapFamily': '{{it}} and {{there}} cannot be a pair: only one of them has rows.',
  'pair.because': '{{reasons}}',
  'pair.plural': 'One name is the plural of the other',
  'pair.abbreviated': '{{short}} is short for {{long}}',
  'pair.affix':
    '{{affix}} says nothing: it marks the kind of object, or all names of the schema have it',
  'pair.cutName': 'The other name, cut at {{count}} characters',
  'pair.columnsUnknown': 'The columns are not known',
  'pair.sameColumns_one': '{{count}} of {{total}} columns has the same name and type',
  'pair.sameColumns_other': '{{count}} of {{total}} columns have the same names and types',
  'pair.namedColumns_one':
    '{{count}} of {{total}} columns has the same name; the type of {{same}} is the same, too',
  'pair.namedColumns_other':
    '{{count}} of {{total}} columns have the same names; the types of {{same}} are the same, too',
  'pair.sameKey': 'The same primary key',
  'pair.sameReferences_one': '{{count}} of {{total}} foreign keys leads to the same table',
  'pair.sameReferences_other': '{{count}} of {{total}} foreign keys lead to the same tables',
  'pair.sameRows_one': 'By the statistics {{count}} row on both sides',
  'pair.sameRows_other': 'By the statistics {{count}} rows on both sides',
  'pair.sameParameters_one': '{{count}} of {{total}} parameters has the same type',
  'pair.sameParameters_other': '{{count}} of {{total}} parameters have the same types',
  'pair.onlyWithCount': 'Same name, and the only one with that number of arguments',
  'pair.onlyOneLeft': 'Same name, and the only one that is left of its overloads',
} as const;
