import type { Parameter } from '../../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import { message } from '../../../../../../contract/messages/message.ts';
import type { KnownColumn } from '../../../../sql/service.ts';
import { compareTypes } from '../columns/compare-types.ts';
import { compareMeanings } from '../texts/meanings.ts';
import {
  type CompareOptions,
  type Description,
  type RawFinding,
  ADDED,
  UNCLEAR,
  finding,
} from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';

export function compareParameters(
  source: Parameter,
  target: Parameter,
  index: number,
  isOtherKind: boolean,
  options: Pick<CompareOptions, 'texts' | 'sameEngine'>,
): RawFinding[] {
  const found: RawFinding[] = [];
  const name = source.name ?? String(index + 1);
  if (source.mode !== target.mode) {
    const isGivenBack = source.mode === 'out' && target.mode === 'inout';
    const isHarmless = isGivenBack || isOtherKind;
    // Within one engine there was another way.
    const isChosen = isGivenBack && !isOtherKind && options.sameEngine;
    found.push(
      finding('parameter.mode', 'parameter', name, source.mode, target.mode, {
        answer: isHarmless ? 'compatible' : 'different',
        severity: isChosen ? 'warning' : isHarmless ? 'info' : 'error',
        detail: message(isGivenBack ? 'definition.outAsInout' : 'definition.otherMode'),
        advice: message(
          isGivenBack && !isChosen ? 'definition.outAsInoutAdvice' : 'definition.otherModeAdvice',
        ),
      }),
    );
  }
  const type = compareTypes(source.canonical, target.canonical);
  // Engines differ in whether they keep the lengths of parameters.
  if (type && type.code !== 'type.length')
    found.push(finding(type.code, 'parameter', name, source.type, target.type, type));
  found.push(...compareDefaults(source, target, name, options));
  return found;
}

/** Compares default values. Not every engine reports them: a default on one side only counts within one engine. */
function compareDefaults(
  source: Parameter,
  target: Parameter,
  name: string,
  { texts, sameEngine }: Pick<CompareOptions, 'texts' | 'sameEngine'>,
): RawFinding[] {
  const isTold = sameEngine || (source.default !== null && target.default !== null);
  if (!isTold || source.default === target.default) return [];
  const report = (code: FindingCode, describe: Description): RawFinding[] => [
    finding(code, 'parameter', name, source.default, target.default, describe),
  ];
  if (source.default === null) return report('parameter.default', ADDED);
  if (target.default === null) return report('parameter.default', LOST_DEFAULT);
  const read = (side: Side, text: string) =>
    texts.expression(side, NO_COLUMNS, { text, as: { default: source.canonical } });
  const answer = compareMeanings(read('source', source.default), read('target', target.default));
  if (/^(unclear|midnight|zone|spelling)$/.test(answer))
    return report('parameter.defaultUnclear', UNCLEAR);
  return /^(different|foldsOn\w+)$/.test(answer) ? report('parameter.default', OTHER_DEFAULT) : [];
}

const NO_COLUMNS: readonly KnownColumn[] = [];
const LOST_DEFAULT: Description = {
  answer: 'different',
  severity: 'error',
  detail: message('definition.parameterDefaultLost'),
  advice: message('definition.parameterDefaultAdvice'),
};
const OTHER_DEFAULT: Description = {
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.parameterDefaultOther'),
  advice: message('definition.parameterDefaultAdvice'),
};
