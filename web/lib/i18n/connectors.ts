/** What connectors say of source and target databases beyond `server.ts`, of which these are a part. */
export const connectors: Record<string, string> = {
  // What stands in the place of names.
  atPostgresql: 'PostgreSQL at {{address}}',
  atMysql: 'MySQL / MariaDB at {{address}}',
  atSqlServer: 'SQL Server at {{address}}',
  atOracle: 'Oracle at {{address}}',
  theUser: 'user "{{user}}"',
  theDatabase: 'the database "{{database}}"',
  tablesThing: 'tables',
  viewsThing: 'views',
  functionsThing: 'functions',
  proceduresThing: 'procedures',
  relationsThing: 'tables and views',
  routinesThing: 'functions and procedures',
  everything: 'databases and objects',

  // Networks and certificates.
  closedByOther:
    '{{server}} closed the connection unexpectedly. Check that it is a {{engine}} server.',
  closedBySuch: '{{server}} closed the connection unexpectedly. Check that it is such a server.',
  forbiddenHere: '{{server}} cannot be reached from here: the system forbids the connection.',
  noOwnAddress:
    '{{server}} cannot be reached from here: this machine has no fitting network address.',
  wrongProtocolAn: '{{where}} answers, but it is not an {{engine}} server. Check the port.',
  ownStore:
    "{{address}} with the database {{database}} is this tool's own store and cannot be a source or target.",
  connectionClosed: 'The connection to {{server}} is closed.',
  tooMuch:
    '{{server}} answered {{asked}} with {{amount}}, so the connection was closed. {{failure}}',
  askedSignIn: 'the sign-in',
  askedCatalogue: 'a question about its objects',
  askedRows: 'a reading of rows',
  askedCall: 'a call',
  amountRow: 'a row or message of more than {{size}}',
  amountAnswer: 'more than {{size}}',
  amountColumns: 'more columns than any table has',
  adviceServer: 'Check that it is the right server.',
  adviceCall:
    'Write the call so that it gives fewer or shorter rows, or have the operator raise {{setting}}.',
  adviceData: 'Where its data is like that, have the operator raise {{setting}}.',
  noTlsAgreed:
    '{{server}}: no encrypted connection could be agreed on. Check that the server offers TLS, or switch TLS off.',
  notYetValid: '{{server}}: its certificate is not valid yet. Check the clocks of both machines.',
  revoked: '{{server}}: its certificate has been revoked. Have it replaced at the server.',
  otherName:
    '{{server}}: its certificate is not for {{host}}. Enter the name that the certificate holds.',
  notPem: '{{server}}: the certificate of the authority that was entered is not a PEM certificate.',

  // Signing in.
  fromThisMachine:
    '{{server}} does not let {{who}} into the database "{{database}}" from this machine (pg_hba.conf).',
  fromThisMachinePlain:
    '{{server}} does not let {{who}} into the database "{{database}}" from this machine without encryption (pg_hba.conf).',
  noAgreement: '{{server}} and {{who}} could not agree on how to sign in. Check user and password.',
  nobodyFromHere:
    '{{server}} lets nobody sign in from this machine. Create the user for this host.',
  blockedHere:
    '{{server}} has blocked this machine after too many failed connections (FLUSH HOSTS unblocks it).',
  userLocked: '{{server}}: {{who}} is locked.',
  loginDisabled: '{{server}}: the login of {{who}} is disabled.',
  loginLocked: '{{server}}: the login of {{who}} is locked. An administrator can unlock it.',
  passwordExpired: '{{server}}: the password of {{who}} has expired and must be changed first.',
  otherSignIn: '{{server}} wants {{who}} to sign in in a way that needs TLS or is not supported.',
  olderSignIn: '{{server}} lets {{who}} sign in in an older way only, which is not supported.',
  passwordWanted: '{{server}} wants a password of {{who}}. Enter it.',
  passwordTooOld:
    '{{server}} keeps the password of {{who}} in a form that is too old. Let the user set the password anew.',
  administratorLogin: '{{server}} lets {{who}} in as an administrator only. Enter another user.',
  noCreateSession: '{{server}}: {{who}} may not sign in. It lacks the privilege CREATE SESSION.',
  restrictedSession: '{{server}} lets administrators in only, just now (restricted session).',
  noWindowsAccounts:
    '{{server}} refused {{who}}: only logins of SQL Server itself can be used, not Windows accounts.',
  refusedInItsWords: '{{server}} does not let {{who}} in (error {{code}}). It says: {{words}}.',
  azureFirewall:
    '{{server}} does not let this machine in. Allow its address in the firewall of the Azure SQL server.',
  nodeChecking: '{{server}} does not let this machine in (valid node checking of the listener).',

  // Databases and privileges.
  noDatabaseOrEntry: '{{server}} has no database "{{database}}", or {{who}} may not enter it.',
  noDatabaseSeen: '{{server}} has no database "{{database}}" that this user can see.',
  noService: '{{server}} knows no service "{{name}}". Check it, or enter sid: and the SID.',
  noSid: '{{server}} knows no SID "{{name}}". Enter a service name, or check the SID.',
  notServiceName:
    '"{{name}}" is not the name of a database: enter the service name, such as orclpdb1.example.com, or sid: and the SID, such as sid:ORCL.',
  noOwnSchema: '{{server}} has no schema "{{schema}}" of a user of its own.',
  noSqliteSchema: 'A SQLite file has no schema "{{schema}}"; its only one is "{{only}}".',
  noneStored: 'SQLite has no stored {{things}}.',
  defaultDatabase:
    '{{server}}: the default database of {{who}} cannot be opened. Give the login another default database.',
  mayNotEnter: '{{server}}: {{who}} may not enter {{what}}.',
  noPrivilegeThere: '{{server}}: {{who}} lacks a privilege for that in {{what}}.',
  noPermissionThere: '{{server}}: {{who}} lacks a permission for that in {{what}}.',
  noPrivilegeOrDatabase:
    '{{server}}: {{who}} has no privilege in the database "{{database}}", or there is none of that name.',
  onlyReads: '{{server}}: this connection only reads.',
  onlyReadable: '{{server}}: {{what}} can only be read.',
  noConnections: '{{server}} does not accept connections to the database "{{database}}".',

  // What the server is doing.
  startingUp: '{{server}} is starting up or recovering. Try again in a moment.',
  startingOrStopping: '{{server}} is starting, stopping, or has ended the connection.',
  notAvailable: '{{server}}: {{what}} is not available just now. Try again in a moment.',
  notOpened:
    '{{server}}: {{what}} cannot be opened just now: it is offline, being restored or a secondary copy.',
  databaseNotOpen:
    '{{server}}: the database is starting up, shutting down or not open. Try again in a moment.',
  noneLeft: '{{server}} has no free connection left. Try again later.',
  noneLeftOracle:
    '{{server}} has no free connection left. Try again later, or raise the limits on sessions and processes.',
  deadlock: "{{server}} gave up reading in favour of somebody else's work (deadlock). Try again.",
  snapshotTooOld:
    '{{server}} no longer had the data as it was when reading began. Try again at a quieter time.',
  statementCancelled: 'The statement was cancelled at {{server}}.',
  couldNotBeReadCode: '{{server}} could not be read ({{code}}).',
  tooOldServer: '{{server}} is older than {{version}}, the oldest that can be read.',
  otherTdsVersion:
    '{{server}} is too old, or not a SQL Server: there is no version of the protocol that both sides know.',
  garbled:
    '{{server}} gave an answer that cannot be understood. Check that it is a SQL Server, and what is in between.',
  noTcp:
    '{{server}} does not listen for TCP. Switch TCP on for it, or enter the port of the instance instead of its name.',
  noBrowser:
    '{{server}} cannot be found: the SQL Server Browser (UDP port {{port}}) does not answer there. Start that service, or enter the port of the instance instead of its name.',

  // Oracle's listeners.
  notAListener: '{{server}} answers, but not as an Oracle listener does. Check the port.',
  lostOracle:
    '{{server}} closed the connection unexpectedly. A firewall, a limit on idle time, a restart, or a port for encrypted connections only may be the cause.',
  nativeEncryption:
    '{{server}} demands Oracle’s native network encryption, which is not supported here. Let the server offer TLS, or make that encryption optional.',
  nationalCharacters: '{{server}} uses a national character set that is not supported.',
  otherCharacters: '{{server}} uses a character set that is not supported.',
  listenerRefused:
    '{{server}} refused the connection. Check the service name, and that the listener lets this machine in.',
  sentToUnknown:
    '{{server}} sends its clients on to a host name that is unknown here. Make it known, or enter the address of that machine.',
  sentInCircles: '{{server}} sends its clients from one place to the next without end.',
  sentNowhere: '{{server}} sends its clients on to nowhere.',
  sentWithoutTls:
    '{{server}} sends its clients on to {{place}} without TLS, so nothing was sent there. Set the listener up for TLS on all its machines.',
  sentOn: '{{server}} sends its clients on to {{place}}. {{failure}}',
  otherTlsPort:
    '{{server}} takes encrypted connections only. Switch TLS on, or enter the port for connections without it.',
  noTlsThere:
    '{{server}} does not offer TLS: it hung up where encryption was to begin. Enter its port for TLS (often 2484), or switch TLS off.',

  // SQLite files.
  fileDamaged: 'The SQLite file {{path}} is damaged. PRAGMA integrity_check says where.',
  fileMemory:
    'The SQLite file {{path}} needs more memory for this answer than its reader is given.',
  fileLocked: 'The SQLite file {{path}} is locked by another program. Try again when that is done.',
  fileOnlyRead: 'The SQLite file {{path}} is only read by this connection.',
  fileNotOpened:
    'The SQLite file {{path}} cannot be opened. Check that the account of this server may read it and its folder.',
  fileReaderEnded:
    'The SQLite file {{path}} was given up: the process that reads it has ended. Try again.',
  fileNotRead: 'The SQLite file {{path}} could not be read.',
  fileNotReadCode: 'The SQLite file {{path}} could not be read ({{code}}).',

  // What an account cannot see.
  hiddenInSchema:
    'The user {{user}} may not see all {{things}} of {{schema}}. To see all: GRANT {{grant}}.',
  hiddenInSqlServer:
    'The user {{user}} may not see all {{things}} of the schema {{schema}}. To see all: GRANT {{grant}}.',
  hiddenPackages:
    'The user {{user}} may not see what the packages of {{schema}} hold, so their functions and procedures are missing. To see them: GRANT {{grant}}.',
  hiddenAnywhere:
    'The user {{user}} sees only the {{things}} that it has a grant for. To see all: GRANT {{grant}}.',
  hiddenInDatabase:
    'The user {{user}} sees only the objects that it has a permission for. To see all: GRANT {{grant}}.',
  hiddenCatalogue:
    'The user {{user}} may not read {{catalogues}}, so only objects are listed that it has a privilege on, and no materialised views and aggregates. To see all: GRANT {{grant}}.',
  hiddenInOracle:
    'The user {{user}} sees only the objects that it owns or has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  hiddenInOracleSchema:
    'The user {{user}} sees only those objects of {{schema}} that it has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  packageNotCompiled:
    'The package {{name}} does not compile, so its functions and procedures are not known.',

  // Reading objects and rows.
  brokenMysqlView:
    'It reads a table, column or function that is not there, or that its definer or this account may not use.',
  brokenSqliteView: 'It reads a table, column or function that this database does not have.',
  brokenReference: 'It refers to {{name}}, which does not exist.',
  notCompiled: 'It does not compile.',
  notCompiledWhy: 'It does not compile ({{why}}).',
  noDataYet: 'It holds no data yet: REFRESH MATERIALIZED VIEW fills it.',
  wasAbout: '{{failure}} It was about {{object}}. {{advice}}',
  checkGrant: 'Check that it is still there, and that the account may read it.',
  checkColumns: 'Check that it and its columns are still there.',
  checkCondition: 'Check the condition, and that the columns are still there.',
  rowTooLong:
    'A row of {{object}} is longer than the server can put together. Leave its longest column out, or raise the limit of the server.',
  notWritable:
    'Values of the type {{type}} cannot be written as text, so the column "{{column}}" cannot be compared. Leave it out in the rules of this pair.',
  oneExpression:
    'The condition must be one expression: close all of its brackets, quotes and comments.',
  oneCondition: 'The condition is more than one statement.',
  noSha:
    '{{server}} has no SHA-256 before version 11, so its rows can be counted and read, but not compared.',
  noUtf8:
    '{{server}} has no UTF-8 before version 2019, so its rows can be counted and read, but not compared.',

  // People's own calls.
  noMark: 'Parameters of a call are written :name, not {{mark}}.',
  noValue: 'The call has a parameter :{{name}} that has no value. Add one, or NULL.',
  noRunningComment: 'Write what stands in a comment /*! … */ outside of it.',
  refusedWrite:
    'The call writes, and it ran in a transaction that only reads: nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  refusedTemporary:
    'The call writes, commits or makes a temporary table, and it ran in a transaction that only reads: nothing was changed. Mark it as a call that writes to run it on a disposable database.',
  onlyReadEngine:
    '{{engine}} databases are only read: a call there begins with one of these words: {{words}}.',
  beginsWith:
    'A call on {{engine}} begins with one of these words: {{words}}. Anything else could outlast its transaction.',
  verbWrites:
    'A call that begins with {{verb}} writes. Mark it as a call that writes to run it on a disposable database.',
  oneStatement: 'A call is one statement. Take out what follows the ";".',
  oneSelect: 'A call is one statement. Take out the second SELECT.',
  noStatement: 'There is no statement to run. Write the call first.',
  beyondDatabase:
    '{{name}} is refused: it reaches files, programs, accounts or other servers, or changes the server. Call routines and read tables of the database itself.',
  namesWithEscapes: 'Write names as they are, without U& and escapes.',
  showsTooMuch:
    'SHOW is for tables, columns, indexes, routines and settings in calls: not for accounts, grants, logs or what other people run.',
  fourParts: 'Calls read the database itself: a name of four parts is that of another server.',
  ownFunctions:
    'A call brings no functions of its own along: create them in the database, and call them.',
  behindAt: 'Calls read the database itself: what stands behind a @ is in another one.',
  noFiles: 'Calls write no files of the server. Take out INTO OUTFILE or INTO DUMPFILE.',
  couldOutlast:
    'Calls on SQL Server are rolled back, and {{word}} could outlast that. Take it out, or write it in brackets where it is a name.',
  selectOnly:
    'SQL Server has no transaction that only reads, so a call there is one SELECT, without {{word}}. Where it is a name, write it in brackets; or mark the call as one that writes, to run it on a disposable database.',
  unknownOutput:
    'The type of @{{name}} is not known: it is no parameter of a procedure in this database that the account can see.',

  // What a rollback does not take back.
  sequencesStay: 'Numbers that are taken from sequences are not given back.',
  autoIncrementStays: 'Numbers that AUTO_INCREMENT and sequences have given are not given back.',
  identityStays: 'Numbers that IDENTITY and sequences have given are not given back.',
  dblinkStays: 'What is written to another database through dblink stays there.',
  definitionsStay:
    'MySQL and MariaDB commit at once what begins with {{verb}}: it is not taken back.',
  commitsStay:
    'A procedure that commits, or creates, changes or drops an object, keeps what it wrote until then.',
  allCommitsStay:
    'A procedure that commits until no transaction is left keeps what it wrote until then.',
  outsideStays:
    'What a procedure does outside of its database may stay: files, programs, mail, jobs, linked servers.',
  otherServerStays: 'What is done at another server may stay there.',
  enginesStay:
    'Tables of engines without transactions, such as MyISAM, Aria and MEMORY, keep what is written to them.',
  nextvalTakes:
    'NEXTVAL takes a number from a sequence, which no rollback gives back. Mark the call as one that writes to run it on a disposable database.',
  noText:
    'The column {{column}} is of the type {{type}}, which has no text. Convert it in the call.',
  blockCommitsStay:
    'What a block or procedure commits stays, and so does what it wrote before it creates, changes or drops an object.',
  blockOutsideStays:
    'What a block or procedure does outside of its database may stay: files, mail, jobs, other databases.',
  autonomousStays:
    'Routines and triggers with a transaction of their own (autonomous) keep what they wrote.',
  // Processes that talk to databases.
  processMemory:
    'Reading from {{server}} took more than {{memory}} MB of memory here, so it was stopped. Ask for less at once, or leave out columns with very large values.',
  processSilent:
    'The process that read from {{server}} did not answer any more, so it was ended. Try again.',
  processEnded:
    'The process that read from {{server}} ended unexpectedly. Try again; the log of this server says more.',
  processNotStarted:
    'This server could not start a process to read databases with. Try again later; its operator should look at how many processes and files it may open.',
  triedTwice: 'It was tried twice, so it was set aside and the run went on.',
  endedTwice:
    'This program ended twice while it was compared, so it was set aside and the run went on. Where somebody ended the program, nothing is wrong with it: open the pair and choose “Compare now”. If the program ends again, leave out columns with very large values.',
  answerTooLarge:
    'The database answered with more than {{megabytes}} MB at once. Ask for less, or leave out columns with very large values.',

  // Why no call of a routine is proposed.
  noTextForParameter:
    'No text can stand for its parameter {{name}}, which is of the type {{type}}.',
  returnsNoText: 'It returns a value of the type {{type}}, which has no text.',
  returnsPseudo: 'It returns a value of the type {{type}}, which no statement gets.',
  takesPseudo: 'It takes a parameter of the type {{type}}: only who calls it knows what that is.',
  returnsRecords: 'It returns rows whose columns only who calls it knows.',
  orderedAggregate: 'It is an aggregate of ordered rows: only who calls it knows of which.',
  givesBack: 'It gives values back in its parameters, which no query takes.',
  returnsUnknown: 'What it returns is not known.',
};
