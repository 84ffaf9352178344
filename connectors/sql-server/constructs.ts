import type { Constructs } from '../core/sql/constructs.ts';

/** Constructs of SQL Server's SQL that other engines lack or spell differently. */
export const constructs: Constructs = {
  currentTime: {
    name: 'GETDATE, SYSDATETIME',
    find: ['GETDATE|SYSDATETIME|GETUTCDATE|SYSUTCDATETIME|SYSDATETIMEOFFSET ('],
    hit: ['select getdate()'],
    miss: ['select getdate from t'],
  },
  cursor: {
    name: 'CURSOR',
    find: [
      'CURSOR FOR|LOCAL|GLOBAL|STATIC|KEYSET|DYNAMIC|FAST_FORWARD|FORWARD_ONLY|SCROLL|READ_ONLY',
    ],
    hit: ['declare c cursor for select 1', 'declare c cursor local fast_forward for select 1'],
    miss: ['select cursor_id from t'],
  },
  databaseLink: {
    name: 'OPENQUERY, OPENROWSET, four-part names',
    find: ['OPENQUERY|OPENROWSET|OPENDATASOURCE (', '<name> . <name> . <name> . <name>'],
    hit: ["select * from openquery(l, 'x')", 'select * from srv.db.dbo.t'],
    miss: ['select openquery from t', 'select db.dbo.t from db.dbo.u'],
  },
  dateArithmetic: {
    name: 'DATEADD, DATEDIFF, DATEPART',
    find: ['DATEADD|DATEDIFF|DATEDIFF_BIG|DATEPART|DATENAME|EOMONTH|DATEFROMPARTS ('],
    hit: ['select dateadd(day, 1, d) from t'],
    miss: ['select dateadd from t'],
  },
  dynamicSql: {
    name: 'EXEC (…), sp_executesql',
    find: ['EXEC|EXECUTE (', 'SP_EXECUTESQL', 'EXEC|EXECUTE <variable>', 'SYS . SP_EXECUTESQL'],
    hit: ['exec (@s)', 'exec sp_executesql @s', 'execute @s', 'exec sys.sp_executesql @s'],
    miss: ['exec dbo.p 1', 'exec p @a = 1'],
  },
  errorHandling: {
    name: 'TRY … CATCH',
    find: ['BEGIN TRY'],
    hit: ['begin try select 1 end try begin catch select 2 end catch'],
    miss: ['begin select try from t end'],
  },
  formatModel: {
    name: 'CONVERT, FORMAT',
    find: ['CONVERT|TRY_CONVERT|FORMAT ('],
    hit: ['select convert(varchar(10), d, 112) from t'],
    miss: ['select format, converted(a) from t'],
  },
  fullText: {
    name: 'CONTAINS, FREETEXT',
    find: ['CONTAINS|CONTAINSTABLE|FREETEXT|FREETEXTTABLE ('],
    hit: ["select 1 from t where contains(body, 'x')"],
    miss: ['select contains from t'],
  },
  goto: {
    name: 'GOTO',
    find: ['GOTO <name>'],
    hit: ['goto done'],
    miss: ['select goto_page from t'],
  },
  json: {
    name: 'FOR JSON, OPENJSON',
    find: ['FOR JSON', 'OPENJSON|JSON_VALUE|JSON_QUERY|JSON_MODIFY|ISJSON ('],
    hit: ['select a from t for json auto', "select json_value(d, '$.a') from t"],
    miss: ['select json_value from t'],
  },
  lastNumber: {
    name: 'SCOPE_IDENTITY, @@IDENTITY',
    find: ['SCOPE_IDENTITY|IDENT_CURRENT (', '@ @ IDENTITY'],
    hit: ['select scope_identity()', 'set @i = @@identity'],
    miss: ['set @identity = 1', 'select scope_identity from t'],
  },
  lateral: {
    name: 'CROSS APPLY, OUTER APPLY',
    find: ['CROSS|OUTER APPLY'],
    hit: ['select 1 from t cross apply f(t.a) x'],
    miss: ['select apply from t cross join u'],
  },
  limitClause: {
    name: 'OFFSET … FETCH',
    find: [
      'FETCH NEXT|FIRST <number> ROWS|ROW',
      'FETCH NEXT|FIRST <variable> ROWS|ROW',
      'OFFSET <number> ROW|ROWS',
      'OFFSET <variable> ROW|ROWS',
    ],
    hit: [
      'select a from t order by a offset 5 rows',
      'select a from t order by a offset @n rows',
      'select a from t order by a offset (2) rows fetch next 5 rows only',
      'select a from t order by a offset (@page * @size) rows fetch next @size rows only',
    ],
    miss: ['fetch next from c into @a'],
  },
  lock: {
    name: 'sp_getapplock',
    find: ['SP_GETAPPLOCK|SP_RELEASEAPPLOCK'],
    hit: ["exec sp_getapplock 'x'"],
    miss: ['exec my_sp_getapplock'],
  },
  lockHint: {
    name: 'WITH (NOLOCK)',
    find: ['NOLOCK|READPAST|UPDLOCK|HOLDLOCK|ROWLOCK|TABLOCK|TABLOCKX|XLOCK|READUNCOMMITTED )|,'],
    hit: ['select a from t with (nolock)', 'select a from t with (updlock, rowlocks)'],
    miss: ['select nolock from t'],
  },
  merge: {
    name: 'MERGE',
    find: ['MERGE !JOIN|UNION <name> !,|)', 'MERGE TOP'],
    hit: [
      'merge dbo.t as x using u on x.a = u.a',
      'merge into t using u on t.a = u.a',
      'merge top (5) into t using u on t.a = u.a',
    ],
    miss: ['select 1 from t inner merge join u on t.a = u.a', 'select [merge] from t'],
  },
  messageOutput: {
    name: 'PRINT',
    find: ['PRINT <text>', 'PRINT <variable>'],
    hit: ["print 'x'", 'print @x'],
    miss: ['select print from t'],
  },
  notification: {
    name: 'Service Broker',
    find: ['SEND|RECEIVE ON|TOP', 'BEGIN DIALOG', 'END CONVERSATION'],
    hit: [
      'send on conversation @h message type m',
      'begin dialog @h from service a',
      'end conversation @h',
    ],
    miss: ['select send, receive from t'],
  },
  pivot: {
    name: 'PIVOT',
    find: ['PIVOT|UNPIVOT ('],
    hit: ['select * from t pivot (sum(a) for b in ([1])) p'],
    miss: ['select pivot from t'],
  },
  raiseError: {
    name: 'RAISERROR, THROW',
    find: ['RAISERROR (', 'THROW'],
    hit: ["raiserror('x', 16, 1)", "throw 50000, 'x', 1"],
    miss: ['select throws from t'],
  },
  renamedFunction: {
    name: 'ISNULL, LEN, CHARINDEX, NEWID',
    find: [
      'ISNULL|LEN|CHARINDEX|PATINDEX|NEWID|NEWSEQUENTIALID|STUFF|REPLICATE|IIF|DATALENGTH|CHOOSE (',
    ],
    hit: ['select isnull(a, 0) from t', 'select len(a) from t'],
    miss: ['select len, isnulls(a) from t'],
  },
  returning: {
    name: 'OUTPUT inserted',
    find: ['OUTPUT INSERTED|DELETED', 'OUTPUT $ ACTION'],
    hit: [
      'delete from t output deleted.id where a = 1',
      'merge t using u on t.a = u.a when matched then delete output $action',
    ],
    miss: ['exec p @a output'],
  },
  sequenceCall: {
    name: 'NEXT VALUE FOR',
    find: ['NEXT VALUE FOR'],
    hit: ['select next value for s'],
    miss: ['select next_value from t'],
  },
  serverFile: {
    name: 'BULK INSERT',
    find: ['BULK INSERT', 'OPENROWSET ( BULK'],
    hit: ["bulk insert t from 'x'", "select * from openrowset(bulk 'x', single_clob) as f"],
    miss: ['select bulk from t'],
  },
  serverService: {
    name: 'xp_cmdshell, sp_send_dbmail, sp_OACreate',
    find: ['XP_*|SP_SEND_DBMAIL|SP_OACREATE|SP_OAMETHOD', '. XP_*|SP_SEND_DBMAIL|SP_OACREATE'],
    hit: ["exec xp_cmdshell 'dir'", "exec msdb.dbo.sp_send_dbmail 'x'"],
    miss: ['select my_xp_cmdshell from t'],
  },
  sessionContext: {
    name: 'SESSION_CONTEXT, HOST_NAME, SUSER_SNAME',
    find: [
      'SESSION_CONTEXT|CONTEXT_INFO|HOST_NAME|APP_NAME|SUSER_SNAME|SUSER_NAME|ORIGINAL_LOGIN|DB_NAME|OBJECT_ID|OBJECT_NAME (',
    ],
    hit: ['select suser_sname()'],
    miss: ['select host_name from t'],
  },
  sessionSetting: {
    name: 'SET NOCOUNT',
    find: [
      'SET NOCOUNT|XACT_ABORT|QUOTED_IDENTIFIER|ANSI_NULLS|ANSI_WARNINGS|ARITHABORT|DATEFORMAT|DATEFIRST|LANGUAGE|ROWCOUNT',
    ],
    hit: ['set nocount on'],
    miss: ['update t set nocounts = 1'],
  },
  sessionVariable: {
    name: '@@ROWCOUNT, @@ERROR',
    find: ['@ @ !IDENTITY <name>'],
    hit: ['if @@rowcount = 0 return', 'if @@error <> 0 return'],
    miss: ['if @rowcount = 0 return', 'set @i = @@identity'],
  },
  tableVariable: {
    name: 'DECLARE @t TABLE',
    find: ['<variable> TABLE', '<variable> AS TABLE'],
    hit: ['declare @t table (a int)', 'create procedure p @t as table readonly'],
    miss: ['declare @table int'],
  },
  temporaryTable: {
    name: '#table',
    find: ['# <name>'],
    hit: ['select a into #t from u', 'insert ##t values (1)'],
    miss: ['select a# from t'],
  },
  textAggregate: {
    name: 'STRING_AGG',
    find: ['STRING_AGG ('],
    hit: ["select string_agg(a, ',') from t"],
    miss: ['select string_agg from t'],
  },
  timeTravel: {
    name: 'FOR SYSTEM_TIME',
    find: ['FOR SYSTEM_TIME'],
    hit: ["select a from t for system_time as of '2020-01-01'"],
    miss: ['select system_time from t'],
  },
  topClause: {
    name: 'TOP',
    find: ['TOP (', 'TOP <number>'],
    hit: ['select top (5) a from t', 'select top 5 a from t'],
    miss: ['select top from t'],
  },
  transactionControl: {
    name: 'BEGIN TRANSACTION',
    find: ['BEGIN|COMMIT|ROLLBACK|SAVE TRAN|TRANSACTION', 'SET TRANSACTION'],
    hit: ['begin tran', 'commit transaction', 'set transaction isolation level serializable'],
    miss: ['begin select transaction_id from t end'],
  },
  transitionTable: {
    name: 'inserted, deleted',
    find: ['FROM|JOIN INSERTED|DELETED'],
    hit: ['select a from inserted', 'update t set a = 1 from t join deleted d on d.id = t.id'],
    miss: ['select inserted from t'],
  },
  wait: {
    name: 'WAITFOR',
    find: ['WAITFOR DELAY|TIME'],
    hit: ["waitfor delay '00:00:01'"],
    miss: ['select waitfor from t'],
  },
  xml: {
    name: 'FOR XML, .nodes(), .value()',
    find: ['FOR XML', '. NODES|VALUE|QUERY|EXIST|MODIFY (', 'OPENXML ('],
    hit: [
      "select a from t for xml path('')",
      "select x.value('(/a)[1]', 'int') from t",
      "select * from openxml(@h, '/a')",
    ],
    miss: ['select t.value, xml from t'],
  },
};
