import { TEXTS } from '../../../contract/texts.ts';

/** Texts that the specification fixes, by part. */
export const FIXED = {
  auth: { greeting: TEXTS.greeting, loginErrorTitle: TEXTS.loginErrorTitle },
  projects: { projectAdded: TEXTS.projectAdded },
  users: { userAdded: TEXTS.userAdded },
} as const;
