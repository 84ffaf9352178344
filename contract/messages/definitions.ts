/** Findings of comparing definitions. */
export const definitions = {
  'definition.lost': 'The target does not have it.',
  'definition.lostAdvice': 'Create it on the target, or accept it with a reason.',
  'definition.renamed': 'The target does not have it under this name; it may be {{column}} there.',
  'definition.assumed':
    'On the target it is {{column}}, going by the name: both are compared with each other, but nobody confirmed it yet.',
  'definition.assumedColumns_one':
    '{{count}} column has another name on the target, going by the name or the values: {{examples}}.',
  'definition.assumedColumns_other':
    '{{count}} columns have other names on the target, going by the names or the values: {{examples}}.',
  'definition.assumedAdvice':
    'Say that both are the same column, or choose another counterpart in the comparison rules.',
  'definition.alikeValues':
    'The target does not have it under this name; {{column}} has equal values there in {{equal}} of {{rows}} compared rows.',
  'definition.alikeValuesFrom':
    'Only the target has it under this name; {{column}} has equal values on the source in {{equal}} of {{rows}} compared rows.',
  'definition.assumedAlike':
    'On the target it is {{column}}, going by the name, and the values are equal in {{equal}} of {{rows}} compared rows; nobody confirmed it yet.',
  'definition.unlikeValues':
    'Going by the name it may be {{column}} on the target, but the values differ in {{differing}} of {{rows}} compared rows.',
  'definition.unlikeValuesAdvice':
    'Choose the counterpart in the comparison rules. If it is this column after all, say so there.',
  'definition.renamedFrom':
    'Only the target has it under this name; it may be {{column}} on the source.',
  'definition.renamedAdvice':
    'If both are the same column, say so, and they are compared with each other.',
  'definition.missingObject':
    'No object of the target is linked to it: the target lacks it, or it was not imported or linked yet.',
  'definition.missingAdvice':
    'Create it on the target and import it there, link it to what it became, or drop the pair with a reason.',
  'definition.extraObject':
    'It exists only on the target, or nobody has linked it to its source object.',
  'definition.extraObjectAdvice':
    'Link it to its source object, mark it as new with a reason, or drop it on the target.',
  'definition.added': 'Only the target has it.',
  'definition.partsLost': '{{parts}} of the source are missing on the target.',
  'definition.partsAdded': '{{parts}} that only the target has.',
  'definition.addedStricter':
    'Only the target has it, so it may reject rows that the source accepts.',
  'definition.addedStricterAdvice':
    'Drop it on the target, or accept it with the reason why no such row occurs.',
  'definition.nothingToDo': 'No action needed if this is intended.',
  'definition.otherKind': 'A {{from}} became a {{to}}.',
  'definition.otherKindAdvice': 'Split the pair and link objects of the same kind.',
  'definition.otherKindOfRows':
    'No action needed if this is intended: compare the rows. A view has no keys and may not accept writes.',
  'definition.otherKindOfRoutine':
    'No action needed if this is intended, but programs must call it differently. Compare a call.',
  'definition.addedRequired': 'Only the target has it, and it requires a value.',
  'definition.refusesNull': 'The target rejects NULL, the source accepts it.',
  'definition.refusesNullAdvice': 'Make sure that no row has NULL there: compare the data.',
  'definition.takesNull': 'The target accepts NULL, the source rejects it.',
  'definition.takesNullAdvice': 'Add NOT NULL on the target.',
  'definition.otherDefault': 'New rows get a different value when none is given.',
  'definition.otherDefaultAdvice': 'Set the same default on the target.',
  'definition.otherClock':
    'The current time is in UTC on one side, and in the server’s time zone on the other.',
  'definition.otherClockAdvice': 'No action needed if both servers run in UTC.',
  'definition.keepsHalf':
    'Both write the same unless a statement fails. Then MySQL and MariaDB keep what the call wrote before it until the caller rolls back; the other engine undoes the whole call.',
  'definition.keepsHalfAdvice':
    'No action needed if callers roll back when a call fails, and never go on to commit.',
  'definition.goesOn':
    'Both write the same unless a statement fails. Then SQL Server keeps what was written before it, and may go on with the next statement; the other side ends the call there, or undoes it.',
  'definition.goesOnAdvice':
    'No action needed if no statement can fail, or if callers roll back when a call fails.',
  'definition.asMidnight':
    'Both mean the same, with one exception: PostgreSQL reads a date here as midnight in the session’s time zone. Where that zone skipped the day, as Samoa did on 30 December 2011, or its midnight, the result may be another one.',
  'definition.asMidnightAdvice':
    'No action needed if sessions run in UTC. Otherwise cast the date to timestamp on PostgreSQL.',
  'definition.otherZone':
    'Both mean the same where the sessions of both databases have the same time zone: each writes a moment as the date and time of its own session’s zone.',
  'definition.otherZoneAdvice':
    'Give the sessions of both sides the same time zone, or convert the moment to a named zone on both sides.',
  'definition.onUpdateLost': 'The source sets it whenever a row is updated, the target does not.',
  'definition.onUpdateAdded': 'The target sets it whenever a row is updated, the source does not.',
  'definition.onUpdateAdvice': 'No action needed if a trigger does it; otherwise write one.',
  'definition.unclear': 'Both have it, but it is not certain that the two texts mean the same.',
  'definition.unclearAdvice': 'Compare the two texts, and accept the difference with a reason.',
  'definition.otherMeaning': 'Both have it, but with a different meaning.',
  'definition.otherMeaningAdvice': 'Rewrite it on the target so that it means the same.',
  'definition.identityLost': 'The source generates numbers for new rows, the target does not.',
  'definition.identityLostAdvice':
    'Make the column an identity on the target, starting after the largest number.',
  'definition.identityAdded': 'The target generates numbers for new rows, the source does not.',
  'definition.generatedLost':
    'The source computes it, the target does not: there it holds what programs write.',
  'definition.generatedLostAdvice': 'Compute it on the target too, or have the programs write it.',
  'definition.generatedAdded':
    'The target computes it, the source does not: programs that write it are rejected there.',
  'definition.generatedAddedAdvice': 'Make sure that no program writes it.',
  'definition.otherGenerated': 'It is computed differently.',
  'definition.otherGeneratedAdvice':
    'Compare the data, and compute it on the target in the same way.',
  'definition.nowStored':
    'It is computed when read on the source, and stored on the target: the values are the same, but it takes up space there.',
  'definition.nowVirtual':
    'It is stored on the source, and computed when read on the target: the values are the same, but reading costs more there.',
  'definition.otherCase':
    'Only one side is case-sensitive, so searches and keys may find different rows.',
  'definition.otherAccents':
    'Only one side is accent-sensitive, so searches and keys may find different rows.',
  'definition.otherCaseAndAccents':
    'Only one side is sensitive to case and accents, so searches and keys may find different rows.',
  'definition.otherBlanks':
    'Trailing blanks count on one side only, so searches and keys may find different rows, and checks may reject others.',
  'definition.otherCaseAndBlanks':
    'Case and trailing blanks count on one side only, so searches and keys may find different rows, and checks may reject others.',
  'definition.otherAccentsAndBlanks':
    'Accents and trailing blanks count on one side only, so searches and keys may find different rows, and checks may reject others.',
  'definition.otherLetters':
    'Case, accents and trailing blanks count on one side only, so searches and keys may find different rows, and checks may reject others.',
  'definition.otherCaseAdvice': 'Choose a collation on the target that behaves the same.',
  'definition.otherComment': 'The comment differs.',
  'definition.otherCommentAdvice': 'Copy the comment if people rely on it.',
  'definition.indexAdvice': 'Create it on the target if queries need it.',
  'definition.keptIndexAdvice':
    'Create it on the target: only with a unique index can a materialised view be read while it is refreshed (CONCURRENTLY).',
  'definition.otherKey': 'Rows are identified by different columns.',
  'definition.otherKeyAdvice':
    'Use the same primary key on the target, or accept it with a reason.',
  'definition.keyElsewhere':
    'It references a table that is not the counterpart of the one it references on the source.',
  'definition.keyElsewhereAdvice':
    'Make the key reference the counterpart, or link the right tables.',
  'definition.keyOtherColumns':
    'It references columns that are not the counterparts of those it references on the source, so it accepts and rejects different values.',
  'definition.keyOtherColumnsAdvice': 'Make the key reference the same columns as on the source.',
  'definition.noSuchAction':
    'The target’s engine has no such action: leave it to the application or a trigger.',
  'definition.otherAction':
    'Referencing rows are handled differently when the row they refer to is {{what}}.',
  'definition.otherActionAdvice': 'Use the same action on the target.',
  'definition.broken': 'The target cannot run it.',
  'definition.brokenAdvice': 'Fix the view on the target.',
  'definition.otherMaterialised':
    'Only one side is materialised and keeps its rows until it is refreshed.',
  'definition.otherMaterialisedAdvice':
    'Refresh it as often as people expect, or use the same kind of view.',
  'definition.computedOnRead':
    'The target has no materialised views: its rows are computed on each read, and always current.',
  'definition.computedOnReadAdvice': 'No action needed if reading is fast enough.',
  'definition.hiddenText': 'One of the accounts cannot see the text.',
  'definition.hiddenTextAdvice':
    'Give the account the privilege to see definitions, then compare the texts.',
  'definition.otherText': 'The texts differ.',
  'definition.staysInSchema':
    'On the target, too, the text names {{schema}}, the schema of the source: it uses the objects there, or fails.',
  'definition.staysInSchemaAdvice':
    'Name the schema of the target in it, or leave it out where it is the default.',
  'definition.otherDialect':
    'The texts differ, as dialects do: the text alone does not show whether they do the same.',
  'definition.settingsOff':
    'A text was stored on SQL Server with {{settings}} OFF, so that = NULL finds NULL or double quotes enclose texts: the text alone does not show whether both do the same.',
  'definition.callUnclear':
    'It calls {{routine}}, which is not known to have a counterpart, to return no rows and to set none of its parameters: the text alone does not show whether they do the same.',
  'definition.otherRoutine': 'They do not return the same.',
  'definition.otherResult': 'The source returns {{source}}, the target {{target}}.',
  'definition.otherResultFor':
    'Called with {{values}}, the source returns {{source}} and the target {{target}}.',
  'definition.otherEffect':
    'Their steps do not do the same. What triggers of the tables do is not considered.',
  'definition.otherEffectFor':
    'Called with {{values}}, their steps do not do the same. What triggers of the tables do is not considered.',
  'definition.otherSetting': 'They set {{column}} to different values.',
  'definition.otherConstant':
    'They take the same steps with another constant: {{source}} on the source, {{target}} on the target.',
  'definition.nowStrict':
    'If an argument is NULL, the target returns NULL without running; the source runs.',
  'definition.notStrict':
    'If an argument is NULL, the source returns NULL without running; the target runs.',
  'definition.otherStrictAdvice':
    'Handle NULL on the target as on the source, or call both with NULL and compare.',
  'definition.parameterDefaultLost':
    'The source has a default value for it; on the target, a call that omits it fails.',
  'definition.parameterDefaultOther': 'If a call omits it, the target uses a different value.',
  'definition.parameterDefaultAdvice': 'Give the parameter the same default on the target.',
  'definition.otherTextAdvice': 'Run a call on both sides and compare the results.',
  'definition.otherRowsAdvice':
    'Compare the rows on both sides while the view has some, or compare the two texts.',
  'definition.otherCount': 'It has {{to}} parameters on the target instead of {{from}}.',
  'definition.otherCountAdvice': 'Give it the same parameters, or accept it with a reason.',
  'definition.otherMode': 'The mode of the parameter differs (IN, OUT or INOUT).',
  'definition.otherModeAdvice': 'Use the same mode on the target.',
  'definition.outAsInout':
    'It only returns a value on the source; on the target it takes one, too.',
  'definition.outAsInoutAdvice':
    'No action needed if callers pass NULL: some engines have no other way.',
  'definition.sequenceStep': 'The increment differs.',
  'definition.sequenceStepAdvice': 'Use the same increment if something relies on it.',
  'definition.sequenceOtherWay': 'The numbers increase on one side and decrease on the other.',
  'definition.sequenceOtherWayAdvice': 'Create the sequence with the increment of the source.',
  'definition.sequenceEnd': 'The numbers end earlier on the target than on the source.',
  'definition.sequenceEndAdvice': 'Give the sequence the same last number.',
  'definition.sequenceLaterEnd': 'The numbers end later on the target than on the source.',
  'definition.sequenceLaterEndAdvice':
    'No action needed, unless a column cannot hold larger numbers.',
  'definition.sequenceCycles': 'One side starts over after its last number, the other stops.',
  'definition.sequenceCyclesAdvice': 'Set CYCLE or NO CYCLE as on the source.',
  'definition.sequenceStart':
    'The start value differs. It matters when the sequence is restarted without a value.',
  'definition.sequenceStartAdvice': 'No action needed, unless somebody restarts it.',
  'definition.sequenceCache': 'The cache size differs, so gaps may be larger or smaller.',
  'definition.sequenceCacheAdvice': 'Nothing to do.',
  'definition.sequenceUnread':
    'The current value of one side could not be read, so it is not known whether the target continues after the source.',
  'definition.sequenceUnreadAdvice': 'Compare the next numbers of both sides by hand.',
  'definition.sequenceBehind':
    'The next number is {{next}}, and that of the source is {{there}}: the target will generate numbers that the source has already used.',
  'definition.sequenceBehindAdvice':
    'Make the sequence continue after that of the source, at the cutover at the latest.',
  'definition.nextTaken':
    'The next number is {{next}}, but the column already has numbers up to {{largest}}: new rows may get numbers that are taken, and be rejected.',
  'definition.nextTakenAdvice': 'Set the next number above the largest one.',
  'definition.nextUnread':
    'It is not known whether the next number is free: the account may not read where it comes from, or the query took too long.',
  'definition.nextFalling':
    'It is not known whether the next number is free: the numbers fall, and the smallest one is not read.',
  'definition.nextUnreadAdvice':
    'Let the account read the sequence and compare again, or compare the next number with those of the rows by hand.',
  'definition.nextFallingAdvice': 'Compare the next number with the smallest one by hand.',
  'definition.otherStep': 'The increment differs.',
  'definition.otherStepAdvice': 'Use the same increment if something relies on it.',
  'definition.numbersCycle': 'After its last number, the target starts over.',
  'definition.numbersAlways':
    'The target rejects rows that supply their own number (GENERATED ALWAYS); the source accepts them.',
  'definition.numbersAlwaysAdvice':
    'Use GENERATED BY DEFAULT on the target if a program or a copy supplies its own numbers.',
  'definition.numbersReused': 'The target gives numbers of deleted last rows to new rows.',
  'definition.numbersReusedAdvice': 'Use AUTOINCREMENT if no number may stand for two rows.',
  'definition.numbersCycleAdvice': 'Set NO CYCLE for the sequence on the target.',
  'definition.noDefault':
    'Only the source has a default: if a new row gives no value, the target {{outcome}}.',
  'definition.newDefault':
    'Only the target has a default: if a new row gives no value, the source {{outcome}}.',
  'definition.givesNull': 'stores NULL',
  'definition.refusesRow': 'rejects the row',
  'definition.uniqueCase':
    'Only one side is case-sensitive, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueAccents':
    'Only one side is accent-sensitive, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueCaseAndAccents':
    'Only one side is sensitive to case and accents, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueBlanks':
    'Trailing blanks count on one side only, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueCaseAndBlanks':
    'Case and trailing blanks count on one side only, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueAccentsAndBlanks':
    'Accents and trailing blanks count on one side only, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.uniqueLetters':
    'Case, accents and trailing blanks count on one side only, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.nowUnlogged':
    'The target loses its rows if its server crashes: the table is not logged there.',
  'definition.nowUnloggedAdvice':
    'Make the table durable on the target: LOGGED, or a storage engine other than MEMORY.',
  'definition.nowTemporary':
    'On the target, the table is temporary: each session sees only its own rows, and they are not kept.',
  'definition.nowTemporaryAdvice': 'Make it an ordinary table on the target.',
  'definition.notTemporary':
    'On the source, the table is temporary: each session sees only its own rows, and they are not kept. On the target, all sessions see all rows, and they are kept.',
  'definition.notTemporaryAdvice':
    'Have programs create a temporary table of their own, or add a column for the session and clear it.',
  'definition.otherTemporary':
    'The table is temporary on both sides, but its rows are removed at different times: at the end of the transaction, or of the session.',
  'definition.otherTemporaryAdvice': 'Keep the rows on the target for as long as on the source.',
  'definition.otherPartitions': 'Only one side is partitioned.',
  'definition.otherPartitionsAdvice':
    'No action needed if queries are fast enough and nobody drops partitions.',
  'definition.partitionsRefuse':
    'Only the target is partitioned, and its partitions do not cover all values: other rows are rejected.',
  'definition.partitionsRefuseAdvice':
    'Add partitions for all values that can occur, or a default partition.',
  'definition.otherPartitionKey': 'The partition key differs.',
  'definition.otherPartitionKeyAdvice':
    'No action needed if queries are fast enough and every value has a partition.',
  'definition.otherPartitionCount': 'The number of partitions differs.',
  'definition.otherPartitionCountAdvice': 'No action needed if queries are fast enough.',
  'definition.partitionLacks':
    'The target has no partition for {{values}}: it rejects such rows, which the source accepts.',
  'definition.partitionLacksAdvice': 'Add the partition on the target, or a default partition.',
  'definition.policiesLost':
    'On the source, policies decide who sees which rows; on the target, everybody who may read the table sees all of them.',
  'definition.policiesLostAdvice': 'Create the policies on the target too, or use views instead.',
  'definition.otherPolicies':
    'The policies that decide who sees which rows are written differently.',
  'definition.otherPoliciesAdvice': 'Compare them, or accept them with a reason.',
  'definition.otherDeferral':
    'It is checked at a different time: immediately, or at the end of the transaction.',
  'definition.otherDeferralAdvice': 'Make it deferrable as on the source if programs rely on it.',
  'definition.otherMatch':
    'If only some of its columns are NULL, one side rejects the row (MATCH FULL), and the other does not check it.',
  'definition.otherMatchAdvice': 'Make the key MATCH FULL or not, as on the source.',
  'definition.severalObjects':
    'Definitions are only compared one to one; this pair has several objects on one side.',
  'definition.notSeen':
    'The {{side}} database no longer has it, or its account cannot see its definition.',
} as const;
