import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Side } from '../../../../contract/fields.ts';
import type { Difference } from '../../../../contract/proof/rows.ts';
import { useTexts } from '../../../lib/i18n/index.ts';
import classes from '../pair/pair.module.css';
import { NULL, shown } from './shown.ts';

/** Number of common characters kept before the difference, so that it is visible in a narrow cell. */
const BEFORE = 10;

/** NULL, told apart from a text of these letters. */
export function NullMark() {
  const t = useTexts('pair');
  return (
    <span role="img" aria-label={t('nullValue')} title={t('nullValue')} className={classes.null}>
      {NULL}
    </span>
  );
}

/** A value with its difference marked; the tooltip shows the whole value. */
export function Value({ text, other = null }: { text: string | null; other?: string | null }) {
  const t = useTexts('pair');
  if (text === null) return <NullMark />;
  if (text === '')
    return (
      <Text span inherit c="dimmed" fs="italic">
        {t('emptyText')}
      </Text>
    );
  if (other === null || other === '') return <span title={text}>{text}</span>;
  const { before, differing, after } = splitAtDifference(text, other);
  return (
    <bdi title={text}>
      {before.length > 2 * BEFORE ? `…${before.slice(-BEFORE)}` : before}
      {differing !== '' && <mark className={classes.differing}>{showInvisible(differing)}</mark>}
      {after}
    </bdi>
  );
}

/** Splits a value into the common prefix, the differing part, and the common suffix. */
export function splitAtDifference(text: string, other: string) {
  const [one, two] = [Array.from(text), Array.from(other)];
  let start = 0;
  while (start < one.length && one[start] === two[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, two.length) - start;
  while (end < most && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  return {
    before: one.slice(0, start).join(''),
    differing: one.slice(start, one.length - end).join(''),
    after: one.slice(one.length - end).join(''),
  };
}

const SIGNS: Record<string, string> = {
  ' ': '␣',
  '\t': '␉',
  '\r': '␍',
  '\n': '␊',
  '\u00a0': '⍽',
};

const codeOf = (sign: string): string =>
  `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/** A syllable of Hangul from its letters, which are not combining characters; or any character with these. */
const CHARACTER = /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]+|\P{M}\p{M}*/gu;

/** A character that looks like another one: its combining characters are shown apart or, where it has none, its code. */
function showDecomposed(character: string): string {
  if (character.normalize('NFC') === character) return character;
  const [letter = '', ...marks] = Array.from(character);
  return letter + (marks.length > 0 ? marks : [letter]).map(codeOf).join('');
}

/** Makes blanks, line breaks, combining characters that stand alone or for a composed one, and zero-width characters visible. */
const showInvisible = (text: string): string =>
  text
    .replaceAll(/[ \t\r\n\u00a0]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/(^|[^\p{L}\p{M}])(\p{M})/gu, '$1◌$2')
    .replaceAll(CHARACTER, showDecomposed)
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, codeOf);

/** The values of a row that one side has. */
export function RowText({ columns, side }: { columns: Difference['columns']; side: Side }) {
  return columns.map((column, index) => (
    <Fragment key={column.name}>
      {index > 0 && ', '}
      {column.name} = <Value text={column[side] && shown(column[side])} />
    </Fragment>
  ));
}

/** The values of a key. */
export const KeyText = ({ values }: { values: readonly (string | null)[] }) => (
  <bdi>
    {values.map((value, index) => (
      // The values of a key have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>
        {index > 0 && ', '}
        {value === null ? <NullMark /> : shown(value)}
      </Fragment>
    ))}
  </bdi>
);
