/** A server that speaks an engine's protocol, and the name that it goes by. */
export interface Member {
  /** As shown to people. */
  name: string;
  /** Fits what the server says of its version; the first group is the version's number. */
  pattern: RegExp;
}

/** The member of a family that a version text comes from; the last one where none fits. */
export function recognise<M extends Member>(
  family: readonly [...M[], M],
  text: string,
): { member: M; version: string } {
  for (const member of family) {
    const [matched, version] = member.pattern.exec(text) ?? [];
    if (matched !== undefined) return { member, version: version ?? '' };
  }
  return { member: family[family.length - 1] as M, version: '' };
}
