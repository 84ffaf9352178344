import { kindOf } from '../../../../contract/proof/common.ts';
import type { Finding } from '../../../../contract/proof/definitions.ts';

/** A finding that one or several parts of a pair have. */
export type Grouped = Finding & {
  /** Names of all parts that have it, such as columns; none where it is about the object as a whole. */
  names: string[];
};

/** One finding for all parts of which the same is said, with the statements of all. */
export function groupFindings(findings: readonly Finding[]): Grouped[] {
  const groups = new Map<string, Grouped>();
  return findings.flatMap((finding) => {
    const { name, source, target, repair, removal } = finding;
    if (name === null) return [{ ...finding, names: [] }];
    const key = keyOfAlike(finding);
    const group = groups.get(key);
    if (!group) {
      const first = { ...finding, names: [name] };
      groups.set(key, first);
      return [first];
    }
    group.names.push(name);
    if (source !== group.source || target !== group.target) Object.assign(group, kindOf(finding));
    group.repair = withAll(group.repair, repair);
    group.removal = withAll(group.removal, removal);
    return [];
  });
}

/** What is the same of all findings that one decision settles. */
function keyOfAlike(finding: Finding): string {
  const { code, part, severity, detail, accepted, repair, removal, unmended } = finding;
  const { source, target } = kindOf(finding);
  const said = [code, part, severity, detail, unmended, repair === null, removal === null];
  return JSON.stringify([...said, source, target, accepted?.id]);
}

/** Statements of both, each once: one may repair several parts. */
const withAll = (some: string[] | null, more: string[] | null): string[] | null =>
  some && more ? [...new Set([...some, ...more])] : some;
