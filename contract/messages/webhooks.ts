/** Texts of mails, and why a delivery failed. */
export const deliveries = {
  'mail.subject_one': '{{count}} new notification in DB Migration Utility',
  'mail.subject_other': '{{count}} new notifications in DB Migration Utility',
  'mail.intro': 'Hello {{name}}, you have new notifications:',
  'mail.more_one': 'And {{count}} more.',
  'mail.more_other': 'And {{count}} more.',
  'mail.why':
    'You receive this e-mail because of your notification settings. Change or stop them under “By e-mail”: {{link}}',
  'mail.testSubject': 'Test e-mail from DB Migration Utility',
  'mail.testText': 'This is a test. If you can read it, e-mail from this server reaches you.',
  'mail.notSetUp':
    'This server cannot send e-mail: its operator has not set SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  'mail.noAddress': 'You have no e-mail address yet. It can be entered under Users.',
  'mail.refused': 'The mail server rejected the message (code {{code}}).',
  'mail.signIn': 'The mail server rejected the account in SMTP_URL.',
  'mail.notReached': 'The mail server could not be reached ({{reason}}).',
} as const;
/** Why a webhook could not be called, and what is wrong with its settings. */
export const webhooks = {
  'field.notWebAddress': 'must be an https://… address without a username or password in it',
  'webhook.tooMany':
    'A project can have at most {{most}} webhooks. Delete one that is no longer needed.',
  'webhook.answered': 'It responded with status {{code}}.',
  'webhook.redirected':
    'It responded with a redirect, and redirects are not followed. Enter the address it redirects to.',
  'webhook.tooSlow': 'It did not respond within {{seconds}} seconds.',
  'webhook.notReached': 'It could not be reached ({{reason}}).',
  'webhook.sealed': 'Its address was encrypted with another key. Enter it again.',
  // The sentence continues after the name of the field.
  'webhook.outOfReach':
    'leads to where this server may not call. Its operator decides which networks are allowed (CONNECT_ALLOW, CONNECT_DENY)',
  'webhook.off': 'The webhook is switched off.',
} as const;
