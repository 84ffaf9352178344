import { type Argument, argumentsOf, type CallWriter, RESULT } from '../core/call-writer.ts';
import { NOT_IN_SELECT } from './call-syntax.ts';

// Microsoft Learn: "Reserved Keywords (Transact-SQL)".
const RESERVED = new Set(
  `add all alter and any as asc authorization backup begin between break browse bulk by cascade case check checkpoint
  close clustered coalesce collate column commit compute constraint contains containstable continue convert create cross
  current current_date current_time current_timestamp current_user cursor database dbcc deallocate declare default
  delete deny desc disk distinct distributed double drop dump else end errlvl escape except exec execute exists exit
  external fetch file fillfactor for foreign freetext freetexttable from full function goto grant group having holdlock
  identity identity_insert identitycol if in index inner insert intersect into is join key kill left like lineno load
  merge national nocheck nonclustered not null nullif of off offsets on open opendatasource openquery openrowset openxml
  option or order outer over percent pivot plan precision primary print proc procedure public raiserror read readtext
  reconfigure references replication restore restrict return revert revoke right rollback rowcount rowguidcol rule save
  schema securityaudit select semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user
  set setuser shutdown some statistics system_user table tablesample textsize then to top tran transaction trigger
  truncate try_convert tsequal union unique unpivot update updatetext use user values varying view waitfor when where
  while with within writetext`.split(/\s+/),
);

/** As names, words that a call must not contain are written in brackets. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
  !RESERVED.has(name.toLowerCase()) &&
  !NOT_IN_SELECT.includes(name.toUpperCase());

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `[${name.replaceAll(']', ']]')}]`)).join('.');

/** Passes arguments by name; the types of variables are read when the call is sent. */
const writeNamed = ({ name, parameter }: Argument): string =>
  parameter.mode === 'in' ? `${parameter.name} = :${name}` : `${parameter.name} = @${name} OUTPUT`;

/** Values are texts, which most types accept implicitly. Microsoft Learn: "CAST and CONVERT", implicit conversions. */
function writeValue({ name, type, parameter: { canonical } }: Argument): string {
  if (canonical.kind === 'binary') return `CONVERT(varbinary(max), :${name}, 2)`;
  return type === 'sql_variant' ? `CAST(:${name} AS nvarchar(4000))` : `:${name}`;
}

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const given = argumentsOf(routine, names);
    const name = nameOf(path);
    if (form === 'procedure')
      return { text: `EXEC ${name} ${given.map(writeNamed).join(', ')}`.trim(), values: {} };
    const called = `${name}(${given.map(writeValue).join(', ')})`;
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    return { text: `${verb} ${called} AS ${RESULT}`, values: {} };
  },
};
