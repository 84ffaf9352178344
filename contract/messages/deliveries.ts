/** Texts of mails, and why a delivery failed. */
export const deliveries = {
  'mail.subject_one': '{{count}} new notification in DB Migration Utility',
  'mail.subject_other': '{{count}} new notifications in DB Migration Utility',
  'mail.intro': 'Hello {{name}}, you have new notifications:',
  'mail.more_one': 'And {{count}} more.',
  'mail.more_other': 'And {{count}} more.',
  'mail.why':
    'You receive this e-mail because of your notification settings. To change them, open the bell in the application and choose under “By e-mail”: {{link}}',
  'mail.testSubject': 'Test e-mail from DB Migration Utility',
  'mail.testText': 'This is a test. If you can read it, e-mail from this server reaches you.',
  'mail.notSetUp':
    'This server cannot send e-mail: its operator has not set SMTP_URL, MAIL_FROM and PUBLIC_URL.',
  'mail.noAddress': 'You have no e-mail address yet. It can be entered under Users.',
  'mail.refused': 'The mail server rejected the message (code {{code}}).',
  'mail.signIn': 'The mail server rejected the account in SMTP_URL.',
  'mail.notReached': 'The mail server could not be reached ({{reason}}).',
} as const;
