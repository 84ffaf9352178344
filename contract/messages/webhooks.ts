/** Why a webhook could not be called, and what is wrong with one. */
export const webhooks = {
  'field.notWebAddress': 'must be an address, https://…, without a name and a password in it',
  'webhook.tooMany': 'A project has at most {{most}} webhooks: delete one that is not needed.',
  'webhook.answered': 'It answered with status {{code}}.',
  'webhook.redirected':
    'It answered with a redirect, which is not followed: enter the address that it leads to.',
  'webhook.tooSlow': 'It did not answer within {{seconds}} seconds.',
  'webhook.notReached': 'It could not be reached ({{reason}}).',
  'webhook.sealed': 'Its address was sealed with another key: enter it again.',
  'webhook.off': 'The webhook is switched off.',
} as const;
