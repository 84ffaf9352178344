import type { Page } from '@playwright/test';
import { ENGINES } from '../../connectors/engines.ts';
import { EMPTY_PROJECT, OBJECTS, PROJECT } from './world.ts';

/** In the pseudo-language every text of the catalogue stands in these brackets. */
const bracketed = /⟦[^⟦⟧]*⟧/g;

/** What is shown or said and is no text of ours: names, figures and moments, fixed words. */
const DATA = [
  /\b(admin|DB Migration Utility|Error|Success)\b/g,
  ...Object.values(ENGINES).map(({ name }) => name),
  /\b(PostgreSQL|MySQL|MariaDB|English|Deutsch)\b|العربية/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[AP]M\b/g,
  /\b(Ctrl K|CSV|XLSX)\b|\b(Alt|Ctrl) [↑↓↵]/g,
  // Sentences of the server and the contract, which have a test of their own.
  /\bSame schema and name\b|\bis required\b/g,
  /\bnow\b|\b\d+ (seconds?|minutes?) ago\b/g,
];

/** What people and databases of the world of the journeys call their things. */
export const NAMES = [
  PROJECT,
  EMPTY_PROJECT,
  // Each word of a name stands alone on the HomePage.
  new RegExp(`^(${`${PROJECT} ${EMPTY_PROJECT}`.replaceAll(' ', '|')})$`, 'g'),
  'moved with the nightly batch',
  /select count\(\*\) from \w+/g,
  // Each word of it has a colour of its own.
  /^\s*(select|count\(\*\)|from)\s*$/g,
  /\b(dora|tom|ina|Acme|Northwind|reader|YYYY|NULL|PEM)\b/g,
  new RegExp(`\\b(shop\\.)?(shop|${OBJECTS.join('|')})\\b`, 'g'),
];

/** Runs in the page: every text and accessible name, and the title. */
const READ_ALL = `(() => {
  const found = [];
  const kinds = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
  const walker = document.createTreeWalker(document.body, kinds);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const inside = node.parentElement?.tagName;
      if (!['SCRIPT', 'STYLE', 'TITLE'].includes(inside)) found.push(node.data);
    } else if (!node.closest('[aria-hidden=true]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        found.push(node.getAttribute(name) ?? '');
      }
    }
  }
  return [...found, document.title];
})()`;

/** Visible texts and accessible names that did not come from the catalogue. */
export async function strays(
  page: Page,
  names: readonly (string | RegExp)[] = [],
): Promise<string[]> {
  const texts = await page.evaluate<string[]>(READ_ALL);
  const left = texts.map((text) => {
    let rest = text;
    // From the inside out: texts stand inside of others.
    for (let before = ''; before !== rest;) {
      before = rest;
      rest = rest.replace(bracketed, ' ');
    }
    return [...names, ...DATA]
      .reduce<string>((words, own) => words.replaceAll(own, ' '), rest)
      .trim();
  });
  return [...new Set(left.filter((text) => /\p{Letter}{2}/u.test(text)))];
}
