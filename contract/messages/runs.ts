/** What runs say. */
export const runs = {
  'run.nothingToCompare':
    'There is nothing to compare: that takes pairs with a source and a target object. Match objects first.',
  'run.isIn': 'This run is {{state}}; it cannot be {{done}}.',
  'run.wentWrong':
    'Something went wrong in this program; its log says what. Resume the run to try again.',
} as const;
