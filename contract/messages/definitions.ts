/** What comparing definitions and types finds. */
export const definitions = {
  'definition.lost': 'The target does not have it.',
  'definition.lostAdvice': 'Create it on the target, or accept it with the reason.',
  'definition.missingAdvice':
    'Create it on the target and import it there, link it to what it became, or drop the pair with the reason.',
  'definition.extraObject': 'Only the target has it, or nobody has linked it to what it was.',
  'definition.extraObjectAdvice':
    'Link it to what it was, say that it is new with the reason, or drop it on the target.',
  'definition.added': 'Only the target has it.',
  'definition.addedStricter':
    'Only the target has it: rows that the source takes may be refused there.',
  'definition.addedStricterAdvice':
    'Drop it on the target, or accept it with the reason why no such row comes.',
  'definition.nothingToDo': 'Nothing, if that is intended.',
  'definition.otherKind': 'A {{from}} became a {{to}}.',
  'definition.otherKindAdvice': 'Split the pair and link objects of the same kind.',
  'definition.otherKindOfRows':
    'Nothing, if that is intended: compare the rows. A view has no keys, and may take no rows.',
  'definition.otherKindOfRoutine':
    'Nothing, if that is intended: programs call it in another way. Compare a call.',
  'definition.addedRequired': 'Only the target has it, and it must be given a value.',
  'definition.refusesNull': 'The target refuses NULL, the source does not.',
  'definition.refusesNullAdvice': 'Make sure that no row has NULL there: compare the data.',
  'definition.takesNull': 'The target takes NULL, the source does not.',
  'definition.takesNullAdvice': 'Add NOT NULL on the target.',
  'definition.otherDefault': 'New rows get another value where none is given.',
  'definition.otherDefaultAdvice': 'Set the same default on the target.',
  'definition.otherClock':
    'The time of now is that of Greenwich on one side, and that of the server on the other.',
  'definition.otherClockAdvice': 'Nothing, if both servers run in UTC.',
  'definition.onUpdateLost': 'The source sets it anew when a row is updated, the target does not.',
  'definition.onUpdateAdded': 'The target sets it anew when a row is updated, the source does not.',
  'definition.onUpdateAdvice': 'Nothing, if a trigger does it; else write one.',
  'definition.unclear': 'Both have it; whether the texts mean the same cannot be told.',
  'definition.unclearAdvice': 'Compare the two texts, and accept them with the reason.',
  'definition.otherMeaning': 'Both have it, and it means something else.',
  'definition.otherMeaningAdvice': 'Write it on the target so that it means the same.',
  'definition.otherQuery': 'The queries do not ask for the same.',
  'definition.otherQueryAdvice': 'Compare the two texts, and the rows.',
  'definition.identityLost': 'The source numbers new rows by itself, the target does not.',
  'definition.identityLostAdvice':
    'Make the column an identity on the target, and let it start after the largest number.',
  'definition.identityAdded': 'The target numbers new rows by itself, the source does not.',
  'definition.otherGenerated': 'It is computed in another way, or on one side only.',
  'definition.otherGeneratedAdvice': 'Compare the data, and compute it on the target, too.',
  'definition.nowStored':
    'It is computed when it is read on the source, and kept with the row on the target: the values are the same, it takes room there.',
  'definition.nowVirtual':
    'It is kept with the row on the source, and computed when it is read on the target: the values are the same, reading costs more there.',
  'definition.otherCase':
    'Upper and lower case count on one side only: searches and keys may find other rows.',
  'definition.otherAccents':
    'Accents count on one side only: searches and keys may find other rows.',
  'definition.otherCaseAndAccents':
    'Accents, and upper and lower case, count on one side only: searches and keys may find other rows.',
  'definition.otherCaseAdvice': 'Choose a collation on the target that does the same.',
  'definition.otherComment': 'The comment differs.',
  'definition.otherCommentAdvice': 'Copy the comment, if people rely on it.',
  'definition.indexAdvice': 'Create it on the target if queries need it.',
  'definition.keptIndexAdvice':
    'Create it on the target: a view that keeps its rows is refreshed while it is read (CONCURRENTLY) only with a unique index.',
  'definition.otherKey': 'Rows are identified by other columns, or in another order.',
  'definition.otherKeyAdvice':
    'Use the same primary key on the target, or accept it with the reason.',
  'definition.keyElsewhere': 'It leads to another table than the one that its table became.',
  'definition.keyElsewhereAdvice': 'Let the key lead to the counterpart, or link the right tables.',
  'definition.keyOtherColumns':
    'It leads to other columns than those that its columns became: other values are let in, and others refused.',
  'definition.keyOtherColumnsAdvice': 'Let the key lead to the same columns as on the source.',
  'definition.noSuchAction':
    'The target’s engine has no such action: let programs or a trigger do it.',
  'definition.otherAction': 'Something else happens to rows that refer to a row that is {{what}}.',
  'definition.otherActionAdvice': 'Use the same action on the target.',
  'definition.broken': 'The target cannot run it.',
  'definition.brokenAdvice': 'Repair the view on the target.',
  'definition.otherMaterialised': 'One of them keeps its rows until it is refreshed.',
  'definition.otherMaterialisedAdvice':
    'Refresh it as often as people expect, or use the same kind of view.',
  'definition.hiddenText': 'An account may not see the text.',
  'definition.hiddenTextAdvice': 'Grant the account what shows definitions, to compare the texts.',
  'definition.otherText': 'The texts differ.',
  'definition.otherDialect':
    'The texts differ, as dialects do: nobody can tell by the text that they do the same.',
  'definition.otherRoutine': 'They do not give back the same.',
  'definition.nowStrict':
    'With NULL for an argument the target gives NULL and runs nothing; the source runs.',
  'definition.notStrict':
    'With NULL for an argument the source gives NULL and runs nothing; the target runs.',
  'definition.otherStrictAdvice':
    'Say on the target what the source does with NULL, or call both with NULL and compare.',
  'definition.parameterDefaultLost':
    'The source has a value for it where a call gives none; on the target such a call fails.',
  'definition.parameterDefaultOther':
    'Where a call gives no value for it, the target takes another one.',
  'definition.parameterDefaultAdvice': 'Give the parameter the same default on the target.',
  'definition.otherTextAdvice': 'Run a call on both sides and compare the results.',
  'definition.otherCount': 'It takes {{to}} parameters on the target instead of {{from}}.',
  'definition.otherCountAdvice': 'Give it the same parameters, or accept it with the reason.',
  'definition.otherMode': 'Values go another way.',
  'definition.otherModeAdvice': 'Use the same mode on the target.',
  'definition.outAsInout': 'It is given back only on the source; the target takes a value, too.',
  'definition.outAsInoutAdvice': 'Nothing, if callers pass NULL: some engines know no other way.',
  'definition.noTriggersRead':
    'Triggers of both sides are not known: the accounts may not see them, or they have not been read yet.',
  'definition.triggersUnread':
    'Triggers of the {{side}} are not known: its account may not see them, or they have not been read yet.',
  'definition.triggersUnreadAdvice':
    'Grant the account what shows triggers (MySQL: TRIGGER), and compare again.',
  'definition.triggerLost': 'No trigger of the target acts then.',
  'definition.triggerLostDisabled':
    'The target does not have it; on the source it is switched off.',
  'definition.triggerImpossible': "The target's engine has no triggers.",
  'definition.triggerImpossibleAdvice':
    'Let the programs do what it did, or accept it with the reason.',
  'definition.triggerReplaced':
    'The target does not have it: it only sets {{columns}}, and there the column has a default, a number or an expression of its own for that.',
  'definition.triggerTakesOver':
    'Only the target has it: it only sets {{columns}}, which on the source the column does by itself.',
  'definition.triggerAdded':
    'Only the target has it: something happens there that does not happen on the source.',
  'definition.triggerAddedDisabled': 'Only the target has it, and it is switched off.',
  'definition.triggerDisabled': 'It is switched off on the target.',
  'definition.triggerDisabledAdvice': 'Switch it on once the data has been moved.',
  'definition.triggerEnabled': 'It is switched off on the source, and acts on the target.',
  'definition.triggerEnabledAdvice': 'Switch it off on the target, if it should not act.',
  'definition.triggerEvents': 'It acts on other events.',
  'definition.triggerEventsAdvice':
    'Let it act on the same events, or write another one for the rest.',
  'definition.triggerTiming':
    'It acts at another time: before, after or instead of what is written.',
  'definition.triggerTimingAdvice': 'See whether what it does is the same then.',
  'definition.triggerLevel':
    'It acts for each row on one side, and once for a statement on the other.',
  'definition.triggerLevelAdvice': 'Let it act as on the source.',
  'definition.triggerCondition': 'On one side it acts for some rows or columns only.',
  'definition.triggerConditionAdvice': 'Let it act under the same condition.',
  'definition.triggerTextAdvice': 'Compare the two texts, and write a row on both sides.',
  'definition.triggerDoesIt':
    'One side does it by itself; on the other the trigger {{trigger}} does.',
  'definition.triggerTable': "It acts on a table that is not the counterpart of the source's.",
  'definition.triggerTableAdvice': 'Create it on the counterpart, or pair the tables otherwise.',
  'definition.triggerTableUnknown':
    'It acts on a table of another name, and what became of the table of the source is not known: it is in no pair of two.',
  'definition.triggerTableUnknownAdvice': 'Pair the two tables, and compare again.',
  'definition.sequenceStep': 'The numbers grow by another step.',
  'definition.sequenceStepAdvice': 'Use the same step, if somebody relies on it.',
  'definition.sequenceOtherWay': 'The numbers grow on one side and fall on the other.',
  'definition.sequenceOtherWayAdvice': 'Create the sequence with the increment of the source.',
  'definition.sequenceEnd': 'The numbers of the target end before those of the source.',
  'definition.sequenceEndAdvice': 'Give the sequence the same last number.',
  'definition.sequenceLaterEnd': 'The numbers of the target end behind those of the source.',
  'definition.sequenceLaterEndAdvice': 'Nothing, unless a column holds no larger ones.',
  'definition.sequenceCycles': 'One side begins anew behind its last number, the other ends there.',
  'definition.sequenceCyclesAdvice': 'Say CYCLE or NO CYCLE as on the source.',
  'definition.sequenceStart':
    'The first number is another one. It matters when the sequence is restarted without a number.',
  'definition.sequenceStartAdvice': 'Nothing, unless somebody restarts it.',
  'definition.sequenceCache':
    'Another number of values is kept in store: gaps may be larger or smaller.',
  'definition.sequenceCacheAdvice': 'Nothing to do.',
  'definition.sequenceUnread':
    'How far a side is could not be read: whether the target goes on behind the source is not known.',
  'definition.sequenceUnreadAdvice': 'Compare the next numbers of both sides by hand.',
  'definition.sequenceBehind':
    'The next number is {{next}}, and that of the source {{there}}: the target gives out numbers that the source gave out before.',
  'definition.sequenceBehindAdvice':
    'Let the sequence go on behind that of the source, at the latest when work moves to the target.',
  'definition.nextTaken':
    'The next number is {{next}}, and the column has numbers up to {{largest}}: new rows get numbers that may be taken, and are refused then.',
  'definition.nextTakenAdvice': 'Let the numbers go on behind the largest one.',
  'definition.nextUnread':
    'Whether the next number is free is not known: no index begins with the column, it took too long, or the account may not read it.',
  'definition.nextUnreadAdvice': 'Compare the next number with the largest one by hand.',
  'definition.otherStep': 'The numbers grow by another step.',
  'definition.otherStepAdvice': 'Use the same step, if somebody relies on it.',
  'definition.numbersCycle': 'Behind the last number the target begins anew.',
  'definition.numbersAlways':
    'The target refuses rows that bring a number of their own (GENERATED ALWAYS); the source takes them.',
  'definition.numbersAlwaysAdvice':
    'Take GENERATED BY DEFAULT on the target, if a program or a copy gives numbers of its own.',
  'definition.numbersCycleAdvice': 'Take CYCLE from the sequence on the target.',
  'definition.noDefault':
    'Only the source has a default: where a new row gives no value, the target {{outcome}}.',
  'definition.newDefault':
    'Only the target has a default: where a new row gives no value, the source {{outcome}}.',
  'definition.givesNull': 'takes NULL',
  'definition.refusesRow': 'refuses the row',
  'definition.uniqueCase':
    'Upper and lower case count on one side only, and the column is in a unique key: one side lets in values that the other refuses as the same.',
  'definition.uniqueAccents':
    'Accents count on one side only, and the column is in a unique key: one side lets in values that the other refuses as the same.',
  'definition.uniqueCaseAndAccents':
    'Accents, and upper and lower case, count on one side only, and the column is in a unique key: one side lets in values that the other refuses as the same.',
  'definition.nowUnlogged':
    'The target loses its rows when its server fails: the table is not logged there.',
  'definition.nowUnloggedAdvice':
    'Let the target keep what is written: LOGGED, or a storage engine other than MEMORY.',
  'definition.nowTemporary':
    'On the target the table is temporary: each session sees its own rows alone, and they do not stay.',
  'definition.nowTemporaryAdvice': 'Make it an ordinary table on the target.',
  'definition.notTemporary':
    'On the source the table is temporary: each session sees its own rows alone, and they do not stay. On the target all sessions see all rows, and they stay.',
  'definition.notTemporaryAdvice':
    'Let programs make a temporary table of their own, or add a column for the session and clear it.',
  'definition.otherTemporary':
    'The table is temporary on both sides, but its rows are gone at another time: at the end of the transaction, or of the session.',
  'definition.otherTemporaryAdvice': 'Keep the rows on the target as long as on the source.',
  'definition.otherPartitions': 'Only one side spreads the rows over partitions.',
  'definition.otherPartitionsAdvice':
    'Nothing, if queries are fast enough, and nobody drops partitions.',
  'definition.partitionsRefuse':
    'Only the target spreads the rows over partitions, and they have no place for all values: other rows are refused.',
  'definition.partitionsRefuseAdvice':
    'Add partitions for all values that can come, or a default one.',
  'definition.otherPartitionKey': 'The rows are spread by something else.',
  'definition.otherPartitionKeyAdvice':
    'Nothing, if queries are fast enough, and no value is left without a partition.',
  'definition.otherPartitionCount': 'The number of partitions differs.',
  'definition.otherPartitionCountAdvice': 'Nothing, if queries are fast enough.',
  'definition.partitionLacks':
    'The target has no partition for {{values}}: it refuses such rows, which the source takes.',
  'definition.partitionLacksAdvice': 'Add the partition on the target, or a default one.',
  'definition.policiesLost':
    'On the source policies decide who sees which rows; on the target everybody who may read the table sees all.',
  'definition.policiesLostAdvice':
    'Write the policies on the target, too, or views in their place.',
  'definition.otherPolicies': 'The policies that decide who sees which rows differ.',
  'definition.otherPoliciesAdvice': 'Compare them, or accept them with the reason.',
  'definition.otherDeferral':
    'It is checked at another time: at once, or at the end of a transaction.',
  'definition.otherDeferralAdvice': 'Make it deferrable as on the source, if programs rely on it.',
  'definition.otherMatch':
    'Where only some of its columns are NULL, one side refuses the row (MATCH FULL), the other does not check it.',
  'definition.otherMatchAdvice': 'Make the key MATCH FULL or not, as on the source.',
  'definition.nowUnchecked':
    'On the target it was never checked for the rows that are there, or is switched off.',
  'definition.nowUncheckedAdvice': 'Validate it, and switch it on.',
  'definition.otherNulls':
    'NULL counts as a value on one side only: there a second one is refused.',
  'definition.otherNullsAdvice': 'Choose the same rule on the target (NULLS NOT DISTINCT).',
  'definition.severalObjects':
    'Definitions are compared where one object became one; here they are several on a side.',
  'definition.notSeen':
    'The {{side}} database no longer has it, or its account may not see its definition.',

  'type.largerNumbers': 'The target takes larger numbers.',
  'type.numbersBeyond': 'Numbers beyond {{from}} to {{to}} do not fit into the target.',
  'type.widerType': 'Use a wider type, or make sure that no such number exists: compare the data.',
  'type.fewerDigits': 'The target keeps {{to}} digits after the point, the source {{from}}.',
  'type.moreDigitsAdvice':
    'Use a type with more digits, or make sure that none are lost: compare the data.',
  'type.moreDigits': 'The target keeps more digits.',
  'type.wholeNumbers': 'Whole numbers in both, in another kind of type.',
  'type.shorter': 'The target takes {{to}} {{unit}}, the source {{from}}.',
  'type.shorterAlone': 'The target takes {{to}} characters.',
  'type.longerAdvice':
    'Use a longer type, or make sure that nothing longer exists: compare the data.',
  'type.longer': 'The target takes more {{unit}}.',
  'type.longerType': 'Use a longer type.',
  'type.sourceCountsBytes': 'The source counts bytes, the target characters.',
  'type.targetCountsBytes': 'The target counts bytes: letters beyond ASCII need more than one.',
  'type.countCharacters': 'Let the target count characters.',
  'type.padding': 'One of them pads with blanks: blanks at the end do not count in comparisons.',
  'type.zoneLost': 'The source knows time zones, the target does not.',
  'type.zoneAdded': 'The target knows time zones, the source does not.',
  'type.zoneAdvice': 'Make sure in which zone the values were meant when they are moved.',
  'type.fewerSeconds': 'The target keeps {{to}} digits of a second, the source {{from}}.',
  'type.moreSeconds': 'The target keeps more digits of a second.',
  'type.valuesLost': 'The target does not take {{values}}.',
  'type.valuesAdvice': 'Add the values, or make sure that none of them is used.',
  'type.moreValues': 'The target takes more values.',
  'type.halfDigits': 'The target keeps half of the digits.',
  'type.useDouble': 'Use a double.',
  'type.otherElements': 'Arrays of other elements.',
  'type.compareData': 'Compare the data.',
  'type.rowsAreSame': 'Nothing: all values that are there were seen to be the same on both sides.',
  'type.otherMeaning': 'The types mean different things.',
  'type.otherMeaningAdvice': 'Change the type of the target, or accept it with the reason.',
  'type.untyped': 'The {{side}} declares no type.',
  'type.untypedAdvice': 'Nobody can tell by the definition: compare the data.',
  'type.yesAndNo': 'Yes and no in both; other numbers become yes.',
  'type.yesAsNumber': 'Yes and no in both, as 1 and 0 in the target.',
  'type.numbersBecomeYes': 'Numbers become yes and no: others than 0 and 1 are lost.',
  'type.noneThere': 'Make sure that there are none: compare the data.',
  'type.yearBecomesNumber': 'A year becomes a number.',
  'type.alsoTime': 'The target also keeps a time of day.',
  'type.noTime': 'The target keeps no time of day.',
  'type.noTimeAdvice':
    'Use a timestamp, or make sure that all times are midnight: compare the data.',
  'type.timeBecomesInterval': 'A time becomes an interval, which may be longer than a day.',
  'type.rounding': 'One of them rounds to binary fractions: the last digits may differ.',
  'type.roundingAdvice': 'Use the same kind of number, or compare with a tolerance.',
  'type.becomesText': 'It becomes text: the target no longer checks its form.',
  'type.checksForm': 'The target checks the form: texts of another form are refused.',
  'type.checksFormAdvice': 'Make sure that all texts have that form: compare the data.',
  'type.sameBytes': 'The same 16 bytes, written another way.',
  'type.listKept': 'A list, kept another way.',
  'type.bitsKept': 'Bits, kept another way.',
} as const;
