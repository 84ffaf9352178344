import unhomoglyph from 'unhomoglyph';

const NOT_ASCII = /\P{ASCII}+/gu;

/**
 * What a name looks like: names of the same look are taken for each other. The skeleton of Unicode UTS 39, of
 * lower-case letters, since names are the same in any case.
 */
export function lookOf(username: string): string {
  const visible = username.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  // Capitals of other scripts first: those that look like ours have small ones that do not.
  const latin = visible.replaceAll(NOT_ASCII, unhomoglyph);
  return unhomoglyph(latin.toLowerCase()).toLowerCase().replaceAll(/[i1|]/g, 'l');
}
