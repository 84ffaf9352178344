/** What people's calls find, and what refuses them. */
export const calls = {
  'call.testerOnly': 'The test result is written by the tester of an object only.',
  'call.noMark': 'Parameters of a call are written :name, not {{mark}}.',
  'call.noValue': 'The call has a parameter :{{name}} that has no value. Add one, or NULL.',
  'call.noRunningComment': 'Write what stands in a comment /*! … */ outside of it.',
  'call.refusedWrite':
    'The call writes, and it ran in a transaction that only reads: nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  'call.refusedTemporary':
    'The call writes, commits or makes a temporary table, and it ran in a transaction that only reads: nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  'call.beginsWith':
    'A call on {{engine}} begins with one of these words: {{words}}. Anything else could outlast its transaction.',
  'call.verbWrites':
    'A call that begins with {{verb}} writes. Mark it as a call that writes to run it on a disposable database.',
  'call.oneStatement': 'A call is one statement. Take out what follows the ";".',
  'call.oneSelect': 'A call is one statement. Take out the second SELECT.',
  'call.noStatement': 'There is no statement to run. Write the call first.',
  'call.beyondDatabase':
    '{{name}} is refused: it reaches files, programs, accounts or other servers, or changes the server. Call routines and read tables of the database itself.',
  'call.namesWithEscapes': 'Write names as they are, without U& and escapes.',
  'call.showsTooMuch':
    'SHOW is for tables, columns, indexes, routines and settings in calls: not for accounts, grants, logs or what other people run.',
  'call.fourParts':
    'Calls read the database itself: a name of four parts is that of another server.',
  'call.ownFunctions':
    'A call brings no functions of its own along: create them in the database, and call them.',
  'call.behindAt': 'Calls read the database itself: what stands behind a @ is in another one.',
  'call.noFiles': 'Calls write no files of the server. Take out INTO OUTFILE or INTO DUMPFILE.',
  'call.couldOutlast':
    'Calls on SQL Server are rolled back, and {{word}} could outlast that. Take it out, or write it in brackets where it is a name.',
  'call.selectOnly':
    'SQL Server has no transaction that only reads, so a call there is one SELECT, without {{word}}. Where it is a name, write it in brackets; or mark the call as one that writes, to run it on a disposable database.',
  'call.unknownOutput':
    'The type of @{{name}} is not known: it is no parameter of a procedure in this database that the account can see.',
  'call.callsOff':
    'Calls on the {{side}} database are switched off for this project. An administrator can allow them.',
  'call.notDisposable':
    'The {{side}} database is not marked as disposable, so calls that write do not run there. An administrator can mark it.',
  'call.noCallsYet': 'Calls on the engine of the {{side}} database are not possible yet.',
  'call.noCallProposed': 'No call is proposed for the {{side}}: {{finding}}',
  'call.notReadYet':
    'Its definition has not been read yet. Compare the definitions of this pair first.',
  'call.notRolledBack': 'Not rolled back on the {{side}}: {{finding}}',
  'call.refusedAsExpected': 'Both sides refuse the call with the error that is expected of it.',
  'call.bothFailed': 'The call failed on both sides.',
  'call.refusedOtherwise':
    'Both sides refuse the call, but not both with the error that is expected of it.',
  'call.notRefused': 'An error is expected of the call, and both sides carried it out.',
  'call.cutAnswer':
    'Not all of the answers was compared: that of the {{side}} was read up to the limit of {{it}}.',
  'call.manyDiffer':
    'At least {{count}} rows of the source and {{to}} of the target have no equal on the other side.',
  'call.verifiedKeeps':
    'A verified object keeps the test result that it was verified with. Move its status back first to write another one.',
  'call.longAnswers': 'Answers are long: only the beginning of them is kept.',
  'call.oneRefuses': 'Only the {{side}} refuses the call.',
  'call.otherSets': 'The source gave {{count}} result sets, the target {{to}}.',
  'call.otherColumns': 'The source has {{count}} columns, the target {{to}}.',
  'call.otherColumnName':
    'Column {{number}} is named {{it}} on the source and {{there}} on the target.',
  'call.otherRows': 'The source has {{count}} rows, the target {{to}}.',
  'call.otherRow': 'Row {{number}}: {{row}} on the source, {{there}} on the target.',
  'call.onlyOnSource': 'Only on the source: {{row}}.',
  'call.onlyOnTarget': 'Only on the target: {{row}}.',
  'call.ofSet': 'Result set {{number}}: {{finding}}',
  'call.otherOutput': 'Output {{it}}: {{row}} on the source, {{there}} on the target.',
  'call.otherAffected':
    'Changed rows: {{count}} on the source, {{to}} on the target; engines count them differently.',
  'call.masked': 'Values are masked by now, so what differs is not said any more.',
  'call.laterCall':
    'Another call of this pair began later and has ended before; the result of that one stands, this one is kept as evidence.',
  'call.pairedAnew': 'The objects of this pair were paired anew meanwhile. Run the call again.',
  'call.cancelled': 'Cancelled: {{done}} of {{count}} sets had run.',
  'call.noneKept': 'It was not called: nobody has run a call of it yet.',
  'call.notTheirs':
    'It was not called: whoever started this may not run its calls. Administrators, and the developers and testers of its objects, may.',
  'call.leavesSomething':
    'It was not called: its call leaves something behind that no rollback takes back. Run it by hand.',
  'call.ranAgain': 'Called again: {{equal}} of {{count}} answers are equal.',
  'call.notRun': 'It was not called. {{reason}}',
  'call.rowsOutdated':
    'The call may have changed rows of any table: what was found of rows before counts as outdated until they are compared again.',
  'call.unnamed':
    'The call on the {{side}} does not name {{name}}, so nobody knows whether it is called.',
  'call.committed':
    'The call on the {{side}} committed by itself, or wrote where nothing is rolled back: what it wrote may still be there.',

  'effect.engineCannot':
    'The engine of the {{side}} does not let what a call changes be read before it is rolled back, so it is not compared.',
  'effect.noTable':
    'No table is known that the call changes: only answers were compared. Add the tables that it writes to.',
  'effect.manyTables':
    'More than {{count}} tables are named: what the call changes in others is not compared.',
  'effect.noCounterpart':
    '{{it}} on the {{side}} has no counterpart of its own: what the call changes there is not compared.',
  'effect.unread': 'What the call changes in {{it}} is not compared: its rows cannot be read.',
  'effect.tooLarge':
    '{{it}} has more than {{count}} rows on the {{side}}: what the call changes there is not compared.',
  'effect.notComparable': 'What the call changes in {{it}} is not compared: {{finding}}',
  'effect.columnsLeftOut':
    'Of what the call changes in {{it}}, these columns are not compared: {{columns}}.',
  'effect.alsoWritten':
    'On the {{side}} the call also wrote to {{it}}, which is not compared. Add it.',
  'effect.stayed':
    'The rows of {{it}} on the {{side}} are not what they were before the call: what it wrote has stayed, or somebody else wrote meanwhile. So what it changes there is not compared.',
  'effect.cannotTell':
    'The call changes too many rows of {{it}} to compare them one by one, and the tables differed before.',
  'effect.manyRows': 'The call changes too many rows of {{it}} to name those that differ.',
  'effect.differedBefore': 'The rows of {{it}} differed before the call; that may be why.',
  'effect.moments': 'In {{it}} these columns hold the time of the call on both sides: {{columns}}.',
  'effect.numbers':
    'In {{it}} the numbers that the databases hand out to new rows are not compared: {{columns}}.',
  'effect.differs': 'What the call leaves in {{it}} differs in {{count}} rows.',
  'effect.differsSomewhere': 'What the call leaves in {{it}} differs.',
  'rollback.sequencesStay': 'Numbers that are taken from sequences are not given back.',
  'rollback.autoIncrementStays':
    'Numbers that AUTO_INCREMENT and sequences have given are not given back.',
  'rollback.identityStays': 'Numbers that IDENTITY and sequences have given are not given back.',
  'rollback.dblinkStays': 'What is written to another database through dblink stays there.',
  'rollback.definitionsStay':
    'MySQL and MariaDB commit at once what begins with {{verb}}: it is not taken back.',
  'rollback.commitsStay':
    'A procedure that commits, or creates, changes or drops an object, keeps what it wrote until then.',
  'rollback.allCommitsStay':
    'A procedure that commits until no transaction is left keeps what it wrote until then.',
  'rollback.outsideStays':
    'What a procedure does outside of its database may stay: files, programs, mail, jobs, linked servers.',
  'rollback.otherServerStays': 'What is done at another server may stay there.',
  'rollback.enginesStay':
    'Tables of engines without transactions, such as MyISAM, Aria and MEMORY, keep what is written to them.',
  'call.nextvalTakes':
    'NEXTVAL takes a number from a sequence, which no rollback gives back. Mark the call as one that writes to run it on a disposable database.',
  'call.noText':
    'The column {{column}} is of the type {{type}}, which has no text. Convert it in the call.',
  'rollback.blockCommitsStay':
    'What a block or procedure commits stays, and so does what it wrote before it creates, changes or drops an object.',
  'rollback.blockOutsideStays':
    'What a block or procedure does outside of its database may stay: files, mail, jobs, other databases.',
  'rollback.autonomousStays':
    'Routines and triggers with a transaction of their own (autonomous) keep what they wrote.',

  'proposal.noTextForParameter':
    'No text can stand for its parameter {{name}}, which is of the type {{type}}.',
  'proposal.returnsNoText': 'It returns a value of the type {{type}}, which has no text.',
  'proposal.returnsPseudo': 'It returns a value of the type {{type}}, which no statement gets.',
  'proposal.takesPseudo':
    'It takes a parameter of the type {{type}}: only who calls it knows what that is.',
  'proposal.returnsRecords': 'It returns rows whose columns only who calls it knows.',
  'proposal.orderedAggregate':
    'It is an aggregate of ordered rows: only who calls it knows of which.',
  'proposal.givesBack': 'It gives values back in its parameters, which no query takes.',
  'proposal.returnsUnknown': 'What it returns is not known.',
} as const;
