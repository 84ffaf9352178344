import { defineTexts } from '../../lib/i18n/index.ts';

export const useEditTexts = defineTexts('edit', {
  save: 'Save',
  saveAndNext: 'Save and next',
  cancel: 'Cancel',
  close: 'Close',
  previous: 'Previous row',
  next: 'Next row',
  fixFirst: 'Correct the marked fields first.',
  discardTitle: 'Discard changes?',
  discardText: 'What you have typed is not saved.',
  discard: 'Discard changes',
  keep: 'Keep editing',
  conflict: 'Somebody else has changed this row meanwhile.',
  changedBy: '{{name}} changed this row meanwhile.',
  shownNow: 'You see the row as it is now.',
  broughtBack: 'What you had typed here is back. It is not saved yet.',
  position: '{{place, number}} of {{count, number}}',
  takeOver: 'Load their version under my changes',
  takeTheirs: 'Take theirs, drop my changes',
});
export type EditTexts = ReturnType<typeof useEditTexts>;
