/** Engine type 1 answers `{recordsets: [[row]]}`, every other type the plain list. */
export function rowsOf<T>(answer: T[] | { recordsets: T[][] }): T[] {
  return Array.isArray(answer) ? answer : answer.recordsets.flat();
}

/** Reads the sentences of the warnings header; a damaged header warns of nothing. */
export function warningsOf(header: string | null): string[] {
  if (!header) return [];
  try {
    const value: unknown = JSON.parse(decodeURIComponent(header));
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}
