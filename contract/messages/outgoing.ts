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
  'mail.noLonger': 'The account is deactivated, or has another e-mail address by now.',
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

/** Why a dossier has no time stamp, and why a time stamp is invalid. */
export const stamps = {
  'stamp.noServer': 'No time stamp server is set (TIMESTAMP_URL).',
  'stamp.notReached': 'The time stamp server {{host}} could not be reached ({{reason}}).',
  'stamp.tooSlow': 'The time stamp server {{host}} did not answer within {{seconds}} seconds.',
  'stamp.redirected':
    'The time stamp server {{host}} sends to another address, which is not followed.',
  'stamp.answered': 'The time stamp server {{host}} answered with status {{code}}.',
  'stamp.tooLong': 'The answer of the time stamp server {{host}} is too long, or broke off.',
  'stamp.noReply':
    'What the time stamp server {{host}} answered is no reply to a request for a time stamp.',
  'stamp.refused': 'The time stamp server {{host}} refused to stamp ({{reason}}).',
  'stamp.otherRequest':
    'The time stamp server {{host}} answered another request than the one that was sent.',
  'stamp.unreadable': 'The time stamp token cannot be read.',
  'stamp.otherBytes': 'The time stamp token is of other bytes than these.',
  'stamp.contentChanged': 'The time stamp token says something else than what was signed.',
  'stamp.noCertificate':
    'The time stamp token lacks the certificate that it names as the one of its signature.',
  'stamp.notSigned': 'The time stamp token was not signed with the key of {{authority}}.',
  'stamp.otherAlgorithm':
    'The time stamp token is signed with an algorithm that is weak or unknown: {{algorithm}}.',
  'stamp.otherUse': 'The certificate of {{authority}} is not one for time stamps and nothing else.',
  'stamp.notValidThen':
    'The certificate of {{authority}} was not valid at the time that the token states.',
  'stamp.otherAuthority':
    'The certificate of {{authority}} leads to none of the trusted authorities.',
} as const;
