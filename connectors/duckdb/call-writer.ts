import { argumentsOf, type CallWriter, RESULT } from '../core/call-writer.ts';

/** DuckDB documentation, "Keywords and Identifiers": words that must be quoted to be names. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc_p asymmetric both case cast check collate column constraint create default
  deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect
  into is join lambda lateral leading limit not null offset on only or order pivot placing primary qualify references
  returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when
  where window with asc`.split(/\s+/),
);

const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name.toLowerCase());

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`)).join('.');

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names)
      .map(({ name, type }) => (type ? `CAST(:${name} AS ${type})` : `:${name}`))
      .join(', ');
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    return { text: `${verb} ${nameOf(path)}(${list}) AS ${RESULT}`, values: {} };
  },
};
