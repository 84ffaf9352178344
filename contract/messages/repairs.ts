/** Why no statement repairs a finding, or what its statements leave out. */
export const repairs = {
  'repair.words':
    "No statement: it cannot be translated to the target's dialect with certainty. Write it by hand.",
  'repair.engine':
    "No statement: the target's engine cannot change this on an existing object, or does not support it. Recreate it by hand.",
  'repair.partitions':
    'No statement: in a partitioned table every key must hold the columns that it is partitioned by ({{columns}}).',
  'repair.waitsFor':
    'No statement yet: it needs {{names}}, which the target lacks and no statement creates. Create that by hand first.',
  'repair.columnFirst':
    'No statement: it needs the column {{column}}, which the target lacks and no statement adds. Add the column by hand first.',
  'repair.keyTypes':
    "No statement yet: the target's engine needs one type on both ends of a foreign key: whole numbers of one size and sign, texts of one collation. Give {{columns}} the type of what the key leads to in {{table}}, or the other way round.",
  'repair.keyReferenced':
    'No statement: a foreign key leads to this key, which cannot be dropped before that one. Drop both, and create both again, by hand.',
  'repair.numbersRows':
    "No statement: existing rows would get numbers in any order, not those of the source. Add the column by hand, with the source's numbers, before the target continues them.",
  'repair.keyNumbers':
    'No statement: keys stay integers that the target can number and refer to. Compare the data: rows tell whether a number beyond exists.',
  'repair.anew':
    'No statement: the object would have to be recreated, with its rows and everything that depends on it. Decide this yourself.',
  'repair.program':
    "No statement: it is code in the engine's own language. Write it by hand, and compare what it does.",
  'repair.decide':
    'No statement: only the target has it, and dropping it cannot be undone. Decide this yourself.',
  'repair.opens':
    'No statement: it would show or take rows that the target now hides or refuses. Decide this yourself.',
  'repair.renamed':
    'No statement: first decide whether both are the same column. If they are not, write it by hand.',
  'repair.rows':
    'No statement: the definition does not show whether rows or programs have to change.',
  'repair.letters':
    'No statement: every server has its own names for collations. Choose one on the target by hand.',
  'repair.unknown': 'No statement: the definition needed for it could not be read.',
  'repair.grant':
    'No statement: no account with this name is known, or the privilege was granted for the whole schema and cannot be revoked for one object.',
  'repair.noSchema':
    'No statement: it is not known which schema of the target it belongs in. Map the schemas first.',
  'repair.noType':
    "No statement: the target's engine has no type for {{columns}}. Write the table by hand.",
  'repair.keyTexts':
    "No statement: the target's engine takes no text without a limit into a key or an index. Make sure that nothing longer comes, or leave the column out of it.",
  'repair.noKey':
    "No statement: the target's engine does not allow a key on columns such as {{columns}}. Write the table by hand.",
  'repair.ownWords':
    "The source's own text: schemas in it are the target's as far as these are known, all other names those of the source, and it runs as the account that creates it. If a function that it calls already exists, leave out the statement for it.",
  'repair.replacedRoutine':
    "The source's own text, in place of the target's, which is lost: schemas in it are the target's as far as these are known, all other names those of the source, and it runs as the account that creates it. Where the routine is dropped first, who may execute it starts anew: on PostgreSQL everybody may, until that is revoked.",
  'repair.viewsHoldTypes':
    'Refused while a view or a rule uses the column: drop those before, and create them again afterwards.',
  'repair.setter':
    "Translated for the target's engine: the trigger only sets columns of the row. Check the order in which the table's triggers fire, and compare afterwards.",
  'repair.replacedTrigger':
    "Replaces the target's trigger, whose text is lost; a function that it called stays. Check the order in which the table's triggers fire, and compare afterwards.",
  'repair.trigger':
    "No statement: the trigger is a program in the source's own language. Write one by hand that fires {{when}} on {{table}} and does what the source's text does.",
  'repair.triggerTable':
    "No statement: it is not known what the trigger's table became. Create or compare that table first.",
  'repair.unseen':
    'No statement: its definition has not been read yet. Match or compare the objects first.',
  'repair.needed':
    "No statement: the target's engine needs it for something else in the table, such as a key, a check or an identity.",
  'repair.removes':
    'Commented out, so that nobody drops it just by running the file. Remove the dashes if nothing needs it.',
  'repair.removesValues':
    'Commented out, because the values of the column are lost for good. Remove the dashes if nothing needs them.',
  'repair.removesRows':
    'Commented out, because all rows of the table are lost for good. Remove the dashes if nothing needs them.',
  'repair.removesText':
    'Commented out, because its text is lost. Save the text first, and remove the dashes if nothing calls or reads it.',
  'repair.leavesOut':
    'The statements leave out what cannot be translated with certainty, needs a table that no statement creates, or would lead to a column of another type: {{parts}}. Compare afterwards: the comparison reports it.',
} as const;
