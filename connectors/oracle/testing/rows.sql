SELECT "ID", "NAME" FROM (SELECT "ID", (UPPER(name)
) AS "NAME" FROM "SHOP"."ORDERS" WHERE ("ID" <> 5
)) c WHERE "ID" >= 1 AND "ID" < 3;

SELECT count(*) FROM "SHOP"."ORDERS" WHERE ("ID" <> 5 -- ')
);

SELECT count("ID"), min("ID"), max("ID") FROM "SHOP"."ORDERS";

SELECT k FROM (SELECT "ID" AS k, row_number() OVER (ORDER BY "ID") - 1 AS n FROM "SHOP"."ORDERS" WHERE "ID" IS NOT NULL) r WHERE n > 0 AND n = 2 * round(n / 2) ORDER BY n;

SELECT p.value FROM sys.nls_database_parameters p WHERE p.parameter = 'NLS_CHARACTERSET';

SELECT "ID", "NAME" FROM "SHOP"."ORDERS" WHERE "ID" >= 1 AND "ID" < 3;

SELECT "ID", "NAME" FROM "SHOP"."ORDERS" WHERE ("ID" < 3 OR "ID" IS NULL);

SELECT "ID", "NAME" FROM "SHOP"."ORDERS";

SELECT "ID", "NAME" FROM "SHOP"."ORDERS" WHERE "ID" IN (1, 7);
