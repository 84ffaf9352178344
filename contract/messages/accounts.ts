/** What accounts of databases may not see or read. */
export const accounts = {
  'account.hiddenInSchema':
    'The user {{user}} cannot see all {{things}} of {{schema}}. To see all: GRANT {{grant}}.',
  'account.hiddenOthers': 'The account cannot see all {{things}} of {{schema}}.',
  'account.hiddenInSqlServer':
    'The user {{user}} cannot see all {{things}} of the schema {{schema}}. To see all: GRANT {{grant}}.',
  'account.hiddenPackages':
    'The user {{user}} cannot see the contents of the packages of {{schema}}, so their functions and procedures are missing. To see them: GRANT {{grant}}.',
  'account.hiddenTexts_one':
    'The user {{user}} cannot see the text of {{count}} routine, so texts are not compared, and nothing tells what a call writes. To see it: GRANT {{grant}}.',
  'account.hiddenTexts_other':
    'The user {{user}} cannot see the texts of {{count}} routines, so texts are not compared, and nothing tells what a call writes. To see them: GRANT {{grant}}.',
  'account.unreadableRows_one':
    'The user {{user}} may not read the rows of {{count}} table or view ({{examples}}). To compare its rows: {{statement}}.',
  'account.unreadableRows_other':
    'The user {{user}} may not read the rows of {{count}} tables and views ({{examples}}). To compare their rows: {{statement}}.',
  'account.unreadableNumbers_one':
    'The user {{user}} may not read {{count}} sequence ({{examples}}). To learn whether its next number is free: {{statement}}.',
  'account.unreadableNumbers_other':
    'The user {{user}} may not read {{count}} sequences ({{examples}}). To learn whether their next numbers are free: {{statement}}.',
  'account.filteredRows_one':
    'Row level security hides rows of {{count}} table from the user {{user}} ({{examples}}). To compare its rows: {{statement}}.',
  'account.filteredRows_other':
    'Row level security hides rows of {{count}} tables from the user {{user}} ({{examples}}). To compare their rows: {{statement}}.',
  'account.policedRows_one':
    'Policies decide which rows of {{count}} table or view the user {{user}} sees ({{examples}}). Rows that they hide are not compared.',
  'account.policedRows_other':
    'Policies decide which rows of {{count}} tables and views the user {{user}} sees ({{examples}}). Rows that they hide are not compared.',
  'account.hiddenPolicies':
    'The user {{user}} cannot see whether policies hide rows from it. To see that: GRANT {{grant}}.',
  'account.hiddenAnywhere':
    'The user {{user}} only sees the {{things}} that it has a grant for. To see all: GRANT {{grant}}.',
  'account.hiddenInDatabase':
    'The user {{user}} only sees the objects that it has a permission for. To see all: GRANT {{grant}}.',
  'account.hiddenCatalogue':
    'The user {{user}} cannot read {{catalogues}}, so only objects that it has a privilege on are listed, and no materialised views or aggregates. To see all: GRANT {{grant}}.',
  'account.hiddenInOracle':
    'The user {{user}} only sees the objects that it owns or has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  'account.hiddenInOracleSchema':
    'The user {{user}} only sees those objects of {{schema}} that it has a privilege on. To see all: GRANT {{grant}}, or GRANT {{other}}.',
  'account.packageNotCompiled':
    'The package {{name}} does not compile, so its functions and procedures are not known.',
} as const;
