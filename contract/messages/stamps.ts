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
