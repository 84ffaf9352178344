/** About who may do what. */
export const grants = {
  'definition.grantsUnread':
    'The grants of the {{side}} could not be read: its account cannot see all of them.',
  'definition.grantsUnreadAdvice':
    'Give the account the privileges that docs/connectors.md lists for grants, then compare again.',
  'definition.noGrants':
    "The target's engine has no accounts: anyone who can read the file can read everything in it.",
  'definition.newGrants':
    "The source's engine has no accounts; on the target, these accounts have privileges.",
  'definition.noGrantsAdvice': 'Make sure that only the intended people can reach the target.',
  'definition.grantMissing':
    'This account has privileges on the source, but none of them on the target.',
  'definition.grantExtra':
    'This account has privileges on the target that it does not have on the source.',
  'definition.grantOther': 'This account has different privileges on the source and on the target.',
  'definition.grantAdvice':
    'Run the statement once the account exists on the target, or accept the finding.',
  'definition.grantImpossible': "The target's engine has no such privilege.",
  'definition.grantImpossibleAdvice': 'Check what this account uses it for.',
  'definition.grantByDefault':
    'On one side, the engine lets everybody run a routine by default, and that was never revoked.',
  'definition.grantByDefaultAdvice':
    'Revoke the privilege from PUBLIC if not everybody should be able to run it.',
} as const;
