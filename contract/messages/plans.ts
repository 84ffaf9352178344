/** Messages about runbooks, and the template of their steps. */
export const cutover = {
  'field.notMoment': 'must be a date and a time, such as 2026-02-01T20:00:00Z',
  'field.notAbove': 'must name a step above this one',
  'field.noSuchStep': 'is not a step of this runbook',
  'what.thisCutover': 'This rehearsal or cutover',
  'what.thisCutoverStep': 'This step',
  'cutover.noSteps': 'The runbook has no steps yet.',
  'cutover.underWay': '{{name}} has already started a rehearsal or the cutover.',
  'cutover.ended': 'This rehearsal or cutover has already ended.',
  'cutover.stepStarted': '{{name}} has already started this step.',
  'cutover.stepEnded': '{{name}} has already ended this step.',
  'cutover.stepNotStarted': 'This step is not in progress.',
  'cutover.stepWaits': 'This step depends on steps that are not done yet.',
  'cutover.confirm': 'must be 1, because this step asks for confirmation before it starts',
  'cutover.onlyRehearsed': 'A way back can only be tested in a rehearsal.',
  'cutover.noWayBack': 'The runbook has no way back for this step.',
  'cutover.behindNoReturn':
    'This step comes after the point of no return, so there is no way back from it.',
  'cutover.notWalked': 'This step has not been carried out, so there is nothing to go back from.',
  'cutover.noteNeeded': 'is required: describe what did not work',
  'cutover.changed': 'Somebody else has changed the runbook. Review its current version.',
  'cutover.freeze': 'Freeze writes on the source',
  'cutover.sync': 'Final sync: transfer what was written since the last one',
  'cutover.prove': 'Prove again whatever has changed',
  'cutover.numbers': 'Set the next numbers of sequences and identities on the target',
  'cutover.statistics': 'Gather statistics on the target',
  'cutover.grants': 'Check the grants on the target',
  'cutover.smoke': 'Smoke tests on the target',
  'cutover.switch': 'Switch the applications’ connections to the target',
  'cutover.watch': 'Monitor the target under load',
  'cutover.thaw': 'Allow writes on the source again.',
  'cutover.thawBy': 'Allow writes on the source again:\n{{commands}}',
  'cutover.again': 'Nothing to roll back: run it again.',
  'cutover.grantBack': 'Grant what is missing, then check again.',
  'cutover.switchBack':
    'Point the applications back to the source. Whatever they have written to the target must be transferred back.',
  'cutover.watchBack':
    'Fix the target. Going back to the source means transferring back what was written to the target.',
} as const;

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
