/** What mails say, and why something could not be sent. */
export const deliveries = {
  'mail.subject_one': '{{count}} new notification in DB Migration Utility',
  'mail.subject_other': '{{count}} new notifications in DB Migration Utility',
  'mail.intro': 'Hello {{name}}, this is new for you:',
  'mail.more_one': 'And {{count}} more.',
  'mail.more_other': 'And {{count}} more.',
  'mail.why':
    'You get this mail because you chose so. To get fewer or none, open the bell in the application and choose under “By e-mail”: {{link}}',
  'mail.testSubject': 'Test mail of DB Migration Utility',
  'mail.testText': 'If you can read this, mail from this server reaches you.',
  'mail.notSetUp':
    'This server sends no mail: its settings SMTP_URL, MAIL_FROM and PUBLIC_URL are not set.',
  'mail.noAddress': 'You have no e-mail address yet: enter it under Users.',
  'mail.refused': 'The mail server refused it (code {{code}}).',
  'mail.signIn': 'The mail server refuses the account in SMTP_URL.',
  'mail.notReached': 'The mail server could not be reached ({{reason}}).',
} as const;
