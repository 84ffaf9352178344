import type {
  Column,
  ForeignKey,
  Index,
  Trigger,
} from '../../../../connectors/core/definitions.ts';

const ON_UPDATE = /\s*\bon update\s.*$/is;

/** MySQL keeps behind a default what an update sets. */
export const withoutUpdate = (text: string): string => text.replace(ON_UPDATE, '');
export const setsOnUpdate = ({ default: text }: Pick<Column, 'default'>): boolean =>
  ON_UPDATE.test(text ?? '');
export const hasDefault = ({ default: text }: Pick<Column, 'default'>): boolean =>
  !/^(?:null)?$/i.test(withoutUpdate(text ?? ''));

/** Whatever an index orders by: a column's name, or an expression. */
export const partText = (of: string | null, { descending }: { descending: boolean }): string =>
  `${of}${descending ? ' desc' : ''}`;
export const partsOf = ({ parts }: Pick<Index, 'parts'>): string[] =>
  parts.map((part) => partText(part.column ?? part.expression, part));
/** As findings have it. */
export const indexText = ({ parts, where }: Index): string =>
  [...partsOf({ parts }), ...(where === null ? [] : [`where ${where}`])].join(', ');

export const foreignKeyText = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.table} (${key.referenced.join(', ')})`;

/** When a trigger acts, in one line. */
export const triggerText = ({ timing, events, enabled, condition }: Trigger): string =>
  [timing, events.join(' or '), condition, enabled ? null : 'disabled'].filter(Boolean).join(' ');
