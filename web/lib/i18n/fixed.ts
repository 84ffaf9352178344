import { TEXTS } from '../../../contract/texts.ts';

/** Texts that the specification fixes, by part. Apart from `english.ts`, so that no screen loads all texts for them. */
export const FIXED = {
  auth: { greeting: TEXTS.greeting, loginErrorTitle: TEXTS.loginErrorTitle },
  projects: { projectAdded: TEXTS.projectAdded },
  users: { userAdded: TEXTS.userAdded },
} as const;
