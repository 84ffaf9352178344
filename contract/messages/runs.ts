/** Messages about runs. */
export const runs = {
  'run.nothingToCompare':
    'There is nothing to compare: a run needs pairs with both a source and a target object. Match the objects first.',
  'run.isIn': 'This run is {{state}}, so it cannot be {{done}}.',
  'run.wentWrong':
    'Something went wrong on the server; its log has the details. Resume the run to try again.',
} as const;
