import { inflateSync } from 'node:zlib';

interface Stream {
  id: string;
  text: string;
}

/** The compressed streams of a PDF, by the ids of their objects. */
function streamsOf(pdf: Buffer): Stream[] {
  const raw = pdf.toString('latin1');
  return [...raw.matchAll(/(\d+) 0 obj\n<<((?:(?!endobj)[^])*?)>>\s*stream\r?\n/g)].flatMap(
    (found) => {
      const [head = '', id = '', dictionary = ''] = found;
      const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
      const from = found.index + head.length;
      if (!dictionary.includes('/FlateDecode') || dictionary.includes('/Length1')) return [];
      return [{ id, text: inflateSync(pdf.subarray(from, from + length)).toString('latin1') }];
    },
  );
}

/** The characters of a font's glyphs, from its map to Unicode. */
function charactersOf(map: string): Map<string, string> {
  const known = new Map<string, string>();
  const add = (glyph: number, character: number) =>
    known.set(
      glyph.toString(16).padStart(4, '0'),
      // A ligature is what it is made of.
      String.fromCodePoint(character).normalize('NFKC'),
    );
  const numbers = (line: string) =>
    [...line.matchAll(/<([0-9A-F]+)>/gi)].map(([, hex = '']) => Number.parseInt(hex, 16));
  for (const line of map.split('\n')) {
    const [from, to, first] = numbers(line);
    if (from === undefined || to === undefined || /codespace|FFFF/.test(line)) continue;
    if (first === undefined) add(from, to);
    else for (let glyph = from; glyph <= to; glyph += 1) add(glyph, first + glyph - from);
  }
  return known;
}

/**
 * What stands on the pages of a PDF that Chromium printed, in the order in which it is drawn and without blanks, and the
 * colours that are filled in.
 */
export function readPdf(pdf: Buffer): { text: string; colours: Set<string> } {
  const raw = pdf.toString('latin1');
  const streams = streamsOf(pdf);
  const fonts = new Map<string, Map<string, string>>(
    [...raw.matchAll(/\n(\d+) 0 obj\n<<\/Type \/Font\b[^]*?endobj/g)].flatMap(([font, id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      const stream = streams.find((one) => one.id === map);
      return stream ? [[`F${id}`, charactersOf(stream.text)] as const] : [];
    }),
  );
  const colours = new Set<string>();
  let text = '';
  for (const drawn of streams) {
    let glyphs: Map<string, string> | undefined;
    for (const [, font, shown, colour] of drawn.text.matchAll(
      /\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj|([\d. ]+) rg/gi,
    )) {
      if (font) glyphs = fonts.get(font);
      if (colour) colours.add(colour.trim());
      for (const glyph of shown?.match(/.{4}/g) ?? [])
        text += glyphs?.get(glyph.toLowerCase()) ?? '';
    }
  }
  return { text: text.replaceAll(/\s/g, ''), colours };
}
