/** The texts of a language: part → key → text. */
export type Catalogue = Record<string, Record<string, string>>;

/** Collects the files of `locales/`; each file is a part, named like its English texts in the features. */
export const collectParts = (files: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      /([\w-]+)\.json$/.exec(path)?.[1] ?? path,
      texts,
    ]),
  );
