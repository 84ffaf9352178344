/** Messages about calls: what comparing them finds, and why a call is refused. */
export const calls = {
  'call.testerOnly': 'Only the tester of an object can write its test result.',
  'call.noMark': 'Parameters of a call must be written as :name, not {{mark}}.',
  'call.noValue': 'The parameter :{{name}} of the call has no value. Enter one, or NULL.',
  'call.noRunningComment':
    'Executable comments /*! … */ are not allowed. Move their content out of the comment.',
  'call.refusedWrite':
    'The call writes, but it ran in a read-only transaction, so nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  'call.refusedTemporary':
    'The call writes, commits or creates a temporary table, but it ran in a read-only transaction, so nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  'call.beginsWith':
    'A call on {{engine}} must begin with one of these words: {{words}}. Anything else could outlast its transaction.',
  'call.verbWrites':
    'A call that begins with {{verb}} writes. Mark it as a call that writes to run it on a disposable database.',
  'call.oneStatement': 'A call must be a single statement. Remove what follows the ";".',
  'call.oneSelect': 'A call must be a single statement. Remove the second SELECT.',
  'call.noStatement': 'There is no statement to run. Write the call first.',
  'call.beyondDatabase':
    '{{name}} is not allowed: it reaches files, programs, accounts or other servers, or changes the server. Call routines and read tables of the database itself.',
  'call.namesWithEscapes': 'Write names directly, without U& and escapes.',
  'call.showsTooMuch':
    'SHOW is only allowed for tables, columns, indexes, routines and settings, not for accounts, grants, logs or other sessions.',
  'call.fourParts':
    'Calls can only read the database itself: a four-part name refers to another server.',
  'call.ownFunctions':
    'A call cannot define functions of its own. Create them in the database, and call them.',
  'call.behindAt': 'Calls can only read the database itself: a name after @ refers to another one.',
  'call.noFiles': 'Calls cannot write files on the server. Remove INTO OUTFILE or INTO DUMPFILE.',
  'call.couldOutlast':
    'Calls on SQL Server are rolled back, and {{word}} could outlast that. Remove it, or put it in brackets if it is a name.',
  'call.selectOnly':
    'SQL Server has no read-only transactions, so a call there must be a single SELECT without {{word}}. If it is a name, put it in brackets; otherwise mark the call as one that writes, to run it on a disposable database.',
  'call.unknownOutput':
    'The type of @{{name}} is not known: it is not a parameter of any procedure in this database that the account can see.',
  'call.callsOff':
    'Calls on the {{side}} database are switched off for this project. An administrator can allow them.',
  'call.notDisposable':
    'The {{side}} database is not marked as disposable, so calls that write cannot run there. An administrator can mark it.',
  'call.noCallsYet': 'Calls on the engine of the {{side}} database are not supported yet.',
  'call.noCallProposed': 'No call could be proposed for the {{side}}: {{finding}}',
  'call.notReadYet':
    'Its definition has not been read yet. Compare the definitions of this pair first.',
  'call.notRolledBack': 'Not rolled back on the {{side}}: {{finding}}',
  'call.refusedAsExpected': 'Both sides reject the call with the expected error.',
  'call.bothFailed': 'The call failed on both sides.',
  'call.refusedOtherwise': 'Both sides reject the call, but not both with the expected error.',
  'call.notRefused': 'The call was expected to fail, but it succeeded on both sides.',
  'call.cutAnswer':
    'Not all results were compared: those of the {{side}} were only read up to the limit of {{it}}.',
  'call.resultSets_one': '1 result set',
  'call.resultSets_other': '{{count}} result sets',
  'call.manyDiffer':
    'At least {{count}} rows of the source and {{to}} of the target have no match on the other side.',
  'call.verifiedKeeps':
    'A verified object keeps the test result it was verified with. Move its status back first to change the result.',
  'call.longAnswers': 'The results are long, so only the beginning of each was kept.',
  'call.denied':
    'The account of the {{side}} may not do what the call does, which says nothing about the routine. Grant it what the error names, or enter another account.',
  'call.oneRefuses': 'Only the {{side}} rejects the call.',
  'call.otherSets': 'The source returned {{count}} result sets, the target {{to}}.',
  'call.otherColumns': 'The source has {{count}} columns, the target {{to}}.',
  'call.otherColumnName':
    'Column {{number}} is named {{it}} on the source and {{there}} on the target.',
  'call.otherRows': 'The source has {{count}} rows, the target {{to}}.',
  'call.otherRow': 'Row {{number}}: {{row}} on the source, {{there}} on the target.',
  'call.onlyOnSource': 'Only on the source: {{row}}.',
  'call.onlyOnTarget': 'Only on the target: {{row}}.',
  'call.ofSet': 'Result set {{number}}: {{finding}}',
  'call.otherOutput': 'Output {{it}}: {{row}} on the source, {{there}} on the target.',
  'call.otherOutputNames':
    'Outputs of the procedure: {{columns}}; columns of the row: {{there}}. Their names do not tell which belong together.',
  'call.otherAffected':
    'Rows changed: {{count}} on the source, {{to}} on the target. Engines count them differently.',
  'call.masked': 'The values have been masked since, so what differs is no longer shown.',
  'call.laterCall':
    'A call of this pair that began later has already finished: its result counts, and this one is kept as evidence.',
  'call.pairedAnew':
    'The objects of this pair were paired again in the meantime. Run the call again.',
  'call.cancelled': 'Cancelled after {{done}} of {{count}} parameter sets.',
  'call.noneKept': 'It was not called: nobody has run a call for it yet.',
  'call.notTheirs':
    'It was not called: whoever started this run is not allowed to run its calls. Administrators and its developers and testers are.',
  'call.leavesSomething':
    'It was not called: its call has effects that a rollback does not undo. Run it by hand.',
  'call.ranAgain': 'Called again: {{equal}} of {{count}} results are equal.',
  'call.nothingLeft': 'The rules leave out every value of the answers, so none was compared.',
  'call.notRun': 'It was not called. {{reason}}',
  'call.rowsOutdated':
    'The call may have changed rows of any table, so earlier row comparisons are outdated until the rows are compared again.',
  'call.unnamed':
    'The call on the {{side}} does not mention {{name}}, so it is not known whether it is called.',
  'call.committed':
    'The call on the {{side}} committed on its own, or wrote where nothing is rolled back, so its changes may still be there.',

  'effect.engineCannot':
    'The engine of the {{side}} does not allow the changes of a call to be read before they are rolled back, so they are not compared.',
  'effect.noTable':
    'No table is known that the call changes, so only the results were compared. Add the tables that it writes to.',
  'effect.manyTables':
    'More than {{count}} tables are listed: changes to the others are not compared.',
  'effect.noCounterpart':
    '{{it}} on the {{side}} has no counterpart of its own, so changes to it are not compared.',
  'effect.unread': 'Changes to {{it}} are not compared: its rows cannot be read.',
  'effect.tooLarge':
    '{{it}} has more than {{count}} rows on the {{side}}, so changes to it are not compared.',
  'effect.notComparable': 'Changes to {{it}} are not compared: {{finding}}',
  'effect.columnsLeftOut': 'In the changes to {{it}}, these columns are not compared: {{columns}}.',
  'effect.alsoWritten':
    'On the {{side}}, the call also wrote to {{it}}, which is not compared. Add it.',
  'effect.unknownTexts':
    'On the {{side}}, the call may write further tables, because it is not known what these run: {{it}}.',
  'effect.notFollowed':
    'On the {{side}}, the call may write further tables, because it reaches more triggers and routines than are followed.',
  'effect.stayed':
    'The rows of {{it}} on the {{side}} are not the same as before the call: its changes were not rolled back, or somebody else wrote to the table. So changes to it are not compared.',
  'effect.cannotTell':
    'The call changes too many rows of {{it}} to compare them one by one, and the tables already differed before.',
  'effect.manyRows': 'The call changes too many rows of {{it}} to list those that differ.',
  'effect.differedBefore':
    'The rows of {{it}} already differed before the call; that may be the cause.',
  'effect.moments':
    'In {{it}}, these columns hold the time of the call on both sides: {{columns}}.',
  'effect.numbers':
    'In {{it}}, the numbers that the databases generate for new rows are not compared: {{columns}}.',
  'effect.differs_one': 'After the call, {{it}} differs in one row.',
  'effect.differs_other': 'After the call, {{it}} differs in {{count}} rows.',
  'effect.differsSomewhere': 'After the call, {{it}} differs.',
  'rollback.sequencesStay': 'Numbers drawn from sequences are not rolled back.',
  'rollback.autoIncrementStays':
    'Numbers generated by AUTO_INCREMENT and sequences are not rolled back.',
  'rollback.identityStays': 'Numbers generated by IDENTITY and sequences are not rolled back.',
  'rollback.dblinkStays': 'What is written to another database through dblink is not rolled back.',
  'rollback.definitionsStay':
    'MySQL and MariaDB immediately commit statements that begin with {{verb}}, so they are not rolled back.',
  'rollback.commitsStay':
    'If a procedure commits, or creates, alters or drops an object, what it wrote until then is not rolled back.',
  'rollback.allCommitsStay':
    'If a procedure commits until no transaction is open, what it wrote until then is not rolled back.',
  'rollback.outsideStays':
    'What a procedure does outside its database may not be rolled back: files, programs, mail, jobs, linked servers.',
  'rollback.otherServerStays': 'What is done on another server may not be rolled back.',
  'rollback.enginesStay':
    'Changes to tables of engines without transactions, such as MyISAM, Aria and MEMORY, are not rolled back.',
  'call.nextvalTakes':
    'NEXTVAL draws a number from a sequence, which is not rolled back. Mark the call as one that writes to run it on a disposable database.',
  'call.noText':
    'The column {{column}} has the type {{type}}, whose values cannot be written as text. Convert it in the call.',
  'rollback.blockCommitsStay':
    'What a block or procedure commits is not rolled back, nor is what it wrote before it creates, alters or drops an object.',
  'rollback.blockOutsideStays':
    'What a block or procedure does outside its database may not be rolled back: files, mail, jobs, other databases.',
  'rollback.autonomousStays':
    'What routines and triggers write in autonomous transactions is not rolled back.',

  'proposal.noTextForParameter':
    'Its parameter {{name}} has the type {{type}}, whose values cannot be written as text.',
  'proposal.returnsNoText': 'It returns the type {{type}}, whose values cannot be written as text.',
  'proposal.returnsPseudo': 'It returns the type {{type}}, which a statement cannot receive.',
  'proposal.takesPseudo':
    'It takes a parameter of type {{type}}: only the caller knows what to pass.',
  'proposal.returnsRecords': 'It returns rows whose columns only the caller knows.',
  'proposal.orderedAggregate':
    'It is an ordered-set aggregate: only the caller knows what to aggregate.',
  'proposal.givesBack': 'It returns values in its parameters, which a query cannot receive.',
  'proposal.returnsUnknown': 'What it returns is not known.',
} as const;
