import { message } from '../../../../contract/messages/message.ts';
import type { Column } from '../../../../connectors/core/definitions.ts';
import { compareTypes } from './compare-types.ts';
import { normaliseDefault, normaliseExpression } from './expressions.ts';
import {
  ADDED,
  type CompareOptions,
  type Describe,
  LOST,
  type RawFinding,
  compareComments,
  finding,
} from './raw-finding.ts';

/** Which target column a source column became, by exact, folded and renamed names. */
export function matchColumns<C extends { name: string }>(
  source: readonly C[],
  target: readonly C[],
  rename: (name: string) => string,
): { pairs: [C, C][]; lost: C[]; added: C[] } {
  const left = new Map(target.map((column) => [column.name, column]));
  const found = new Map<C, C>();
  const steps: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => rename(name).toLowerCase(),
    (name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''),
  ];
  for (const [index, step] of steps.entries()) {
    const same = index === 2 ? steps[1]! : step;
    const byName = new Map([...left.values()].map((column) => [same(column.name), column]));
    for (const column of source) {
      const match = found.has(column) ? undefined : byName.get(step(column.name));
      if (!match || !left.has(match.name)) continue;
      found.set(column, match);
      left.delete(match.name);
    }
  }
  return {
    pairs: source.flatMap((column): [C, C][] => {
      const match = found.get(column);
      return match ? [[column, match]] : [];
    }),
    lost: source.filter((column) => !found.has(column)),
    added: [...left.values()],
  };
}

/** What differs between columns, and which name a source column has on the target. */
export function compareColumns(
  source: readonly Column[],
  target: readonly Column[],
  { rename }: CompareOptions,
): { findings: RawFinding[]; nameOf: (column: string) => string } {
  const { pairs, lost, added } = matchColumns(source, target, rename);
  const findings = [
    ...lost.map(({ name, type }) => finding('column.missing', 'column', name, type, null, LOST)),
    ...added.map((column) =>
      finding('column.extra', 'column', column.name, null, column.type, {
        ...ADDED,
        severity: isRequired(column) ? 'warning' : 'info',
        detail: isRequired(column) ? message('definition.addedRequired') : ADDED.detail,
      }),
    ),
    ...pairs.flatMap(([one, other]) => compareColumn(one, other)),
  ];
  const names = new Map(pairs.map(([one, other]) => [one.name, other.name]));
  return { findings, nameOf: (name) => names.get(name) ?? rename(name) };
}

const isRequired = (column: Column): boolean =>
  !column.nullable && column.default === null && !column.identity && column.generated === null;

function compareColumn(source: Column, target: Column): RawFinding[] {
  const found: RawFinding[] = [];
  const add = (code: string, from: string | null, to: string | null, describe: Describe) =>
    found.push(finding(code, 'column', source.name, from, to, describe));
  const type = compareTypes(source.canonical, target.canonical);
  if (type) add(type.code, source.type, target.type, type);
  if (source.nullable !== target.nullable) {
    add('column.nullable', nullText(source), nullText(target), {
      answer: 'compatible',
      severity: 'warning',
      detail: source.nullable ? message('definition.refusesNull') : message('definition.takesNull'),
      advice: source.nullable
        ? message('definition.refusesNullAdvice')
        : message('definition.takesNullAdvice'),
    });
  }
  const from = normaliseDefault(source.default, source.canonical.kind);
  const to = normaliseDefault(target.default, source.canonical.kind);
  if (from !== to && !source.identity && !target.identity) {
    add('column.default', source.default, target.default, {
      answer: 'compatible',
      severity: 'warning',
      detail: message('definition.otherDefault'),
      advice: message('definition.otherDefaultAdvice'),
    });
  }
  if (source.identity !== target.identity) {
    add(
      'column.identity',
      yes(source.identity),
      yes(target.identity),
      source.identity ? IDENTITY_LOST : IDENTITY_ADDED,
    );
  }
  if (!isGeneratedAlike(source.generated, target.generated)) {
    add('column.generated', source.generated, target.generated, {
      answer: 'compatible',
      severity: 'warning',
      detail: message('definition.otherGenerated'),
      advice: message('definition.otherGeneratedAdvice'),
    });
  }
  const [fromCase, toCase] = [caseText(source), caseText(target)];
  if (fromCase !== null && toCase !== null && fromCase !== toCase) {
    add('column.case', fromCase, toCase, {
      answer: 'compatible',
      severity: 'info',
      detail: message('definition.otherCase'),
      advice: message('definition.otherCaseAdvice'),
    });
  }
  found.push(...compareComments('column', source.name, source.comment, target.comment));
  return found;
}

const IDENTITY_LOST: Describe = {
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.identityLost'),
  advice: message('definition.identityLostAdvice'),
};
const IDENTITY_ADDED: Describe = {
  answer: 'compatible',
  severity: 'info',
  detail: message('definition.identityAdded'),
  advice: message('definition.nothingToDo'),
};

const nullText = ({ nullable }: Column): string => (nullable ? 'NULL' : 'NOT NULL');
const yes = (value: boolean): string => (value ? 'identity' : 'no identity');
/** Null where the engine does not say. */
const caseText = ({ caseSensitive }: Column): string | null =>
  caseSensitive === null ? null : caseSensitive ? 'case-sensitive' : 'case-insensitive';
const isGeneratedAlike = (source: string | null, target: string | null): boolean =>
  source === null || target === null
    ? source === target
    : normaliseExpression(source) === normaliseExpression(target);
