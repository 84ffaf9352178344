/** What a runbook says, and the steps that it begins with. */
export const cutover = {
  'field.notMoment': 'must be a date and a time, such as 2026-02-01T20:00:00Z',
  'field.notAbove': 'names no step above this one',
  'field.noSuchStep': 'is no step of this runbook',
  'cutover.changed': 'Somebody else has changed the runbook meanwhile. Look at it as it is now.',
  'cutover.freeze': 'Freeze writes on the source',
  'cutover.sync': 'Last sync: move what was written since',
  'cutover.prove': 'Prove again what has changed',
  'cutover.numbers': 'Set the next numbers of the target',
  'cutover.statistics': 'Gather statistics on the target',
  'cutover.grants': 'Check the grants on the target',
  'cutover.smoke': 'Smoke tests on the target',
  'cutover.switch': 'Switch the connections of the applications',
  'cutover.watch': 'Watch the target under load',
  'cutover.thaw': 'Let the source take writes again.',
  'cutover.thawBy': 'Let the source take writes again:\n{{commands}}',
  'cutover.again': 'Nothing has to be taken back: run it again.',
  'cutover.grantBack': 'Grant what is missing and check again.',
  'cutover.switchBack':
    'Point the applications to the source again. What they have written to the target has to be moved back.',
  'cutover.watchBack':
    'Mend the target. Going back to the source means moving back what was written to the target.',
} as const;
