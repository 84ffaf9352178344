import { expect, it } from 'vitest';
import { readTable } from './read-table.ts';

it.each([
  ['UTF-8', new TextEncoder().encode('Name;Notiz\nAufträge;läuft\n')],
  ['UTF-8 with its mark', new TextEncoder().encode('\uFEFFName;Notiz\nAufträge;läuft\n')],
  ['Windows', Uint8Array.from('Name;Notiz\nAufträge;läuft\n', (letter) => letter.charCodeAt(0))],
])('umlauts of a list in %s are read', async (_encoding, bytes) => {
  const [sheet] = await readTable(new Blob([bytes]), 'list.csv');
  expect(sheet!.rows).toEqual([
    ['Name', 'Notiz'],
    ['Aufträge', 'läuft'],
  ]);
});
