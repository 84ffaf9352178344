import type { Check } from '../../../../../connectors/core/definitions.ts';
import { dropCheck } from './remove-extra.ts';
import { type Maker, nameFor } from './repair-sides.ts';
import { ownWords } from './target-schemas.ts';

export const addCheck: Maker = (sides) => {
  const { source, target, finding, columns, texts, sameEngine } = sides;
  const isAbout = (text: string | null) => (check: Check) => check.expression === text;
  const check = source.checks.find(isAbout(finding.source));
  const expression =
    check &&
    (texts.expression(columns, { text: check.expression, as: 'condition' }) ??
      ownWords(check.expression, columns, sides));
  if (!check || !expression) return null;
  const before = finding.target === null ? undefined : target.checks.find(isAbout(finding.target));
  if (finding.target !== null && (!before || before.ofDomain)) return null;
  const gone = before ? [before.name] : [];
  const isOfReplication = before ? before.notForReplication : sameEngine && check.notForReplication;
  return [
    ...(before ? [dropCheck(before, target)] : []),
    {
      kind: 'add check',
      name: nameFor(check.name, { ...sides, gone }, 'check'),
      expression,
      ...(isOfReplication && { notForReplication: true }),
    },
  ];
};

/** A check of the values that the source's type lists. */
export const addCheckOfType: Maker = (sides) => {
  const { finding, columns, texts, nameOf } = sides;
  const text = finding.source ?? '';
  const expression = texts.expression(columns, { text, as: 'condition' });
  if (!expression) return null;
  const name = nameFor('', sides, nameOf(finding.name ?? ''), 'check');
  return [{ kind: 'add check', name, expression }];
};
