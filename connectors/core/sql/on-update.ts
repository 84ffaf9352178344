/** As its catalogue shows it, behind any default: a text that only quotes it ends with its quote. */
const ON_UPDATE = /\s*\bon update (?:current_timestamp|now)(?:\(\d*\))?$/i;

/** A default without the ON UPDATE clause that MySQL appends. */
export const withoutUpdate = (text: string): string => text.replace(ON_UPDATE, '');
/** That clause, with the blank before it; empty where there is none. */
export const updateOf = (text: string): string => ON_UPDATE.exec(text)?.[0] ?? '';
