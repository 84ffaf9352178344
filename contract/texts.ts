/**
 * Texts that the specification fixes literally, spelling mistakes included. Do not correct them: screens, tests and other
 * clients compare with them.
 */
export const TEXTS = {
  greeting: 'Welcome to DB Migration Utility',
  loginErrorTitle: 'Login Error',
  errorTitle: 'Error',
  successTitle: 'Success',
  assignedToDeveloper: 'Successfully assigned to Developer',
  assignedToTester: 'Successfully assigned to Tester',
  pendingToVerified: 'Pending status cannot be directly changed into verifed',
  reportDone: 'task successfull',
  projectAdded: 'project added',
  userAdded: 'user added!!!',
  sourceImported: 'Import into mysql database Suucessfull!!',
  targetImported: 'Imported into target table successfully!!!',
  isRequired: (columnHeader: string) => `${columnHeader} is required`,
} as const;

/** Time in milliseconds after which notifications disappear. */
export const NOTIFICATION_MS = 10_000;
