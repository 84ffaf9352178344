SELECT count(*) FROM [shop]]s].[orders] WHERE ([id] <> 5 -- ')
);

SELECT count(*), CONVERT(varchar(40), ISNULL(SUM(CONVERT(decimal(38,0), CONVERT(bigint, SUBSTRING(HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~') + NCHAR(31) + ISNULL(N'=' + (CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 1, 7)))), 0)) FROM (SELECT [id], (UPPER(name)
) AS [name] FROM [shop]]s].[orders] WHERE ([id] <> 5
)) c WHERE [id] >= 1;

SELECT count(*), count(CASE WHEN [id] IS NOT NULL THEN 1 END), count(DISTINCT [id]), CONVERT(nvarchar(40), min([id])), CONVERT(nvarchar(40), max([id])), CONVERT(nvarchar(40), SUM(CONVERT(decimal(38,0), [id]))), count(CASE WHEN [name] IS NOT NULL THEN 1 END), count(DISTINCT HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2) COLLATE Latin1_General_100_BIN2_UTF8))), NULL, NULL, CONVERT(nvarchar(40), SUM(CONVERT(decimal(38,0), LEN((CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2 + N'.') COLLATE Latin1_General_100_CI_AS_SC) - 1))) FROM [shop]]s].[orders];

SELECT count([id]), CONVERT(nvarchar(40), min([id])), CONVERT(nvarchar(40), max([id])) FROM [shop]]s].[orders];

SELECT CONVERT(nvarchar(40), k) FROM (SELECT [id] AS k, row_number() OVER (ORDER BY [id]) - 1 AS n FROM [shop]]s].[orders] WHERE [id] IS NOT NULL) r WHERE n > 0 AND n = 2 * floor(n / 2) ORDER BY n;

SELECT count(*), CONVERT(varchar(40), ISNULL(SUM(CONVERT(decimal(38,0), CONVERT(bigint, SUBSTRING(HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~') + NCHAR(31) + ISNULL(N'=' + (CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 1, 7)))), 0)) FROM [shop]]s].[orders] WHERE [id] >= 1;

SELECT count(*), CONVERT(varchar(40), ISNULL(SUM(CONVERT(decimal(38,0), CONVERT(bigint, SUBSTRING(HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~') + NCHAR(31) + ISNULL(N'=' + (CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 1, 7)))), 0)), LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 2)) FROM [shop]]s].[orders] WHERE LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 1)) IN ('a') GROUP BY LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 2));

SELECT LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~') + NCHAR(31) + ISNULL(N'=' + (CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 14)), CONVERT(nvarchar(40), [id]) FROM [shop]]s].[orders];

SELECT CONVERT(nvarchar(40), [id]), CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2 FROM [shop]]s].[orders] WHERE [id] IN (1) AND LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 14)) IN ('8dcf605b0a981e');

SELECT CONVERT(nvarchar(40), [id]), CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2 FROM [shop]]s].[orders] ORDER BY LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 14)) OFFSET 0 ROWS FETCH NEXT 5 ROWS ONLY;

SELECT SUBSTRING((CONVERT(nvarchar(40), [id])) COLLATE Latin1_General_100_CI_AS_SC, 4, 20), SUBSTRING((CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2) COLLATE Latin1_General_100_CI_AS_SC, 4, 20), LEN((CONVERT(nvarchar(40), [id]) + N'.') COLLATE Latin1_General_100_CI_AS_SC) - 1, LEN((CONVERT(nvarchar(max), [name]) COLLATE Latin1_General_100_BIN2 + N'.') COLLATE Latin1_General_100_CI_AS_SC) - 1 FROM [shop]]s].[orders] WHERE [id] IN (1) AND LOWER(LEFT(CONVERT(varchar(64), HASHBYTES('SHA2_256', CONVERT(varchar(max), (CONVERT(nvarchar(max), N'') + ISNULL(N'=' + (CONVERT(nvarchar(40), [id])), N'~')) COLLATE Latin1_General_100_BIN2_UTF8)), 2), 14)) IN ('8dcf605b0a981e');
