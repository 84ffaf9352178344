import { type Argument, argumentsOf, type CallWriter, RESULT } from '../core/call-writer.ts';

/** After a dot any word is a name, except for `replace`, which MariaDB parses as the statement. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name.toLowerCase() !== 'replace';

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `\`${name.replaceAll('`', '``')}\``)).join('.');

/**
 * Output parameters are passed as user variables. Literals are written as results show them: binaries in hex, bits as
 * digits.
 */
function write({ name, parameter: { mode, canonical } }: Argument): string {
  if (mode === 'out' || mode === 'inout') return `@${name}`;
  switch (canonical.kind) {
    case 'binary':
      return `UNHEX(:${name})`;
    case 'bits':
      return `CAST(CONV(:${name}, 2, 10) AS UNSIGNED)`;
    case 'spatial':
      return `ST_GeomFromText(:${name})`;
    default:
      return `:${name}`;
  }
}

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names).map(write).join(', ');
    const called = `${nameOf(path)}(${list})`;
    const text = form === 'procedure' ? `CALL ${called}` : `SELECT ${called} AS ${RESULT}`;
    return { text, values: {} };
  },
};
