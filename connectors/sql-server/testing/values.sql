-- bit as {"as":"boolean"}
CASE WHEN [v] = 0 THEN N'0' WHEN [v] IS NOT NULL THEN N'1' END

-- tinyint as {"as":"integer"}
CONVERT(nvarchar(40), [v])

-- bigint as {"as":"integer"}
CONVERT(nvarchar(40), [v])

-- decimal(18,4) as {"as":"decimal","scale":4}
CONVERT(nvarchar(45), CONVERT(decimal(38,4), [v]))

-- money as {"as":"decimal","scale":4}
CONVERT(nvarchar(45), CONVERT(decimal(38,4), [v]))

-- real as {"as":"float","scale":null}
CASE WHEN [v] = 0 THEN '0' WHEN ABS(CONVERT(float, [v])) >= 1e-4 AND ABS(CONVERT(float, [v])) < 1e15 THEN CASE WHEN [v] < 0 THEN '-' ELSE '' END + REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(varchar(45), CONVERT(decimal(38,22), STUFF('00000' + REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '.', '') + '0', CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + 7, 0, '.'))), '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '') ELSE CASE WHEN [v] < 0 THEN '-' ELSE '' END + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN '1' ELSE REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '') END
    + CASE WHEN (CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END) < 0 THEN 'e-' ELSE 'e+' END + CASE WHEN ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END)) < 10 THEN '0' ELSE '' END
    + CONVERT(varchar(3), ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END))) END

-- float as {"as":"float","scale":null}
CASE WHEN [v] = 0 THEN '0' WHEN ABS(CONVERT(float, [v])) >= 1e-4 AND ABS(CONVERT(float, [v])) < 1e15 THEN CASE WHEN [v] < 0 THEN '-' ELSE '' END + REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(varchar(45), CONVERT(decimal(38,22), STUFF('00000' + REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '.', '') + '0', CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + 7, 0, '.'))), '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '') ELSE CASE WHEN [v] < 0 THEN '-' ELSE '' END + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN '1' ELSE REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '') END
    + CASE WHEN (CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END) < 0 THEN 'e-' ELSE 'e+' END + CASE WHEN ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END)) < 10 THEN '0' ELSE '' END
    + CONVERT(varchar(3), ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END))) END

-- char(20) as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2

-- nvarchar(10) as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2

-- ntext as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2

-- varbinary(20) as {"as":"binary","emptyIsNull":false}
LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2))

-- image as {"as":"binary","emptyIsNull":false}
LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2))

-- rowversion as {"as":"binary","emptyIsNull":false}
LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2))

-- date as {"as":"date"}
CONVERT(nvarchar(10), CONVERT(date, [v]), 23)

-- time(4) as {"as":"time","precision":4}
CONVERT(nvarchar(27), [v], 121)

-- datetime2(4) as {"as":"timestamp","precision":4}
CONVERT(nvarchar(27), CONVERT(datetime2(4), [v]), 121)

-- datetimeoffset(4) as {"as":"timestamp","precision":4}
CONVERT(nvarchar(27), CONVERT(datetime2(4), SWITCHOFFSET([v], '+00:00')), 121)

-- datetime as {"as":"timestamp","precision":3}
CONVERT(nvarchar(27), CONVERT(datetime2(3), [v]), 121)

-- smalldatetime as {"as":"timestamp","precision":0}
CONVERT(nvarchar(27), CONVERT(datetime2(0), [v]), 121)

-- uniqueidentifier as {"as":"uuid"}
LOWER(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2)

-- xml as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2

-- json as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2

-- geometry as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v].ToString()) COLLATE Latin1_General_100_BIN2

-- hierarchyid as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), [v].ToString()) COLLATE Latin1_General_100_BIN2

-- sql_variant as {"as":"text","trim":false,"fold":false,"emptyIsNull":false}
CONVERT(nvarchar(max), CONVERT(nvarchar(4000), [v])) COLLATE Latin1_General_100_BIN2

-- bigint as {"as":"decimal","scale":2}
CONVERT(nvarchar(40), [v]) + N'.00'

-- decimal(18,4) as {"as":"decimal","scale":2}
CONVERT(nvarchar(45), CONVERT(decimal(38,2), [v]))

-- decimal(18,4) as {"as":"decimal","scale":6}
CONVERT(nvarchar(45), CONVERT(decimal(38,4), [v])) + N'00'

-- decimal(18,4) as {"as":"decimal","scale":null}
REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(nvarchar(45), CONVERT(decimal(38,4), [v])), '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '')

-- decimal(18,4) as {"as":"integer"}
REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CONVERT(nvarchar(45), CONVERT(decimal(38,4), [v])), '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '')

