/** Why no statement mends a finding, or what its statements leave out. */
export const repairs = {
  'repair.words':
    "No statement: it cannot be written in the target's dialect so that it certainly means the same. Write it by hand.",
  'repair.engine':
    "No statement: the target's engine cannot change this in what is there, or has no such thing. Make it anew by hand.",
  'repair.anew':
    'No statement: the object would have to be made anew, with its rows and all that hangs on it. Decide that by hand.',
  'repair.program':
    "No statement: it is a program in the engine's own language. Write it by hand, and compare what it does.",
  'repair.decide':
    'No statement: only the target has it, and dropping it cannot be taken back. Decide that by hand.',
  'repair.rows':
    'No statement: whether rows or programs are to change nobody can tell by the definition.',
  'repair.letters':
    'No statement: collations have other names on each server. Choose one on the target by hand.',
  'repair.unknown': 'No statement: what it has to be was not read.',
  'repair.grant':
    'No statement: an account of that name is not known, or the right is given for the whole schema and cannot be taken away from one object.',
  'repair.noSchema':
    'No statement: nobody knows in which schema of the target it belongs. Map the schemas first.',
  'repair.noType':
    "No statement: the target's engine has no type for {{columns}}. Write the table by hand.",
  'repair.noKey':
    "No statement: the target's engine takes no key of columns such as {{columns}}. Write the table by hand.",
  'repair.ownWords':
    "The source's own text: what is named within it stands as on the source, and it runs as the account that creates it. Where a function that it calls is there already, leave its statement out.",
  'repair.unseen':
    'No statement: its definition has not been read yet. Match the objects, or compare them, first.',
  'repair.needed':
    "No statement: the target's engine keeps it for something else in the table, such as a key, a check or its numbers.",
  'repair.removes':
    'A comment, so that it is dropped by nobody who only runs the file. Take the dashes away where nothing needs it.',
  'repair.removesValues':
    'A comment, because the values of the column are lost with it, and nobody gets them back. Take the dashes away where nothing needs them.',
  'repair.removesRows':
    'A comment, because all rows of the table are lost with it, and nobody gets them back. Take the dashes away where nothing needs them.',
  'repair.removesText':
    'A comment, because its text is lost with it. Keep that first, and take the dashes away where nothing calls or reads it.',
  'repair.leavesOut':
    'The statements leave out what has no certain words on the target: {{parts}}. Compare afterwards: it is found then.',
} as const;
