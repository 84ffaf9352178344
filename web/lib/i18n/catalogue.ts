/** The texts of a language: by part, by key. */
export type Catalogue = Record<string, Record<string, string>>;

/** A part of the catalogue is a file of `locales/`, called what the feature puts its English under. */
export const collectParts = (files: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      /([\w-]+)\.json$/.exec(path)?.[1] ?? path,
      texts,
    ]),
  );
