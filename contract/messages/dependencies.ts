/** Messages about reading dependencies, and about waves. */
export const dependencies = {
  'dependencies.wentWrong':
    'Something went wrong on the server; its log has the details. Read the dependencies again to retry.',
  'dependencies.underWay':
    'The dependencies of this project are already being read. Wait for that to finish, or cancel it.',
  'dependencies.ended': 'This read has already ended, so there is nothing to cancel.',
  'what.thisDependencyRead': 'This read of the dependencies',
  'field.notWaveHours': 'must be from 1 to {{most}} hours',
  'field.noWeekday': 'must have at least one day',
  'field.endsBeforeStart': 'must not be before the first day',
  'field.notOfSource': 'names an object that is not in the source of this project: {{id}}',
  'field.noSuchOwner': 'names a user who is not on this project',
  'waves.needDependencies': 'Read the dependencies first: waves are planned from them.',
  'waves.changed': 'Something has changed since this proposal was made. Review it again.',
  'waves.cannotUndo': 'This can no longer be undone: the waves have changed since.',
  'what.thisWave': 'This wave',
} as const;
