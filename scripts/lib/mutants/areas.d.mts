export const areas: Record<string, { project: string; sources: string[]; tests: string[] }>;
