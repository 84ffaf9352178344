export const areas: Record<string, { project: string; sources: string[]; tests: string[] }>;

/** The files that a path of an area stands for. */
export function sourcesOf(path: string): string[];
export function testsOf(path: string): string[];
