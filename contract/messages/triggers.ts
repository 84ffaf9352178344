/** About triggers, and rules of PostgreSQL. */
export const triggers = {
  'definition.noTriggersRead':
    'The triggers of both sides are not known: the accounts cannot see them, or they have not been read yet.',
  'definition.triggersUnread':
    'The triggers of the {{side}} are not known: its account cannot see them, or they have not been read yet.',
  'definition.triggersUnreadAdvice':
    'Give the account the privilege to see triggers (MySQL: TRIGGER), then compare again.',
  'definition.rulesUnread': 'One side has rules; those of the other are not known.',
  'definition.rulesUnreadAdvice': 'Look there for rules that do the same.',
  'definition.triggerLost': 'No trigger on the target fires in this case.',
  'definition.triggerLostDisabled': 'The target does not have it; on the source it is disabled.',
  'definition.triggerImpossible': "The target's engine has no triggers.",
  'definition.triggerImpossibleAdvice': 'Move what it did to the application.',
  'definition.insteadOfImpossible': "The target's engine has no INSTEAD OF triggers.",
  'definition.insteadOfImpossibleAdvice':
    'Let the application, or a procedure that it calls, write where the trigger wrote.',
  'definition.triggerReplaced':
    'The target does not have it: it only sets {{columns}}, and there the column has its own default, identity or expression for that.',
  'definition.triggerTakesOver':
    'Only the target has it: it only sets {{columns}}, which the column itself does on the source.',
  'definition.triggerDoneAdvice':
    'Say with this as the reason that it has no counterpart on purpose. If the column on one side should not do it, change that first.',
  'definition.triggerAdded':
    'Only the target has it, so something happens there that does not happen on the source.',
  'definition.triggerAddedDisabled': 'Only the target has it, and it is disabled.',
  'definition.triggerOwn':
    'Only the {{side}} has it. It is an object of its own in this project, and counts there.',
  'definition.triggerOwnAdvice': 'Decide in the pair of the trigger.',
  'definition.triggerDisabled': 'It is disabled on the target.',
  'definition.triggerDisabledAdvice': 'Enable it once the data has been moved.',
  'definition.triggerEnabled': 'It is disabled on the source, and enabled on the target.',
  'definition.triggerEnabledAdvice': 'Disable it on the target if it should not fire.',
  'definition.triggerEvents': 'It fires on different events.',
  'definition.triggerEventsAdvice':
    'Make it fire on the same events, or write another one for the rest.',
  'definition.triggerTiming':
    'It fires at a different time: before, after or instead of the write.',
  'definition.triggerTimingAdvice': 'Check that it still has the same effect.',
  'definition.triggerLevel':
    'It fires for each row on one side, and once per statement on the other.',
  'definition.triggerLevelAdvice': 'Make it fire as on the source.',
  'definition.triggerCondition': 'On one side, it fires only for some rows or columns.',
  'definition.triggerConditionAdvice': 'Give it the same condition.',
  'definition.triggerTextAdvice':
    'Compare the two texts, write a test row on both sides, and accept the difference with what you found.',
  'definition.triggerDoesIt':
    'One side does it by itself; on the other, the trigger {{trigger}} does it.',
  'definition.ruleLostInstead':
    'On the source, this rule acts instead of {{event}}; the target does not have it.',
  'definition.ruleLostAlso':
    'On the source, this rule acts in addition to {{event}}; the target does not have it.',
  'definition.ruleLostDisabled':
    'The target does not have this rule; on the source it is disabled.',
  'definition.ruleImpossibleAdvice':
    "The target's engine has no rules: write a trigger with the same effect, move it to the application, or accept it with a reason.",
  'definition.ruleAdded': 'Only the target has this rule, which acts on {{event}}.',
  'definition.ruleAddedDisabled': 'Only the target has this rule, and it is disabled.',
  'definition.ruleAddedAdvice': 'Drop it if it is not needed there, or accept it with a reason.',
  'definition.ruleDisabled': 'The rule is disabled on the target.',
  'definition.ruleDisabledAdvice': 'Enable the rule once the data has been moved.',
  'definition.ruleEnabled': 'The rule is disabled on the source, and enabled on the target.',
  'definition.ruleEnabledAdvice': 'Disable the rule on the target if it should not act.',
  'definition.triggerTable': "It is on a table that is not the counterpart of the source's.",
  'definition.triggerTableAdvice': 'Create it on the counterpart, or pair the tables differently.',
  'definition.triggerTableUnknown':
    "It is on a table with another name, and the source's table is in no pair that shows its counterpart.",
  'definition.triggerTableUnknownAdvice': 'Pair the two tables, then compare again.',
} as const;