-- float as {"as":"float","scale":3}
CASE WHEN ABS(CONVERT(float, [v])) >= 1e-4 AND ABS(CONVERT(float, [v])) < 1e15 THEN CONVERT(varchar(45), CONVERT(decimal(38,3), CASE WHEN [v] < 0 THEN -CONVERT(decimal(38,22), STUFF('00000' + REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '.', '') + '0', CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + 7, 0, '.')) ELSE CONVERT(decimal(38,22), STUFF('00000' + REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '.', '') + '0', CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + 7, 0, '.')) END)) WHEN ABS(CONVERT(float, [v])) < 1e-4 THEN CONVERT(varchar(45), CONVERT(decimal(38,3), CASE WHEN [v] < 0 THEN -CONVERT(decimal(38,22), ABS(CONVERT(float, [v]))) ELSE CONVERT(decimal(38,22), ABS(CONVERT(float, [v]))) END)) ELSE CASE WHEN [v] < 0 THEN '-' ELSE '' END + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN '1' ELSE REPLACE(REPLACE(REPLACE(RTRIM(REPLACE(CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END, '0', ' ')), ' ', '0') + '|', '.|', ''), '|', '') END
    + CASE WHEN (CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END) < 0 THEN 'e-' ELSE 'e+' END + CASE WHEN ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END)) < 10 THEN '0' ELSE '' END
    + CONVERT(varchar(3), ABS((CONVERT(int, SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 20, 4)) + CASE WHEN CASE WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(16,14), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) WHEN CONVERT(float, CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) + SUBSTRING(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 19, 5)) = ABS(CONVERT(float, [v])) THEN CONVERT(varchar(20), CONVERT(decimal(17,15), CONVERT(decimal(17,16), LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18)))) ELSE LEFT(CONVERT(varchar(32), ABS(CONVERT(float, [v])), 3), 18) END LIKE '10.%' THEN 1 ELSE 0 END))) END

-- tinyint as {"as":"boolean"}
CASE WHEN [v] = 0 THEN N'0' WHEN [v] IS NOT NULL THEN N'1' END

-- char(20) as {"as":"boolean"}
CASE WHEN LOWER(LTRIM(RTRIM(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2))) IN (N'1', N't', N'true', N'y', N'yes') THEN N'1' WHEN LOWER(LTRIM(RTRIM(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2))) IN (N'0', N'f', N'false', N'n', N'no') THEN N'0' ELSE CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2 END

-- char(20) as {"as":"text","trim":true,"fold":true,"emptyIsNull":true}
CASE WHEN DATALENGTH(TRANSLATE(RTRIM(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2), N'ABCDEFGHIJKLMNOPQRSTUVWXYZ', N'abcdefghijklmnopqrstuvwxyz')) > 0 THEN TRANSLATE(RTRIM(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2), N'ABCDEFGHIJKLMNOPQRSTUVWXYZ', N'abcdefghijklmnopqrstuvwxyz') END

-- varbinary(20) as {"as":"binary","emptyIsNull":true}
CASE WHEN DATALENGTH(LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2))) > 0 THEN LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2)) END

-- nvarchar(10) as {"as":"binary","emptyIsNull":false}
LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), CONVERT(varchar(max), (CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2) COLLATE Latin1_General_100_BIN2_UTF8)), 2))

-- uniqueidentifier as {"as":"binary","emptyIsNull":false}
LOWER(REPLACE(CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2, N'-', N''))

-- binary(20) as {"as":"uuid"}
STUFF(STUFF(STUFF(STUFF(LOWER(CONVERT(nvarchar(max), CONVERT(varbinary(max), [v]), 2)), 9, 0, N'-'), 14, 0, N'-'), 19, 0, N'-'), 24, 0, N'-')

-- datetimeoffset(4) as {"as":"date"}
CONVERT(nvarchar(10), CONVERT(date, SWITCHOFFSET([v], '+00:00')), 23)

-- datetimeoffset(4) as {"as":"time","precision":0}
LEFT(CONVERT(nvarchar(27), CONVERT(time(4), CONVERT(datetime2(4), SWITCHOFFSET([v], '+00:00'))), 121), 8)

-- date as {"as":"timestamp","precision":3}
CONVERT(nvarchar(27), CONVERT(datetime2(0), [v]), 121) + N'.000'

-- datetime as {"as":"timestamp","precision":6}
CONVERT(nvarchar(27), CONVERT(datetime2(3), [v]), 121) + N'000'

-- datetime2(4) as {"as":"timestamp","precision":0}
LEFT(CONVERT(nvarchar(27), CONVERT(datetime2(4), [v]), 121), 19)

-- json as {"as":"json"}
CONVERT(nvarchar(max), [v]) COLLATE Latin1_General_100_BIN2
