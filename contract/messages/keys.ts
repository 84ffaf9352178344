/** Findings of comparing keys, indexes and collations. */
export const keys = {
  'definition.otherSorting':
    'Texts sort by another collation: ORDER BY, ranges such as BETWEEN, and the smallest and largest value may give something else.',
  'definition.otherEquality':
    'The collations do not take the same texts for equal: searches, joins and groups may give something else, and texts may sort otherwise.',
  'definition.uniqueEquality':
    'The collations do not take the same texts for equal, and the column is in a unique key: one side accepts values that the other rejects as duplicates.',
  'definition.otherSortingAdvice':
    'Give the column the collation of the source, or accept it where nothing depends on the order of its texts.',
  'definition.identityBorrowed':
    'The source numbers it because of its type alone: it takes its values from the table that it references.',
  'definition.comparesMore':
    'The source compares only the beginning of the values, as long as the key says: the target accepts rows that the source rejects.',
  'definition.comparesMoreAdvice':
    'Make the key unique over the same beginnings, or accept it with a reason.',
  'definition.comparesLess':
    'The target compares only the beginning of the values, as long as the key says: it rejects rows that the source accepts.',
  'definition.comparesLessAdvice':
    'Make the key unique over whole values, or make sure that none begin alike.',
  'definition.keySeesCase':
    "The source's key ignores case where the target's distinguishes it: the target accepts rows that the source rejects as duplicates.",
  'definition.keySeesCaseAdvice':
    'Make the key on the target ignore case, by a collation or by an index over lower(…).',
  'definition.keyIgnoresCase':
    "The target's key ignores case where the source's distinguishes it: the target rejects rows that the source accepts.",
  'definition.keyIgnoresCaseAdvice':
    'Make the key on the target distinguish case, or make sure that no values differ in case alone.',
  'definition.keyImplied':
    'The target needs no such key: one over the same columns, or some of them, rejects the same rows.',
  'definition.keyImpliedAdvice': 'No action needed.',
  'definition.keyWithoutPartitions':
    "The source's key also holds what its table is partitioned by ({{columns}}), as most engines demand of every key of a partitioned table. The target's key does without, and is stricter: it rejects rows that differ only there.",
  'definition.keyWithoutPartitionsAdvice':
    'No action needed: the source gives every row a value of its own in the rest of the key, unless a program writes one.',
  'definition.keyWithoutPartitionsUnsureAdvice':
    "Check that no two rows of the source are alike in the target's key. Where they may be, add the columns to it.",
  'definition.keyOfPartitions':
    "The target's key also holds what its table is partitioned by ({{columns}}), as most engines demand of every key of a partitioned table: it accepts rows that the source rejects, alike in the rest of the key.",
  'definition.keyOfPartitionsAdvice':
    'Keep these rows unique in another way, such as by a table of keys that is not partitioned, or accept it with the reason why no duplicates are written.',
  'definition.keyKeptUnique':
    'The target has no primary key, but a unique key over the same columns that accepts no NULL: it rejects the same rows.',
  'definition.keyKeptUniqueAdvice': 'Make it the primary key if a tool or replication needs one.',
  'definition.keyTakesNull':
    'The primary key is only a unique key on the target, and its columns accept NULL, which counts as a value there: rows without a full key are possible, though no two alike.',
  'definition.keyTakesNullAdvice': 'Make the columns NOT NULL, and make the key the primary key.',
  'definition.keyTakesNulls':
    'The primary key is only a unique key on the target, and its columns accept NULL: rows without a full key are possible, even several alike.',
  'definition.keyTakesNullsAdvice': 'Make the columns NOT NULL, and make the key the primary key.',
  'definition.nowNotUnique':
    'The index on the source also keeps rows unique, the one on the target does not: it accepts rows that the source rejects.',
  'definition.nowNotUniqueAdvice': 'Make the index on the target unique.',
  'definition.nowUnique':
    'Only the index on the target keeps rows unique: it may reject rows that the source accepts.',
  'definition.nowUniqueAdvice':
    'Check whether the rows of the source satisfy it, and whether programs expect it.',
  'definition.keyTwice':
    'The source has this foreign key again under another name; the target does without the second one.',
  'definition.keyTwiceAdvice': 'No action needed.',
  'definition.mayWait':
    'On the target a program may have it checked at the end of the transaction; unless one does, it is checked immediately on both sides.',
  'definition.mayWaitAdvice': 'No action needed.',
  'definition.checkByType':
    'The target needs no such check: the type of its column already rejects what it would reject.',
  'definition.checkByTypeAdvice': 'No action needed.',
  'definition.checkOfType': "It allows what the source's type allows.",
  'definition.checkOfTypeAdvice': 'No action needed.',
  'definition.valuesUnchecked':
    'The source allows the values of its type only; the target takes any text.',
  'definition.valuesUncheckedAdvice':
    'Add a check on the target, or accept it with the reason why no other text is written.',
  'definition.valuesOtherwise':
    'The source allows the values of its type only; the target has a check of this column, but not one that is known to allow the same values.',
  'definition.valuesMore':
    'The source allows the values of its type only; the check on the target also allows: {{values}}.',
  'definition.valuesOtherwiseAdvice':
    'Compare the values that both allow. Change the check on the target, or accept it with a reason.',
  'definition.indexCovered':
    'A key or an index of the target begins with the same columns and has all rows: it serves the same queries.',
  'definition.indexCoveredAdvice': 'No action needed.',
  'definition.keptByKey':
    'The target holds fewer numbers, but all that the foreign key of the source lets in.',
  'definition.keptByKeyAdvice': 'No action needed while the foreign key stays.',
  'definition.indexOfForeignKey':
    'The source keeps this index for its foreign key; the target works without one.',
  'definition.indexOfForeignKeyAdvice':
    'Create it on the target if changes to the referenced table are slow.',
  'definition.otherOrder':
    'The same columns, sorted from the other end, with NULLs at the other end or by another collation, or kept with only their beginnings: it finds the same rows.',
  'definition.otherOrderAdvice': 'No action needed, unless a query becomes slow.',
  'definition.otherInclude':
    'The indexes store different columns besides (INCLUDE): they find the same rows, but queries that read these columns may be slower.',
  'definition.otherIncludeAdvice': 'No action needed unless a query becomes slow.',
  'definition.otherDirections':
    'The same columns, some of them sorted in the other direction: it finds the same rows, but does not serve sorting by the directions of the source.',
  'definition.otherDirectionsAdvice':
    'No action needed, unless a query that sorts by these columns becomes slow.',
  'definition.otherNulls':
    'NULL counts as a value on one side only, where a second one is rejected.',
  'definition.otherNullsAdvice': 'Choose the same rule on the target (NULLS NOT DISTINCT).',
  'definition.someNulls':
    'If only some columns of the key are NULL, one side rejects a second row that is the same in the others, and the other side accepts it.',
  'definition.someNullsAdvice':
    'Check whether such rows can occur: make the columns NOT NULL, or accept it with a reason.',
  'definition.otherKeyOrder':
    'The same columns in a different order: the primary key rejects the same rows.',
  'definition.otherKeyOrderAdvice':
    'No action needed, unless queries by the first column of the key become slow.',
  'definition.wordsUnserved':
    'On the source, an index serves full-text searches of these columns; on the target, none does: such queries fail or become slow.',
  'definition.wordsUnservedAdvice':
    "Create a full-text index in the target's way, and rewrite the queries that search with the source's (such as MATCH … AGAINST).",
  'definition.placesUnserved':
    'On the source, a spatial index serves searches by place; on the target, no index of these columns does: such queries become slow.',
  'definition.placesUnservedAdvice': 'Create a spatial index on the target.',
  'definition.searchUnserved':
    'On the source, an index serves searches within values or by nearness; on the target, no index of these columns does: such queries become slow.',
  'definition.searchUnservedAdvice':
    'Create an index for these queries on the target, or accept it with a reason.',
  'definition.orderUnserved':
    'The index on the target is of another kind, which does not serve all queries that the one on the source does: some become slow.',
  'definition.orderUnservedAdvice': 'Create an ordered index (B-tree) on the target.',
  'definition.otherOperators':
    'The two indexes have different operator classes: each serves queries that the other does not, such as LIKE with a given beginning.',
  'definition.otherOperatorsAdvice':
    'Create the index of the source on the target, or accept it with a reason.',
  'definition.servedByOrder':
    'The index on the source is of another kind; the ordered one on the target serves the same queries.',
  'definition.servedByOrderAdvice': 'No action needed.',
  'definition.otherWordSearch':
    'Both sides have an index for searching text in these columns, but each engine splits text and writes such queries in its own way.',
  'definition.otherWordSearchAdvice':
    'Rewrite the queries that search (such as MATCH … AGAINST) for the target, and compare what they find.',
  'definition.nowUnchecked': 'On the target, it was never validated for existing rows.',
  'definition.nowUncheckedAdvice': 'Validate it.',
  'definition.nowDisabled': 'The target has it, but it is disabled and rejects no rows.',
  'definition.nowDisabledAdvice': 'Enable it, and validate it for existing rows.',
  'definition.keyDisabled':
    'The target has it, but it is disabled or not valid: there may be rows that violate it.',
  'definition.keyDisabledAdvice':
    'Enable it; if that is refused, some rows violate it: correct these first.',
  'definition.indexDisabled':
    'The target has it, but it is disabled or not valid: no query uses it.',
  'definition.indexDisabledAdvice': 'Rebuild it.',
  'definition.indexPartlyDisabled':
    'The target has it, but some of its partitions are not valid: no query uses these.',
  'definition.indexPartlyDisabledAdvice': 'Rebuild these partitions of it.',
  'definition.notForReplication':
    'On the target it is NOT FOR REPLICATION: SQL Server enforces it for everybody but replication, and never counts it as validated.',
  'definition.notForReplicationAdvice':
    'No action needed where replication writes to the target. Otherwise drop it and add it without NOT FOR REPLICATION.',
  'definition.triggersOff':
    'The target has it, but the triggers by which PostgreSQL checks it are disabled, some or all: rows that violate it are taken.',
  'definition.triggersOffAdvice':
    'Enable them as a superuser. That does not check the rows that are there: look for those that violate it, or drop it and add it again.',
  'definition.wasDisabled':
    'It is disabled or not valid on the source, but in effect on the target.',
  'definition.wasDisabledAdvice':
    'Make sure that no row of the source violates it: the target would reject it.',
  'definition.wasUnchecked':
    'It was never validated for existing rows on the source, but on the target it was.',
  'definition.wasUncheckedAdvice':
    'Make sure that no row of the source violates it: the target would reject it.',
  'definition.lostDisabled':
    'The target does not have it; on the source it is disabled or not valid.',
} as const;
