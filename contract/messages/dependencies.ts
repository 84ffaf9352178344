/** What readings of dependencies, and waves, say. */
export const dependencies = {
  'dependencies.wentWrong':
    'Something went wrong in this program; its log says what. Read again to try once more.',
  'dependencies.underWay':
    'Dependencies of this project are being read. Wait for that, or cancel it.',
  'dependencies.ended': 'This reading has ended; there is nothing to cancel.',
  'what.thisDependencyRead': 'This reading of dependencies',
  'field.notWaveHours': 'must be from 1 to {{most}} hours',
  'field.noWeekday': 'must have one day at least',
  'field.endsBeforeStart': 'must not be before the first day',
  'field.notOfSource': 'names an object that the source of this project does not have: {{id}}',
  'field.noSuchOwner': 'names nobody of this project',
  'waves.needDependencies': 'Read the dependencies first: waves go by them.',
  'waves.changed': 'Something has changed since this was proposed. Look at the proposal again.',
  'waves.cannotUndo': 'This cannot be taken back any more: the waves were changed since.',
  'what.thisWave': 'This wave',
} as const;
