/** About who may do what. */
export const grants = {
  'definition.grantsUnread':
    'Who may do what could not be read on the {{side}}: its account does not see all grants.',
  'definition.grantsUnreadAdvice':
    'Give the account the rights that docs/connectors.md names for grants, and compare again.',
  'definition.noGrants':
    "The target's engine knows no accounts: who may read its file may read all of it.",
  'definition.newGrants': "The source's engine knows no accounts; on the target these have rights.",
  'definition.noGrantsAdvice': 'Check that only those reach the target who are meant to.',
  'definition.grantMissing':
    'This account may do something on the source, and nothing of it on the target.',
  'definition.grantExtra':
    'This account has rights on the target that it does not have on the source.',
  'definition.grantOther': 'This account may do something else on the target than on the source.',
  'definition.grantAdvice': 'Run the statement once the account is there, or accept the finding.',
  'definition.grantImpossible': "The target's engine has no such right.",
  'definition.grantImpossibleAdvice': 'Check what this account does with it.',
  'definition.grantByDefault':
    "One side's engine lets everybody run a routine unless that is taken away; nobody has taken it away.",
  'definition.grantByDefaultAdvice':
    'Take the right away from PUBLIC where not everybody is meant to run it.',
} as const;
