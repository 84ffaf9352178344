import { type Argument, argumentsOf, type CallWriter, RESULT } from '../core/call-writer.ts';

/**
 * PostgreSQL documentation, "SQL Key Words": words that must be quoted to name a schema. After a dot any word is a
 * name.
 */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

const isPlain = (name: string, index: number): boolean =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !(index === 0 && RESERVED.has(name));

const nameOf = (path: readonly string[]): string =>
  path
    .map((name, index) => (isPlain(name, index) ? name : `"${name.replaceAll('"', '""')}"`))
    .join('.');

/** The cast to the type selects among overloaded routines. Binaries are hex, as in results. */
function write({ name, type, parameter: { mode, canonical } }: Argument): string {
  if (mode === 'out') return `NULL::${type}`;
  const value = canonical.kind === 'binary' ? `decode(:${name}, 'hex')` : `:${name}`;
  return `${mode === 'variadic' ? 'VARIADIC ' : ''}${value}::${type}`;
}

export const callWriter: CallWriter = {
  namesOutputs: true,
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names)
      .filter(({ parameter }) => form === 'procedure' || parameter.mode !== 'out')
      .map(write)
      .join(', ');
    const called = `${nameOf(path)}(${list})`;
    if (form === 'procedure') return { text: `CALL ${called}`, values: {} };
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    const over = form === 'window' ? ' OVER ()' : '';
    return { text: `${verb} ${called}${over} AS ${RESULT}`, values: {} };
  },
};
