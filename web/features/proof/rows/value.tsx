import { Text } from '@mantine/core';
import { diffChars } from 'diff';
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
  return (
    <bdi title={text}>
      {splitAtDifferences(text, other).map(({ part, differs }, index) => {
        if (!differs)
          return <Fragment key={index}>{index === 0 ? shortened(part) : part}</Fragment>;
        return (
          <mark key={index} className={classes.differing}>
            {showInvisible(part)}
          </mark>
        );
      })}
    </bdi>
  );
}

const shortened = (before: string): string =>
  before.length > 2 * BEFORE ? `…${before.slice(-BEFORE)}` : before;

/** Beyond so many changed characters, all between the first and the last one counts as changed. */
const MOST_CHANGES = 12;

interface ValuePart {
  part: string;
  /** Whether the other value has something else there. */
  differs: boolean;
}

/**
 * A value in parts, of which the other value has those that do not differ, in this order. The first part is what both begin with,
 * or differs.
 */
export function splitAtDifferences(text: string, other: string): ValuePart[] {
  const changes = diffChars(other, text, { maxEditLength: MOST_CHANGES });
  const parts = changes
    ? changes.map(({ value, added, removed }) => ({ part: removed ? '' : value, differs: added }))
    : splitAtDifference(text, other);
  return parts.filter(({ part }, index) => part !== '' || index === 0);
}

/** Splits a value into the common prefix, the differing part, and the common suffix. */
function splitAtDifference(text: string, other: string): ValuePart[] {
  const [one, two] = [Array.from(text), Array.from(other)];
  let start = 0;
  while (start < one.length && one[start] === two[start]) start += 1;
  let end = 0;
  const most = Math.min(one.length, two.length) - start;
  while (end < most && one.at(-1 - end) === two.at(-1 - end)) end += 1;
  const partOf = (from: number, to: number) => one.slice(from, to).join('');
  return [
    { part: partOf(0, start), differs: false },
    { part: partOf(start, one.length - end), differs: true },
    { part: partOf(one.length - end, one.length), differs: false },
  ];
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
