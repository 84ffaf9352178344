/** What readings of dependencies, and waves, say. */
export const dependencies = {
  'dependencies.wentWrong':
    'Something went wrong in this program; its log says what. Read again to try once more.',
  'dependencies.underWay':
    'Dependencies of this project are being read. Wait for that, or cancel it.',
  'dependencies.ended': 'This reading has ended; there is nothing to cancel.',
  'what.thisDependencyRead': 'This reading of dependencies',
} as const;
