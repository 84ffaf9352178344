/** Where on its page the sign-off is, for links. */
export const SIGNOFF_PLACE = 'sign-off';
