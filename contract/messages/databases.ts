/** What goes wrong with source and target databases. */
export const databases = {
  'place.at': '{{engine}} at {{address}}',
  'place.theDatabase': 'the database',
  'place.file': 'The {{engine}} file {{path}}',
  'place.user': 'user "{{user}}"',
  'place.database': 'the database "{{database}}"',

  'time.seconds_one': '1 second',
  'time.seconds_other': '{{count}} seconds',

  'network.closedByOther':
    '{{server}} closed the connection unexpectedly. Check that it is a {{engine}} server.',
  'network.closedBySuch':
    '{{server}} closed the connection unexpectedly. Check that it is such a server.',
  'network.forbiddenHere':
    '{{server}} cannot be reached from here: the system forbids the connection.',
  'network.noOwnAddress':
    '{{server}} cannot be reached from here: this machine has no fitting network address.',
  'network.wrongProtocolAn':
    '{{where}} answers, but it is not an {{engine}} server. Check the port.',
  'network.ownStore':
    "{{address}} with the database {{database}} is this tool's own store and cannot be a source or target.",
  'network.connectionClosed': 'The connection to {{server}} is closed.',
  'network.tooMuch':
    '{{server}} answered {{asked}} with {{amount}}, so the connection was closed. {{failure}}',
  'network.askedSignIn': 'the sign-in',
  'network.askedCatalogue': 'a question about its objects',
  'network.askedRows': 'a reading of rows',
  'network.askedCall': 'a call',
  'network.amountRow': 'a row or message of more than {{size}}',
  'network.amountAnswer': 'more than {{size}}',
  'network.amountColumns': 'more columns than any table has',
  'network.adviceServer': 'Check that it is the right server.',
  'network.adviceCall':
    'Write the call so that it gives fewer or shorter rows, or have the operator raise {{setting}}.',
  'network.adviceData': 'Where its data is like that, have the operator raise {{setting}}.',
  'network.refused':
    '{{server}} refused the connection: nothing listens there. Check host and port, and that the server runs.',
  'network.closed':
    '{{server}} closed the connection unexpectedly. A firewall, a proxy or a restart of the server may be the cause.',
  'network.noAnswer':
    '{{server}} did not answer. Check host and port, and whether a firewall is in between.',
  'network.noAnswerWithin':
    '{{server}} did not answer within {{time}}. Check host and port, and whether a firewall is in between.',
  'network.noAnswerInTime':
    '{{server}} did not answer in time. Check host and port, and that it is such a server.',
  'network.noRoute': '{{server}} cannot be reached from here: there is no route to the host.',
  'network.noRouteToNetwork':
    '{{server}} cannot be reached from here: there is no route to its network.',
  'network.hostDown': '{{server}} cannot be reached from here: the host is down.',
  'network.wrongProtocol': '{{where}} answers, but it is not a {{engine}} server. Check the port.',
  'network.unknownHost':
    'The host name {{host}} is unknown. Check its spelling, or enter its address.',
  'network.lookupFailed':
    'The host name {{host}} could not be looked up just now. Try again, or enter its address.',
  'network.noHost': 'The host is missing.',
  'network.outOfReach':
    'Connections to {{host}} are not allowed from here. The operator of this server decides which networks are (CONNECT_ALLOW, CONNECT_DENY).',

  'tls.notAgreed':
    '{{server}}: no encrypted connection could be agreed on. Check that the server offers TLS, or switch TLS off.',
  'tls.notYetValid':
    '{{server}}: its certificate is not valid yet. Check the clocks of both machines.',
  'tls.revoked': '{{server}}: its certificate has been revoked. Have it replaced at the server.',
  'tls.otherName':
    '{{server}}: its certificate is not for {{host}}. Enter the name that the certificate holds.',
  'tls.notPem':
    '{{server}}: the certificate of the authority that was entered is not a PEM certificate.',
  'tls.notOffered':
    '{{server}} does not offer TLS. Switch TLS off for it, or switch it on at the server.',
  'tls.required': '{{server}} takes encrypted connections only. Switch TLS on.',
  'tls.selfSigned':
    '{{server}}: its certificate is self-signed. Enter that certificate as the authority (verify with CA), or accept self-signed certificates.',
  'tls.unknownAuthority':
    '{{server}}: its certificate comes from an authority that is not known here. Enter the certificate of the authority (verify with CA), or accept self-signed certificates.',
  'tls.expired': '{{server}}: its certificate has expired. Have it renewed at the server.',

  'signIn.fromThisMachine':
    '{{server}} does not let {{who}} into the database "{{database}}" from this machine (pg_hba.conf).',
  'signIn.fromThisMachinePlain':
    '{{server}} does not let {{who}} into the database "{{database}}" from this machine without encryption (pg_hba.conf).',
  'signIn.noAgreement':
    '{{server}} and {{who}} could not agree on how to sign in. Check user and password.',
  'signIn.nobodyFromHere':
    '{{server}} lets nobody sign in from this machine. Create the user for this host.',
  'signIn.blockedHere':
    '{{server}} has blocked this machine after too many failed connections (FLUSH HOSTS unblocks it).',
  'signIn.userLocked': '{{server}}: {{who}} is locked.',
  'signIn.loginDisabled': '{{server}}: the login of {{who}} is disabled.',
  'signIn.loginLocked':
    '{{server}}: the login of {{who}} is locked. An administrator can unlock it.',
  'signIn.passwordExpired':
    '{{server}}: the password of {{who}} has expired and must be changed first.',
  'signIn.otherSignIn':
    '{{server}} wants {{who}} to sign in in a way that needs TLS or is not supported.',
  'signIn.olderSignIn':
    '{{server}} lets {{who}} sign in in an older way only, which is not supported.',
  'signIn.passwordWanted': '{{server}} wants a password of {{who}}. Enter it.',
  'signIn.passwordTooOld':
    '{{server}} keeps the password of {{who}} in a form that is too old. Let the user set the password anew.',
  'signIn.administratorLogin':
    '{{server}} lets {{who}} in as an administrator only. Enter another user.',
  'signIn.noCreateSession':
    '{{server}}: {{who}} may not sign in. It lacks the privilege CREATE SESSION.',
  'signIn.restrictedSession':
    '{{server}} lets administrators in only, just now (restricted session).',
  'signIn.noWindowsAccounts':
    '{{server}} refused {{who}}: only logins of SQL Server itself can be used, not Windows accounts.',
  'signIn.refusedInItsWords':
    '{{server}} does not let {{who}} in (error {{code}}). It says: {{words}}.',
  'signIn.azureFirewall':
    '{{server}} does not let this machine in. Allow its address in the firewall of the Azure SQL server.',
  'signIn.nodeChecking':
    '{{server}} does not let this machine in (valid node checking of the listener).',
  'signIn.refused': '{{server}} refused user "{{user}}" and the password. Check both.',
  'signIn.refusedOrTls':
    '{{server}} refused user "{{user}}" and the password. Check both, from which hosts the user may sign in, and whether the account needs TLS (REQUIRE SSL): it is off here.',
  'signIn.refusedFromHere':
    '{{server}} refused user "{{user}}" and the password. Check both, and from which hosts the user may sign in.',
  'signIn.refusedRole':
    '{{server}} refused user "{{user}}". Check that the role exists and may log in.',

  'privilege.missing': '{{server}}: user "{{user}}" lacks a privilege for that.',
  'privilege.missingThere': '{{server}}: {{who}} lacks a privilege for that in {{what}}.',
  'privilege.noPermissionThere': '{{server}}: {{who}} lacks a permission for that in {{what}}.',
  'privilege.missingOrNoDatabase':
    '{{server}}: {{who}} has no privilege in the database "{{database}}", or there is none of that name.',

  'server.noConnectionLeft':
    '{{server}} has no free connection left. Try again later, or raise max_connections.',
  'server.shutDown': '{{server}} was shut down or closed the connection.',
  'server.startingUp': '{{server}} is starting up or recovering. Try again in a moment.',
  'server.startingOrStopping': '{{server}} is starting, stopping, or has ended the connection.',
  'server.noConnectionLeftNow': '{{server}} has no free connection left. Try again later.',
  'server.noConnectionLeftOracle':
    '{{server}} has no free connection left. Try again later, or raise the limits on sessions and processes.',
  'server.tooOld': '{{server}} is older than {{version}}, the oldest that can be read.',
  'server.otherTdsVersion':
    '{{server}} is too old, or not a SQL Server: there is no version of the protocol that both sides know.',
  'server.garbled':
    '{{server}} gave an answer that cannot be understood. Check that it is a SQL Server, and what is in between.',
  'server.noTcp':
    '{{server}} does not listen for TCP. Switch TCP on for it, or enter the port of the instance instead of its name.',
  'server.noBrowser':
    '{{server}} cannot be found: the SQL Server Browser (UDP port {{port}}) does not answer there. Start that service, or enter the port of the instance instead of its name.',

  'database.noDatabase': '{{server}} has no database "{{database}}".',
  'database.noSchema': 'The database "{{database}}" of {{server}} has no schema "{{schema}}".',
  'database.noDatabaseOrEntry':
    '{{server}} has no database "{{database}}", or {{who}} may not enter it.',
  'database.noDatabaseSeen': '{{server}} has no database "{{database}}" that this user can see.',
  'database.noService':
    '{{server}} knows no service "{{name}}". Check it, or enter sid: and the SID.',
  'database.noSid': '{{server}} knows no SID "{{name}}". Enter a service name, or check the SID.',
  'database.notServiceName':
    '"{{name}}" is not the name of a database: enter the service name, such as orclpdb1.example.com, or sid: and the SID, such as sid:ORCL.',
  'database.noOwnSchema': '{{server}} has no schema "{{schema}}" of a user of its own.',
  'database.noSqliteSchema':
    'A SQLite file has no schema "{{schema}}"; its only one is "{{only}}".',
  'database.noneStored': '{{engine}} has no stored {{things}}.',
  'database.defaultDatabase':
    '{{server}}: the default database of {{who}} cannot be opened. Give the login another default database.',
  'database.mayNotEnter': '{{server}}: {{who}} may not enter {{what}}.',
  'database.onlyReadable': '{{server}}: {{what}} can only be read.',
  'database.noConnections':
    '{{server}} does not accept connections to the database "{{database}}".',
  'database.notAvailable': '{{server}}: {{what}} is not available just now. Try again in a moment.',
  'database.notOpened':
    '{{server}}: {{what}} cannot be opened just now: it is offline, being restored or a secondary copy.',
  'database.notOpen':
    '{{server}}: the database is starting up, shutting down or not open. Try again in a moment.',

  'listener.notAListener':
    '{{server}} answers, but not as an Oracle listener does. Check the port.',
  'listener.lostOracle':
    '{{server}} closed the connection unexpectedly. A firewall, a limit on idle time, a restart, or a port for encrypted connections only may be the cause.',
  'listener.nativeEncryption':
    '{{server}} demands Oracle’s native network encryption, which is not supported here. Let the server offer TLS, or make that encryption optional.',
  'listener.nationalCharacters': '{{server}} uses a national character set that is not supported.',
  'listener.otherCharacters': '{{server}} uses a character set that is not supported.',
  'listener.refused':
    '{{server}} refused the connection. Check the service name, and that the listener lets this machine in.',
  'listener.sentToUnknown':
    '{{server}} sends its clients on to a host name that is unknown here. Make it known, or enter the address of that machine.',
  'listener.sentInCircles': '{{server}} sends its clients from one place to the next without end.',
  'listener.sentNowhere': '{{server}} sends its clients on to nowhere.',
  'listener.sentWithoutTls':
    '{{server}} sends its clients on to {{place}} without TLS, so nothing was sent there. Set the listener up for TLS on all its machines.',
  'listener.sentOn': '{{server}} sends its clients on to {{place}}. {{failure}}',
  'listener.otherTlsPort':
    '{{server}} takes encrypted connections only. Switch TLS on, or enter the port for connections without it.',
  'listener.noTlsThere':
    '{{server}} does not offer TLS: it hung up where encryption was to begin. Enter its port for TLS (often 2484), or switch TLS off.',

  'file.noDriver':
    'This server cannot read {{engine}}: its driver is not installed. The operator installs it with npm install {{package}}.',
  'file.noSchema': '{{server}} has no schema "{{schema}}".',
  'file.missing': 'There is no file {{path}}.',
  'file.outside':
    'The file {{path}} is not below a folder that the operator of this server allows (SQLITE_DIR).',
  'file.noFolder':
    'Database files cannot be opened here: the operator of this server has set no folder for them (SQLITE_DIR).',
  'file.ofAnotherKind':
    'The {{engine}} file {{path}} is not a {{engine}} database, or it is encrypted.',
  'file.damaged': 'The SQLite file {{path}} is damaged. PRAGMA integrity_check says where.',
  'file.memory':
    'The {{engine}} file {{path}} needs more memory for this answer than its reader is given.',
  'file.locked':
    'The {{engine}} file {{path}} is locked by another program. Try again when that is done.',
  'file.onlyRead': 'The {{engine}} file {{path}} is only read by this connection.',
  'file.notOpened':
    'The {{engine}} file {{path}} cannot be opened. Check that the account of this server may read it and its folder.',
  'file.readerEnded':
    'The {{engine}} file {{path}} was given up: the process that reads it has ended. Try again.',
  'file.notRead': 'The {{engine}} file {{path}} could not be read.',
  'file.notReadWithCode': 'The {{engine}} file {{path}} could not be read ({{code}}).',

  'account.hiddenInSchema':
    'The user {{user}} may not see all {{things}} of {{schema}}. To see all: GRANT {{grant}}.',
  'account.hiddenOthers': 'The account may not see all {{things}} of {{schema}}.',
  'account.hiddenInSqlServer':
    'The user {{user}} may not see all {{things}} of the schema {{schema}}. To see all: GRANT {{grant}}.',
  'account.hiddenPackages':
    'The user {{user}} may not see what the packages of {{schema}} hold, so their functions and procedures are missing. To see them: GRANT {{grant}}.',
  'account.hiddenAnywhere':
    'The user {{user}} sees only the {{things}} that it has a grant for. To see all: GRANT {{grant}}.',
  'account.hiddenInDatabase':
    'The user {{user}} sees only the objects that it has a permission for. To see all: GRANT {{grant}}.',
  'account.hiddenCatalogue':
    'The user {{user}} may not read {{catalogues}}, so only objects are listed that it has a privilege on, and no materialised views and aggregates. To see all: GRANT {{grant}}.',
  'account.hiddenInOracle':
    'The user {{user}} sees only the objects that it owns or has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  'account.hiddenInOracleSchema':
    'The user {{user}} sees only those objects of {{schema}} that it has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  'account.packageNotCompiled':
    'The package {{name}} does not compile, so its functions and procedures are not known.',

  'reading.overallTooLong': '{{server}} needed more than {{time}} in all.',
  'reading.statementTooLong':
    '{{server}} needed more than {{time}} for one statement, so it was stopped.',
  'reading.failed': '{{server}} could not be read.',
  'reading.cancelled': 'Reading from {{server}} was cancelled.',
  'reading.onlyReads': '{{server}}: this connection only reads.',
  'reading.deadlock':
    "{{server}} gave up reading in favour of somebody else's work (deadlock). Try again.",
  'reading.snapshotTooOld':
    '{{server}} no longer had the data as it was when reading began. Try again at a quieter time.',
  'reading.statementCancelled': 'The statement was cancelled at {{server}}.',
  'reading.failedWithCode': '{{server}} could not be read ({{code}}).',
  'reading.brokenMysqlView':
    'It reads a table, column or function that is not there, or that its definer or this account may not use.',
  'reading.brokenView': 'It reads a table, column or function that this database does not have.',
  'reading.brokenReference': 'It refers to {{name}}, which does not exist.',
  'reading.notCompiled': 'It does not compile.',
  'reading.notCompiledWhy': 'It does not compile ({{why}}).',
  'reading.noDataYet': 'It holds no data yet: REFRESH MATERIALIZED VIEW fills it.',
  'reading.wasAbout': '{{failure}} It was about {{object}}. {{advice}}',
  'reading.checkGrant': 'Check that it is still there, and that the account may read it.',
  'reading.checkColumns': 'Check that it and its columns are still there.',
  'reading.checkCondition': 'Check the condition, and that the columns are still there.',
  'reading.checkExpression': 'Check the expressions, and that the columns are still there.',
  'reading.rowTooLong':
    'A row of {{object}} is longer than the server can put together. Leave its longest column out, or raise the limit of the server.',
  'reading.notWritable':
    'Values of the type {{type}} cannot be written as text, so the column "{{column}}" cannot be compared. Leave it out in the rules of this pair.',
  'reading.oneExpression':
    'The condition must be one expression: close all of its brackets, quotes and comments.',
  'reading.oneCondition': 'The condition is more than one statement.',
  'expression.oneValue':
    'must be one expression with one value: no second statement, no comma outside of brackets, and every bracket and quote closed',
  'expression.noComment': 'must have no comment',
  'expression.noQuery':
    'must read its row and nothing else: {{word}} begins a query or a statement; put a name in quotes that is only called so',
  'expression.noVariable': 'must have no parameter and no variable: {{name}}',
  'expression.unsupported':
    'needs a server that tells the types of expressions; this one of {{engine}} does not',
  'expression.unknownName': 'names a column or a function that {{engine}} does not find ({{code}})',
  'expression.noRight': 'names what the account may not read ({{code}})',
  'expression.failsForValue': 'cannot be worked out for a value that is there ({{code}})',
  'expression.notTaken':
    'is not taken by {{engine}} ({{code}}): it must be valid there, and one value of each row, without aggregates and functions that give rows',
  'expression.refused': 'is refused: “{{finding}}”',
  'expression.unknownColumn': 'must be a column of the source that has a counterpart',
  'expression.typesDoNotCompare': 'has a type that does not compare with the other side: {{types}}',
  'expression.twice': 'has an expression already',
  'reading.noSha':
    '{{server}} has no SHA-256 before version 11, so its rows can be counted and read, but not compared.',
  'reading.noUtf8':
    '{{server}} has no UTF-8 before version 2019, so its rows can be counted and read, but not compared.',

  'process.memory':
    'Reading from {{server}} took more than {{memory}} MB of memory here, so it was stopped. Ask for less at once, or leave out columns with very large values.',
  'process.silent':
    'The process that read from {{server}} did not answer any more, so it was ended. Try again.',
  'process.ended':
    'The process that read from {{server}} ended unexpectedly. Try again; the log of this server says more.',
  'process.notStarted':
    'This server could not start a process to read databases with. Try again later; its operator should look at how many processes and files it may open.',
  'process.triedTwice': '{{failure}} It was tried twice, so it was set aside and the run went on.',
  'process.endedTwice':
    'This program ended twice while it was compared, so it was set aside and the run went on. Where somebody ended the program, nothing is wrong with it: open the pair and choose “Compare now”. If the program ends again, leave out columns with very large values.',
  'process.answerTooLarge':
    'The database answered with more than {{megabytes}} MB at once. Ask for less, or leave out columns with very large values.',
} as const;
