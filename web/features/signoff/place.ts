/** Anchor of the sign-off section, for links. */
export const SIGNOFF_PLACE = 'sign-off';
