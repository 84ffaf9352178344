import unhomoglyph from 'unhomoglyph';

const NOT_ASCII = /\P{ASCII}+/gu;

/**
 * A name's skeleton: names with the same skeleton look alike. It follows Unicode UTS 39, on lower-case letters,
 * because names are case-insensitive.
 */
export function confusableSkeleton(username: string): string {
  const visible = username.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Maps capitals of other scripts first: some look like Latin ones although their small letters do
  // not.
  const latin = visible.replaceAll(NOT_ASCII, unhomoglyph);
  return unhomoglyph(latin.toLowerCase()).toLowerCase().replaceAll(/[i1|]/g, 'l');
}
