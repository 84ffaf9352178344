import { TEXTS } from '../../../contract/texts.ts';

/** What the specification fixes of the parts. */
export const FIXED = {
  auth: { greeting: TEXTS.greeting, loginErrorTitle: TEXTS.loginErrorTitle },
  projects: { projectAdded: TEXTS.projectAdded },
  users: { userAdded: TEXTS.userAdded },
} as const;
