import { Text } from '@mantine/core';
import { useTexts } from '../../../lib/i18n/index.ts';
import classes from '../pair/pair.module.css';

/** Number of common characters kept before the difference, so that it is visible in a narrow cell. */
const BEFORE = 10;

/** A value with its difference marked; the tooltip shows the whole value. */
export function Value({ text, other }: { text: string; other: string }) {
  const t = useTexts('pair');
  if (text === '')
    return (
      <Text span inherit c="dimmed" fs="italic">
        {t('emptyText')}
      </Text>
    );
  if (other === '') return <span title={text}>{text}</span>;
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

/** Makes blanks, line breaks, lone combining characters and zero-width characters visible. */
const showInvisible = (text: string): string =>
  text
    .replaceAll(/[ \t\r\n\u00a0]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/(^|[^\p{L}])(\p{M})/gu, '$1◌$2')
    .replaceAll(
      /[\p{Cc}\p{Cf}]/gu,
      (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
