import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../../ui/testing/render-screen.tsx';
import { KeyText, RowText, Value } from './value.tsx';

afterEach(cleanup);

it('tells NULL from a text of these letters and from an empty text', async () => {
  const columns = ['NULL', null, ''].map((target, at) => ({
    name: `c${at}`,
    source: null,
    target,
  }));
  renderScreen(
    () => (
      <>
        <p title="value">
          <Value text={null} other="NULL" /> <Value text="NULL" other={null} />
        </p>
        <p title="key">
          <KeyText values={['NULL', null]} />
        </p>
        <p title="row">
          <RowText columns={columns} side="target" />
        </p>
      </>
    ),
    '/',
  );
  const marksIn = async (title: string) => {
    const place = await screen.findByTitle(title);
    return [
      place.textContent,
      [...place.querySelectorAll('[role=img]')].map((mark) => mark.getAttribute('aria-label')),
    ];
  };
  expect(await marksIn('value')).toEqual(['NULL NULL', ['NULL: no value']]);
  expect(await marksIn('key')).toEqual(['NULL, NULL', ['NULL: no value']]);
  expect(await marksIn('row')).toEqual([
    'c0 = NULL, c1 = NULL, c2 = an empty text',
    ['NULL: no value'],
  ]);
});

it.each([
  [
    'a composed character beside a decomposed one',
    'Caf\u00e9',
    'Cafe\u0301',
    '\u00e9',
    'e[U+0301]',
  ],
  ['two combining characters', '\u1ebf!', 'e\u0302\u0301?', '\u1ebf!', 'e[U+0302][U+0301]?'],
  ['a character with a twin', '\u00c5', '\u212b', '\u00c5', '\u212b[U+212B]'],
  [
    'Hangul, each syllable apart',
    '\ud55c\uae00',
    '\u1112\u1161\u11ab\u1100\u1173\u11af',
    '\ud55c\uae00',
    '\u1112[U+1161][U+11AB]\u1100[U+1173][U+11AF]',
  ],
  ['a syllable and its last letter', '\uac01', '\uac00\u11a8', '\uac01', '\uac00[U+11A8]'],
  ['a letter of Hangul that stands alone', '\u1112', '\u1100', '\u1112', '\u1100'],
  // No composed character exists for it.
  ['a vowel sign', '\u0915\u093fx', '\u0916\u093fx', '\u0915', '\u0916'],
])('marks what looks alike: %s', async (_of, source, target, ...marked) => {
  renderScreen(
    () => (
      <>
        <Value text={source} other={target} />
        <Value text={target} other={source} />
      </>
    ),
    '/',
  );
  await screen.findAllByTitle(source);
  const marks = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(marks).toEqual(marked);
});
