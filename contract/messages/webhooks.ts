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
