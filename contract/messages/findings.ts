/** About triggers, rules of PostgreSQL, and what declarations say besides texts. */
export const triggers = {
  'definition.otherTriggerOrder':
    'Triggers that fire in one case fire in another order on the target, because their names have another order there.',
  'definition.otherTriggerOrderAdvice':
    'Name them so that they fire in the same order, or accept it where the order does not matter.',
  'definition.otherRoutineAttributes':
    'It is declared differently on the target: with whose rights it runs, under which settings, or what the engine may assume of it.',
  'definition.otherTriggerAttributes':
    'It gets other arguments, runs at another time of the transaction, or its function runs with other rights or settings, or sees what the statement changes on one side only.',
  'definition.otherViewAttributes':
    'With whose rights the view reads, or which rows may be written through it, differs.',
  'definition.assumesLess':
    'The engine may assume less of it on the target: it may be called more often, and queries may be slower.',
  'definition.otherAttributesAdvice':
    'Declare it on the target as on the source, or accept the difference.',
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
  'definition.kindImpossible': "The target's engine has no {{things}}.",
  'definition.kindImpossibleAdvice':
    'Have the application, or a view or trigger, do what it did, and drop the pair with a reason.',
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
  'definition.triggerAddedIdle':
    'Only the target has it, and it changes nothing: it sets columns of rows that are already written when it fires.',
  'definition.triggerTooLate':
    'The trigger of the target changes nothing: it sets columns of rows that are already written when it fires.',
  'definition.triggerTooLateAdvice':
    'Let it fire before each row, and return the new row, as far as the source does that.',
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
  'definition.unfilled':
    'The materialised view was never filled on the target (WITH NO DATA): every query of it fails until then.',
  'definition.unfilledAdvice': 'Fill it once its tables have their rows.',
  'definition.triggerOtherCondition':
    'Its condition or its columns are written differently: it may fire for other rows, or on changes of other columns.',
  'definition.triggerOtherConditionAdvice': 'Give it the same columns and the same condition.',
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

/** Findings of comparing column types. */
export const types = {
  'type.largerNumbers': 'The target accepts larger numbers.',
  'type.numbersBeyond': 'Numbers outside {{from}} to {{to}} do not fit into the target.',
  'type.widerType': 'Use a wider type, or make sure that no such number exists: compare the data.',
  'type.fewerDigits': 'The target keeps {{to}} decimal places, the source {{from}}.',
  'type.moreDigitsAdvice':
    'Use a type with more digits, or make sure that none are lost: compare the data.',
  'type.moreDigits': 'The target keeps more digits.',
  'type.wholeNumbers': 'Whole numbers on both sides, in different types.',
  'type.shorter': 'The target holds {{to}} {{unit}}, the source {{from}}.',
  'type.declaredShorter':
    'The target declares fewer characters or bytes than the source. Its engine takes longer values all the same, but programs that read the declaration may not.',
  'type.declaredFewerDigits':
    'The target declares {{to}} decimal places, the source {{from}}. Its engine keeps more all the same, up to some 15 digits in all, but programs that read the declaration may not.',
  'type.declaredOnly':
    'The {{side}} declares a type that its engine does not know: it takes any values.',
  'type.shorterAlone': 'The target holds {{to}} characters.',
  'type.longerAdvice':
    'Use a longer type, or make sure that nothing longer exists: compare the data.',
  'type.longer': 'The target holds more {{unit}}.',
  'type.longerType': 'Use a longer type.',
  'type.sourceCountsBytes': 'The source measures length in bytes, the target in characters.',
  'type.targetCountsBytes':
    'The target measures length in bytes: characters beyond ASCII need more than one.',
  'type.countCharacters': 'Measure the length in characters on the target.',
  'type.padding': 'One side pads with blanks: trailing blanks do not count in comparisons.',
  'type.padsThere':
    'The target keeps texts of one length: it fills shorter ones with blanks or drops blanks at their end.',
  'type.zoneLost': 'The source has time zones, the target does not.',
  'type.zoneAdded': 'The target has time zones, the source does not.',
  'type.zoneAdvice': 'Find out which time zone the values are in before you move them.',
  'type.zoneLostCut':
    'The source has time zones, the target does not; and of decimal places of the second the target has {{to}}, the source {{from}}: the others are lost.',
  'type.zoneAddedCut':
    'The target has time zones, the source does not; and of decimal places of the second the target has {{to}}, the source {{from}}: the others are lost.',
  'type.fewerSeconds':
    'The target keeps {{to}} fractional digits of a second, the source {{from}}.',
  'type.moreSeconds': 'The target keeps more fractional digits of a second.',
  'type.valuesLost': 'The target does not accept {{values}}.',
  'type.valuesAdvice': 'Add the values, or make sure that none of them is used.',
  'type.moreValues': 'The target accepts more values.',
  'type.otherOrder':
    'The list has another order: ORDER BY, MIN and MAX go by the place of a value in it.',
  'type.otherOrderAdvice': 'List the values in the same order on the target.',
  'type.sortsByLetters':
    'Becomes a text: it sorts by its letters, while the source sorts by the place of a value in the list.',
  'type.halfDigits': 'The target keeps half as many digits.',
  'type.useDouble': 'Use double precision.',
  'type.otherElements': 'Arrays with different element types.',
  'type.compareData': 'Compare the data.',
  'type.rowsAreSame':
    'No action needed: all existing values were found to be the same on both sides.',
  'type.rowsFit':
    'All existing values were found to be the same on both sides. Change the target if new ones may not fit; otherwise accept it with a reason.',
  'type.rowsInUtc':
    'All existing values were found to be the same, those without a time zone read as UTC. Make sure that they are in UTC.',
  'type.numberBecomesInterval':
    'A number becomes an interval: in which unit it counts, the type does not say.',
  'type.intervalBecomesNumber':
    'An interval becomes a number: in which unit that counts, the type does not say.',
  'type.intervalAdvice':
    'Rows of this column are not compared until a comparison rule gives it an expression on one side, such as EXTRACT(EPOCH FROM duration) * 1000000 where the other side counts microseconds, as Django does.',
  'type.otherMeaning': 'The types mean different things.',
  'type.otherMeaningAdvice': 'Change the type of the target, or accept it with a reason.',
  'type.untyped': 'The {{side}} declares no type.',
  'type.untypedAdvice': 'The definition alone does not tell: compare the data.',
  'type.yesAndNo': 'Boolean on both sides; other numbers become true.',
  'type.yesAmongNumbers':
    'A Boolean becomes a number, stored as 1 and 0; the type would also accept others.',
  'type.yesAsNumber': 'Boolean on both sides, stored as 1 and 0 on the target.',
  'type.wordsBecomeYes': 'Yes and no: words on the source, Boolean on the target.',
  'type.yesAsWords': 'Yes and no: Boolean on the source, words on the target.',
  'type.numbersBecomeYes': 'Numbers become Boolean values: all but 0 and 1 are lost.',
  'type.noneThere': 'Make sure that there are none: compare the data.',
  'type.yearBecomesNumber': 'A year becomes a number.',
  'type.alsoTime': 'The target also stores a time of day.',
  'type.noTime': 'The target does not store a time of day.',
  'type.noTimeAdvice':
    'Use a timestamp, or make sure that all times are midnight: compare the data.',
  'type.timeBecomesInterval': 'A time becomes an interval, which may be longer than a day.',
  'type.rounding': 'One side uses binary floating point: the last digits may differ.',
  'type.roundingAdvice': 'Use the same kind of number, or compare with a tolerance.',
  'type.becomesText': 'It becomes text: the target no longer checks its format.',
  'type.numberBecomesText':
    'It becomes text, which keeps all digits: it sorts and compares by its characters (10 before 9), and sums are computed in floating point.',
  'type.becomesChecked': 'It becomes text; the check {{check}} allows the same values.',
  'type.becomesOtherwiseChecked':
    'It becomes text; the check {{check}} on the target is not known to allow the same values.',
  'type.checksForm': 'The target checks the format: text in another format is rejected.',
  'type.checksFormAdvice': 'Make sure that all texts have that format: compare the data.',
  'type.bytesBecomeText':
    "Bytes become text: only what is text in the target's encoding can be stored.",
  'type.textBecomesBytes': 'Text becomes bytes: the target compares and sorts it byte by byte.',
  'type.sameBytes': 'The same 16 bytes, written differently.',
  'type.numberBecomesMoment':
    'A number becomes a date or time: what it counts, and from when, the type does not say.',
  'type.momentBecomesNumber':
    'A date or time becomes a number: what that counts, and from when, the type does not say.',
  'type.countedAdvice':
    'Compare the data; where one side counts seconds since 1970, compare an expression in place of the column.',
  'type.bytesAndMoments':
    'Bytes on one side, a date or time on the other: whether the bytes spell one, the type does not say.',
  'type.bytesAndMomentsAdvice':
    'Compare the data: another form, such as 20240131093000, can be let pass by a rule. Where the column is left out of that, an expression in the comparison rules makes it comparable.',
  'type.listKept': 'A list, stored differently.',
  'type.bitsKept': 'Bits, stored differently.',
  'definition.otherSpelling':
    'Both give the same JSON, but its text may have other blanks, or its keys in another order.',
  'definition.otherSpellingAdvice':
    'No action needed if it is read as JSON. If it is compared, kept or shown as text, check who reads it.',
  'definition.likeOnSource':
    'LIKE ignores the case of letters on the source, and not on the target: it can find fewer texts there.',
  'definition.likeOnSourceAdvice':
    'Write ILIKE on PostgreSQL and DuckDB, or compare lower(…) on other engines, unless only the exact letters are wanted.',
  'definition.likeOnTarget':
    'LIKE ignores the case of letters on the target, and not on the source: it can find more texts there.',
  'definition.likeOnTargetAdvice':
    'Write GLOB on SQLite, with * and ? as its wildcards; elsewhere give the column a collation that distinguishes case, unless letters of either case are wanted.',
  'definition.equalOnSource':
    'Both read alike, but by its collation the source takes parameters and texts that differ only in case or accents for equal, and the target does not: conditions may not hold there that hold on the source.',
  'definition.equalOnSourceAdvice':
    'Compare lower(…) of both texts on the target, or give them a collation that ignores case, unless only the exact letters are wanted.',
  'definition.equalOnTarget':
    'Both read alike, but by its collation the target takes parameters and texts that differ only in case or accents for equal, and the source does not: conditions may hold there that do not hold on the source.',
  'definition.equalOnTargetAdvice':
    'Give the comparison a collation on the target that distinguishes case, such as COLLATE utf8mb4_bin on MySQL, unless letters of either case are wanted.',
  'definition.comparesBlanks':
    'Both read alike, but blanks at the end count on one side only where parameters and texts are compared.',
  'definition.comparesBlanksAdvice':
    'Compare rtrim(…) where such blanks can be passed, unless they are to count.',
} as const;

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
  'definition.schemaBarred':
    'This account has privileges on the source, but no USAGE on the schema of the target, by itself or through PUBLIC: whatever it may do with the object, it cannot reach it.',
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

/** How queries of views differ. */
export const queries = {
  'definition.otherQuery': 'The two queries are not equivalent.',
  'definition.otherConditions': 'The two queries choose rows by different conditions.',
  'definition.otherPartners':
    'Outer joins (LEFT or RIGHT JOIN): {{source}} on the source, {{target}} on the target. One query keeps rows without a partner, the other leaves them out; whether they are the same otherwise cannot be told.',
  'definition.otherDuplicates':
    'One query removes duplicate rows (DISTINCT, or UNION without ALL) where the other keeps them; whether they are the same otherwise cannot be told.',
  'definition.otherConditionsUnread':
    'The two queries choose rows by different conditions. Whether these columns differ, too, is not known: {{unread}}.',
  'definition.otherOutputs': 'Columns that the two queries compute differently: {{columns}}.',
  'definition.otherOutputsUnread':
    'Columns that the two queries compute differently: {{columns}}. Whether these differ, too, is not known: {{unread}}.',
  'definition.otherQueryAdvice': 'Compare the two texts and the rows.',
} as const;

/** About the current time and UUIDs that defaults give. */
export const defaults = {
  'definition.clockDigits':
    'Both give the current moment, the target with {{to}} digits of the second’s fraction and the source with {{from}}.',
  'definition.otherClockDigits':
    'The current time is in UTC on one side, and in the server’s time zone on the other; the target gives {{to}} digits of the second’s fraction and the source {{from}}.',
  'definition.clockDigitsAdvice':
    'Check whether anything sorts or tells rows apart by the lost digits.',
  'definition.newUuids': 'Both give each row a new UUID, put together in another way.',
  'definition.otherUuids':
    'Both give each row a new UUID, but SQLite writes it in another form: {{form}}.',
  'definition.otherUuidsAdvice':
    'Give it the form that the rows have: as texts, both forms never equal each other.',
} as const;
