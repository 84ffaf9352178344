/** Now, as the stores keep it: ISO-8601 UTC with milliseconds. */
export const timestampNow = (): string => new Date().toISOString();

/** The timestamp `ms` milliseconds from now; negative for the past. */
export const timestampIn = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Today's date in UTC, YYYY-MM-DD. */
export const today = (): string => timestampNow().slice(0, 10);
