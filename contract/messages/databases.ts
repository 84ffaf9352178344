/** Errors and warnings of source and target databases. */
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
    '{{server}} closed the connection unexpectedly. Check that it is a server of this type.',
  'network.forbiddenHere':
    '{{server}} cannot be reached from here: the system forbids the connection.',
  'network.noOwnAddress':
    '{{server}} cannot be reached from here: this machine has no suitable network address.',
  'network.wrongProtocolAn':
    '{{where}} answers, but it is not an {{engine}} server. Check the port.',
  'network.ownStore':
    "{{address}} with the database {{database}} is this tool's own store and cannot be a source or target.",
  'network.connectionClosed': 'The connection to {{server}} is closed.',
  'network.tooMuch':
    '{{server}} answered {{asked}} with {{amount}}, so the connection was closed. {{failure}}',
  'network.askedSignIn': 'the sign-in',
  'network.askedCatalogue': 'a query about its objects',
  'network.askedRows': 'a query for rows',
  'network.askedCall': 'a call',
  'network.amountRow': 'a row or message of more than {{size}}',
  'network.amountAnswer': 'more than {{size}}',
  'network.amountColumns': 'more columns than a table can have',
  'network.adviceServer': 'Check that it is the right server.',
  'network.adviceCall':
    'Write the call so that it returns fewer or shorter rows, or ask the operator to raise {{setting}}.',
  'network.adviceData': 'If its data really is that large, ask the operator to raise {{setting}}.',
  'network.refused':
    '{{server}} refused the connection: nothing is listening there. Check the host and port, and that the server is running.',
  'network.closed':
    '{{server}} closed the connection unexpectedly. A firewall, a proxy or a server restart may be the cause.',
  'network.noAnswer':
    '{{server}} did not respond. Check the host and port, and whether a firewall is in between.',
  'network.noAnswerWithin':
    '{{server}} did not respond within {{time}}. Check the host and port, and whether a firewall is in between.',
  'network.noAnswerInTime':
    '{{server}} did not respond in time. Check the host and port, and that it is a server of this type.',
  'network.noRoute': '{{server}} cannot be reached from here: there is no route to the host.',
  'network.noRouteToNetwork':
    '{{server}} cannot be reached from here: there is no route to its network.',
  'network.hostDown': '{{server}} cannot be reached from here: the host is down.',
  'network.wrongProtocol': '{{where}} answers, but it is not a {{engine}} server. Check the port.',
  'network.unknownHost':
    'The host name {{host}} cannot be resolved. Check its spelling, or enter an IP address.',
  'network.lookupFailed':
    'The host name {{host}} could not be resolved just now. Try again, or enter an IP address.',
  'network.noHost': 'The host is missing.',
  'network.outOfReach':
    'Connections to {{host}} are not allowed from here. The operator of this server decides which networks are allowed (CONNECT_ALLOW, CONNECT_DENY).',

  'tls.notAgreed':
    '{{server}}: no encrypted connection could be negotiated. Check that the server offers TLS, or switch TLS off.',
  'tls.notYetValid':
    '{{server}}: its certificate is not valid yet. Check the clocks of both machines.',
  'tls.revoked': '{{server}}: its certificate has been revoked. Replace it on the server.',
  'tls.otherName':
    '{{server}}: its certificate is not valid for {{host}}. Enter the host name that is in the certificate.',
  'tls.notPem': '{{server}}: the CA certificate that was entered is not in PEM format.',
  'tls.notOffered':
    '{{server}} does not offer TLS. Switch TLS off here, or enable it on the server.',
  'tls.required': '{{server}} only accepts encrypted connections. Switch TLS on.',
  'tls.selfSigned':
    '{{server}}: its certificate is self-signed. Enter it as the CA certificate (verify with CA), or accept self-signed certificates.',
  'tls.unknownAuthority':
    '{{server}}: its certificate was issued by an authority that is not known here. Enter the CA certificate (verify with CA), or accept self-signed certificates.',
  'tls.expired': '{{server}}: its certificate has expired. Renew it on the server.',

  'signIn.fromThisMachine':
    '{{server}} does not let {{who}} connect to the database "{{database}}" from this machine (pg_hba.conf).',
  'signIn.fromThisMachinePlain':
    '{{server}} does not let {{who}} connect to the database "{{database}}" from this machine without encryption (pg_hba.conf).',
  'signIn.noAgreement':
    '{{server}} could not authenticate {{who}}. Check the user and the password.',
  'signIn.nobodyFromHere':
    '{{server}} does not accept logins from this machine. Create the user for this host.',
  'signIn.blockedHere':
    '{{server}} has blocked this machine after too many failed connections. FLUSH HOSTS unblocks it.',
  'signIn.userLocked': '{{server}}: {{who}} is locked.',
  'signIn.loginDisabled': '{{server}}: the login of {{who}} is disabled.',
  'signIn.loginLocked':
    '{{server}}: the login of {{who}} is locked. An administrator can unlock it.',
  'signIn.passwordExpired':
    '{{server}}: the password of {{who}} has expired and must be changed first.',
  'signIn.otherSignIn':
    '{{server}} requires an authentication method for {{who}} that needs TLS or is not supported.',
  'signIn.olderSignIn':
    '{{server}} only offers {{who}} an outdated authentication method, which is not supported.',
  'signIn.passwordWanted': '{{server}} requires a password for {{who}}. Enter it.',
  'signIn.passwordTooOld':
    '{{server}} stores the password of {{who}} in an outdated format. Have the user set a new password.',
  'signIn.administratorLogin':
    '{{server}} only lets {{who}} in as an administrator. Enter another user.',
  'signIn.noCreateSession':
    '{{server}}: {{who}} cannot log in, because the privilege CREATE SESSION is missing.',
  'signIn.restrictedSession':
    '{{server}} only lets administrators in at the moment (restricted session).',
  'signIn.noWindowsAccounts':
    '{{server}} refused {{who}}: only SQL Server logins can be used, not Windows accounts.',
  'signIn.refusedInItsWords':
    '{{server}} does not let {{who}} in (error {{code}}). It says: {{words}}.',
  'signIn.azureFirewall':
    '{{server}} does not let this machine in. Allow its address in the firewall of the Azure SQL server.',
  'signIn.nodeChecking':
    '{{server}} does not let this machine in (valid node checking of the listener).',
  'signIn.refused': '{{server}} did not accept user "{{user}}" with this password. Check both.',
  'signIn.refusedOrTls':
    '{{server}} did not accept user "{{user}}" with this password. Check both, from which hosts the user may log in, and whether the account needs TLS (REQUIRE SSL), which is off here.',
  'signIn.refusedFromHere':
    '{{server}} did not accept user "{{user}}" with this password. Check both, and from which hosts the user may log in.',
  'signIn.refusedRole':
    '{{server}} did not accept user "{{user}}". Check that the role exists and may log in.',

  'privilege.missing': '{{server}}: user "{{user}}" lacks a required privilege.',
  'privilege.missingThere': '{{server}}: {{who}} lacks a required privilege in {{what}}.',
  'privilege.rowsHidden':
    '{{server}}: row level security hides rows from {{who}}, so what it reads is not all. Use an account with BYPASSRLS, or the owner of the tables.',
  'privilege.noPermissionThere': '{{server}}: {{who}} lacks a required permission in {{what}}.',
  'privilege.missingOrNoDatabase':
    '{{server}}: {{who}} has no privileges in the database "{{database}}", or it does not exist.',

  'server.noConnectionLeft':
    '{{server}} has no free connections. Try again later, or raise max_connections.',
  'server.shutDown': '{{server}} was shut down or closed the connection.',
  'server.startingUp': '{{server}} is starting up or recovering. Try again in a moment.',
  'server.startingOrStopping': '{{server}} is starting, stopping, or has ended the connection.',
  'server.noConnectionLeftNow': '{{server}} has no free connections. Try again later.',
  'server.noConnectionLeftOracle':
    '{{server}} has no free connections. Try again later, or raise the limits on sessions and processes.',
  'server.tooOld': '{{server}} is older than {{version}}, the oldest supported version.',
  'server.otherTdsVersion':
    '{{server}} is too old, or is not a SQL Server: there is no protocol version that both sides support.',
  'server.garbled':
    '{{server}} sent a response that cannot be understood. Check that it is a SQL Server, and what is in between.',
  'server.noTcp':
    '{{server}} does not listen on TCP. Enable TCP on it, or enter the port of the instance instead of its name.',
  'server.noBrowser':
    '{{server}} cannot be found: the SQL Server Browser (UDP port {{port}}) does not respond. Start that service, or enter the port of the instance instead of its name.',

  'database.noDatabase': '{{server}} has no database "{{database}}".',
  'database.noSchema': 'The database "{{database}}" of {{server}} has no schema "{{schema}}".',
  'database.noDatabaseOrEntry':
    '{{server}} has no database "{{database}}", or {{who}} may not access it.',
  'database.noDatabaseSeen': '{{server}} has no database "{{database}}" that this user can see.',
  'database.noService':
    '{{server}} has no service "{{name}}". Check the name, or enter sid: and the SID.',
  'database.noSid': '{{server}} has no SID "{{name}}". Enter a service name, or check the SID.',
  'database.notServiceName':
    '"{{name}}" is not a valid database name: enter the service name, such as orclpdb1.example.com, or sid: and the SID, such as sid:ORCL.',
  'database.noOwnSchema': '{{server}} has no user schema "{{schema}}".',
  'database.noSqliteSchema':
    'A SQLite file has no schema "{{schema}}"; its only one is "{{only}}".',
  'database.noneStored': '{{engine}} has no stored {{things}}.',
  'database.defaultDatabase':
    '{{server}}: the default database of {{who}} cannot be opened. Choose another default database for the login.',
  'database.mayNotEnter': '{{server}}: {{who}} may not access {{what}}.',
  'database.onlyReadable': '{{server}}: {{what}} is read-only.',
  'reading.notFilled':
    '{{server}}: a materialized view that is read was never filled (WITH NO DATA). REFRESH MATERIALIZED VIEW fills it.',
  'database.noConnections':
    '{{server}} does not accept connections to the database "{{database}}".',
  'database.notAvailable':
    '{{server}}: {{what}} is not available at the moment. Try again shortly.',
  'database.notOpened':
    '{{server}}: {{what}} cannot be opened at the moment: it is offline, being restored or a secondary replica.',
  'database.notOpen':
    '{{server}}: the database is starting up, shutting down or not open. Try again in a moment.',

  'listener.notAListener': '{{server}} responds, but not as an Oracle listener. Check the port.',
  'listener.lostOracle':
    '{{server}} closed the connection unexpectedly. A firewall, an idle timeout, a restart, or a port for encrypted connections only may be the cause.',
  'listener.nativeEncryption':
    '{{server}} requires Oracle’s native network encryption, which is not supported here. Enable TLS on the server, or make that encryption optional.',
  'listener.nationalCharacters': '{{server}} uses a national character set that is not supported.',
  'listener.otherCharacters': '{{server}} uses a character set that is not supported.',
  'listener.refused':
    '{{server}} refused the connection. Check the service name, and that the listener accepts this machine.',
  'listener.sentToUnknown':
    '{{server}} redirects its clients to a host name that cannot be resolved here. Make it resolvable, or enter the address of that machine.',
  'listener.sentInCircles': '{{server}} redirects its clients in an endless loop.',
  'listener.sentNowhere': '{{server}} redirects its clients without saying where.',
  'listener.sentWithoutTls':
    '{{server}} redirects its clients to {{place}} without TLS, so nothing was sent there. Configure the listener for TLS on all its machines.',
  'listener.sentOn': '{{server}} redirects its clients to {{place}}. {{failure}}',
  'listener.otherTlsPort':
    '{{server}} only accepts encrypted connections. Switch TLS on, or enter the port for unencrypted connections.',
  'listener.noTlsThere':
    '{{server}} does not offer TLS: it closed the connection when encryption was to begin. Enter its port for TLS (often 2484), or switch TLS off.',

  'file.noDriver':
    'This server cannot read {{engine}}: the driver is not installed. The operator can install it with npm install {{package}}.',
  'file.noSchema': '{{server}} has no schema "{{schema}}".',
  'file.missing': 'The file {{path}} does not exist.',
  'file.outside':
    'The file {{path}} is not in a folder that the operator of this server allows (SQLITE_DIR).',
  'file.noFolder':
    'Database files cannot be opened here: the operator of this server has not set a folder for them (SQLITE_DIR).',
  'file.ofAnotherKind':
    'The {{engine}} file {{path}} is not a {{engine}} database, or it is encrypted.',
  'file.damaged': 'The SQLite file {{path}} is damaged. Run PRAGMA integrity_check to see where.',
  'file.memory':
    'The {{engine}} file {{path}} needs more memory for this query than its reader may use.',
  'file.notUtf8':
    'The {{engine}} file {{path}} has a text that is not UTF-8, which cannot be read here.',
  'file.locked':
    'The {{engine}} file {{path}} is locked by another program. Try again when it is released.',
  'file.onlyRead': 'The {{engine}} file {{path}} is opened read-only by this connection.',
  'file.notOpenedWithin':
    '{{server}} could not be opened within {{time}}. It may be on a slow disk, or in use by another program.',
  'file.notOpened':
    'The {{engine}} file {{path}} cannot be opened. Check that the account that runs this server may read it and its folder.',
  'file.readerEnded':
    'The {{engine}} file {{path}} could not be read to the end: the process reading it has ended. Try again.',
  'file.notRead': 'The {{engine}} file {{path}} could not be read.',
  'file.notReadWithCode': 'The {{engine}} file {{path}} could not be read ({{code}}).',

  'reading.overallTooLong': '{{server}} took more than {{time}} in total.',
  'reading.statementTooLong':
    '{{server}} took more than {{time}} for one statement, so it was stopped.',
  'reading.failed': '{{server}} could not be read.',
  'reading.cancelled': 'Reading from {{server}} was cancelled.',
  'reading.onlyReads': '{{server}}: this connection is read-only.',
  'reading.deadlock': '{{server}} stopped the read because of a deadlock. Try again.',
  'reading.snapshotTooOld':
    '{{server}} no longer had the data as it was when the read began (snapshot too old). Try again at a quieter time.',
  'reading.statementCancelled': 'The statement was cancelled on {{server}}.',
  'reading.failedWithCode': '{{server}} could not be read ({{code}}).',
  // Part of the view's definition, and hashed with it: any other wording would count as a changed view.
  'reading.brokenMysqlView':
    'It reads a table, column or function that is not there, or that its definer or this account may not use.',
  'reading.brokenView': 'It reads a table, column or function that this database does not have.',
  'reading.brokenReference': 'It refers to {{name}}, which does not exist.',
  'reading.notCompiled': 'It does not compile.',
  'reading.notCompiledWhy': 'It does not compile ({{why}}).',
  'reading.noDataYet': 'It holds no data yet: REFRESH MATERIALIZED VIEW fills it.',
  'reading.wasAbout': '{{failure}} This happened while reading {{object}}. {{advice}}',
  'reading.checkGrant': 'Check that it still exists, and that the account may read it.',
  'reading.checkColumns': 'Check that it and its columns still exist.',
  'reading.checkCondition': 'Check the condition, and that the columns still exist.',
  'reading.checkExpression': 'Check the expressions, and that the columns still exist.',
  'reading.rowTooLong':
    'A row of {{object}} is longer than the server can process. Leave out its longest column, or raise the limit on the server.',
  'reading.notWritable':
    'Values of the type {{type}} cannot be written as text, so the column "{{column}}" cannot be compared. Leave it out in the rules of this pair.',
  'reading.oneExpression':
    'The condition must be a single expression: close all brackets, quotes and comments.',
  'expression.oneValue':
    'must be a single expression with a single value: no second statement, no comma outside brackets, and all brackets and quotes closed',
  'expression.noColumn': 'must contain {column}, outside of quotes',
  'expression.noComment': 'must not contain a comment',
  'expression.noQuery':
    'must only use its own row: {{word}} begins a query or a statement; if it is a name, quote it',
  'expression.noVariable': 'must not contain parameters or variables: {{name}}',
  'expression.unsupported':
    'needs a server that can tell the types of expressions; this version of {{engine}} cannot',
  'expression.unknownName': 'names a column or function that {{engine}} cannot find ({{code}})',
  'expression.noRight': 'names something that the account may not read ({{code}})',
  'expression.failsForValue': 'fails for at least one value in the table ({{code}})',
  'expression.notTaken':
    'is not accepted by {{engine}} ({{code}}): it must be valid there and give one value per row, without aggregates or functions that return rows',
  'expression.refused': 'is not accepted: “{{finding}}”',
  'expression.unknownColumn': 'must be a source column that has a counterpart',
  'expression.typesDoNotCompare':
    'has a type that cannot be compared with the other side: {{types}}',
  'expression.twice': 'already has an expression',
  'reading.noSha':
    '{{server}} is older than version 11 and has no SHA-256, so its rows can be counted and read, but not compared.',
  'reading.noUtf8':
    '{{server}} is older than version 2019 and has no UTF-8, so its rows can be counted and read, but not compared.',

  'process.memory':
    'Reading from {{server}} used more than {{memory}} MB of memory on this machine, so it was stopped. Read less at once, or leave out columns with very large values.',
  'process.silent':
    'The process reading from {{server}} stopped responding, so it was ended. Try again.',
  'process.ended':
    'The process reading from {{server}} ended unexpectedly. Try again; the log of this server has the details.',
  'process.notStarted':
    'This server could not start a process to read databases. Try again later; its operator should check the limits on processes and open files.',
  'process.triedTwice': '{{failure}} It failed twice, so it was skipped and the run continued.',
  'process.endedTwice':
    'The server ended twice while comparing it, so it was skipped and the run continued. If somebody stopped the server, nothing is wrong with it: open the pair and choose “Compare now”. If the server ends again, leave out columns with very large values.',
  'process.answerTooLarge':
    'The database returned more than {{megabytes}} MB at once. Read less at once, or leave out columns with very large values.',
} as const;
