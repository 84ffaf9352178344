import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage } from './index.ts';
import { translateSentence } from './sentences.ts';

const connectors = import.meta.glob<string>(
  ['../../../connectors/**/*.ts', '!../../../connectors/**/{*.test,*fixture,*exam,testing/*}.ts'],
  { query: '?raw', import: 'default', eager: true },
);

const ofProof = import.meta.glob<string>(
  ['../../../server/features/proof/**/*.ts', '../../../server/features/databases/{mask,pool}.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const proof = Object.fromEntries(
  Object.entries(ofProof).filter(([path]) => !/(?:\.test|fixture)\.ts$/.test(path)),
);

const QUOTED = String.raw`(?:'([^'\n]+)'|"([^"\n]+)"|\`([^\`]+)\`)`;
const sentencesIn = (files: Record<string, string>, before: string) =>
  Object.values(files).flatMap((source) =>
    [...source.matchAll(new RegExp(before + QUOTED, 'g'))].map(([, one, other, template]) =>
      (one ?? other ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, 'x'),
    ),
  );
const isWords = (text: string) => text.includes(' ');

/** What stands in sentences of connectors where it is more than a name. */
const WORDS: Record<string, string> = {
  user: 'user "x"',
  database: 'service "x"',
  other: 'Check it, or enter sid: and the SID',
  wayOut: 'or enter the port of the instance instead of its name',
};

/** Whole sentences of a source, with `x` for each name, and the last of several endings. */
function wholeSentences(source: string): string[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '').replaceAll(/\/\/ .*$/gm, '');
  const texts = code.matchAll(/'((?:[^'\n\\]|\\.)+)'|"([^"\n]+)"|`((?:[^`\\]|\\.)+)`/g);
  const fill = (text: string) =>
    text
      .replaceAll(/\$\{((?:[^{}`]|`[^`]*`)*)\}/g, (_, name: string) => {
        const ending = /: '([^']*)'\s*$/.exec(name)?.[1];
        return WORDS[name] ?? ending ?? 'x';
      })
      .replaceAll(/%([a-z]+)/g, (_, name: string) => WORDS[name] ?? 'x')
      .replaceAll('\\`', '`');
  return [...texts]
    .map(([, one, other, template]) => fill(one ?? other ?? template ?? ''))
    .filter((text) => /^[^\n]+ [^\n]+ [^\n]+\.$/.test(text) && !/\b(?:SELECT|FROM) /.test(text));
}

/** What operators and programmers read. */
const NOT_ON_SCREENS = [
  'Somebody else works on this run.',
  // Stands in the test result, which people change.
  'Equal on both sides: x.',
  'x of x equal on both sides. x: the evidence of the pair says more.',
  'The run was stopped: x.',
  '"x" is not a network such as 10.0.0.0/8 or fd00::/8.',
  'The question was given up.',
  'No TCP port.',
  'The reader has ended.',
];

beforeAll(() => changeLanguage('de'));
afterEach(() => changeLanguage('de'));
afterAll(() => changeLanguage('en'));

describe('what the server says in English is said in German', () => {
  it('sentences of connectors, whole or behind the name of a server or file', () => {
    const found = Object.values(connectors)
      .flatMap(wholeSentences)
      .filter((sentence) => !NOT_ON_SCREENS.includes(sentence));
    expect(found.length).toBeGreaterThan(3);
    const heads = ['', 'x ', 'x: ', 'The SQLite file x '];
    const isKnown = (sentence: string) =>
      heads.some((head) => translateSentence(head + sentence) !== head + sentence);
    expect(found.filter((sentence) => !isKnown(sentence))).toEqual([]);
  });

  it('findings, notes and refusals of comparisons and calls', () => {
    const found = [
      ...Object.values(proof).flatMap(wholeSentences),
      ...sentencesIn(proof, String.raw`\bmessage: `).filter(isWords),
      ...sentencesIn(proof, String.raw`\b(?:forbidden|conflict|notFound)\(\s*`).map((text) =>
        text.endsWith('.') ? text : `${text} does not exist.`,
      ),
      ...sentencesIn(proof, String.raw`(?:\) =>|reason =)\s*`).filter(isWords),
    ].filter((sentence) => !NOT_ON_SCREENS.includes(sentence) && !/^[x →]+$/.test(sentence));
    expect(found.length).toBeGreaterThan(150);
    expect(found.filter((sentence) => translateSentence(sentence) === sentence)).toEqual([]);
  });
});

it('takes over names and values of databases as they are', () => {
  expect(translateSentence('Only the source has these columns: source.')).toBe(
    'Nur die Quelle hat diese Spalten: source.',
  );
  expect(translateSentence('Result set 2: Only on the target: (1, Ende. Aus).')).toBe(
    'Ergebnismenge 2: Nur auf dem Ziel: (1, Ende. Aus).',
  );
  expect(translateSentence('total: the least value is 3 on the source and 4 on the target.')).toBe(
    'total: der kleinste Wert ist 3 auf der Quelle und 4 auf dem Ziel.',
  );
});

it('leaves alone what it does not know, and all of it in English', async () => {
  expect(translateSentence('ORA-00942 and so on')).toBe('ORA-00942 and so on');
  await changeLanguage('en');
  expect(translateSentence('Sign in first.')).toBe('Sign in first.');
});
