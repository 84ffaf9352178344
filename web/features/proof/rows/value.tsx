import classes from '../pair/pair.module.css';

/** So much of what is the same stays before what differs, so that a narrow cell shows the difference. */
const BEFORE = 10;

/** A value with what differs in it marked; the whole of it is its tooltip. */
export function Value({ text, other }: { text: string; other: string }) {
  if (text === '' || other === '') return <span title={text}>{text}</span>;
  const { before, differing, after } = splitAtDifference(text, other);
  return (
    <bdi title={text}>
      {before.length > 2 * BEFORE ? `…${before.slice(-BEFORE)}` : before}
      {differing !== '' && <mark className={classes.differing}>{showInvisible(differing)}</mark>}
      {after}
    </bdi>
  );
}

/** A value as what it begins with like the other one, what differs, and what it ends with like the other one. */
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

/** Text in which blanks, ends of lines, accents that stand alone and what has no width can be seen. */
export const showInvisible = (text: string): string =>
  text
    .replaceAll(/[ \t\r\n\u00a0]/g, (sign) => SIGNS[sign] ?? sign)
    .replaceAll(/(^|[^\p{L}])(\p{M})/gu, '$1◌$2')
    .replaceAll(
      /[\p{Cc}\p{Cf}]/gu,
      (sign) => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
