/** The texts of a language: by part, by key. */
export type Catalogue = Record<string, Record<string, string>>;
