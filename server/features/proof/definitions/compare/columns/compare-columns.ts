import { type Message, message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { Column } from '../../../../../../connectors/core/definitions.ts';
import { isRequired } from '../texts/definition-texts.ts';
import type { ColumnEvidence } from '../../../../../../contract/proof/verdicts.ts';
import { compareCollations, compareSortings } from './compare-collations.ts';
import { checkNextNumber, compareNumbering } from './compare-numbering.ts';
import { compareTypes, weighOpenTypes } from './compare-types.ts';
import { compareDefaults } from './compare-defaults.ts';
import { type TextReader, compareMeanings } from '../texts/meanings.ts';
import {
  ADDED,
  type CompareOptions,
  type Description,
  LOST,
  type RawFinding,
  UNCLEAR,
  compareComments,
  finding,
  noted,
} from '../raw-finding.ts';
import {
  type KnownColumns,
  type Likely,
  type OtherColumn,
  columnsOfPairs,
  matchColumns,
  weighNames,
} from './match-columns.ts';
import type { FindingCode } from '../without-repair.ts';

/** What differs between columns, and which name a source column has on the target. */
export function compareColumns(
  source: readonly Column[],
  target: readonly Column[],
  { rename, named, values = [], texts, lacks }: CompareOptions,
): {
  findings: RawFinding[];
  nameOf: (column: string) => string;
  known: KnownColumns;
  other: OtherColumn;
} {
  const matched = matchColumns(source, target, rename, named);
  const { pairs, assumed, lost, added } = matched;
  const { became, unlike } = weighNames(matched, values);
  const names = new Map(pairs.map(([one, other]) => [one.name, other.name]));
  const nameOf = (name: string) => names.get(name) ?? rename(name);
  const known = columnsOfPairs(pairs, source, target, rename);
  const was = new Map([...became].map(([from, to]) => [to.column, { ...to, column: from }]));
  const findings = [
    ...lost.map((column) => describeLost(column, became.get(column), unlike.get(column))),
    ...added.map((column) => describeAdded(column, was.get(column))),
    ...added.flatMap((column) => checkNextNumber(column, column.name, { lacks })),
    ...pairs.flatMap(([one, other]) => [
      ...(assumed.has(one) ? [describeAssumed(one, other, became.get(one), unlike.get(one))] : []),
      ...compareColumn(one, other, known, { texts, lacks }),
    ]),
  ];
  const other: OtherColumn = (side, name) => {
    const [own, theirs] = side === 'source' ? [0, 1] : [1, 0];
    const wanted = name.toLowerCase();
    return pairs.find((pair) => pair[own]!.name.toLowerCase() === wanted)?.[theirs];
  };
  return { findings, nameOf, known, other };
}

function describeLost(
  { name, type }: Column,
  became: Likely | undefined,
  unlike: Likely | undefined,
): RawFinding {
  const found = (describe: Description) =>
    finding('column.missing', 'column', name, type, null, describe);
  if (became) return { ...found(describeLikely(became)), likely: became.column.name };
  return found(unlike ? describeUnlike(unlike) : LOST);
}

/** It may be this column of the target, by the values or by the names alone. */
const describeLikely = ({ column: { name: column }, evidence }: Likely): Description => ({
  ...LOST,
  detail: evidence
    ? message('definition.alikeValues', { column, ...numbersOf(evidence) })
    : message('definition.renamed', { column }),
  advice: message('definition.renamedAdvice'),
});

const describeUnlike = ({ column: { name: column }, evidence }: Likely): Description => {
  const { equal, rows } = numbersOf(evidence!);
  return {
    ...LOST,
    detail: message('definition.unlikeValues', { column, differing: rows - equal, rows }),
    advice: message('definition.unlikeValuesAdvice'),
  };
};

const numbersOf = ({ equal, rows }: ColumnEvidence) => ({ equal, rows });

/** @param target - the column that it is compared with */
function describeAssumed(
  { name, type }: Column,
  target: Column,
  became: Likely | undefined,
  unlike: Likely | undefined,
): RawFinding {
  const found = (describe: Description) =>
    finding('column.missing', 'column', name, type, target.type, describe);
  if (became && became.column !== target)
    return { ...found(describeLikely(became)), likely: became.column.name };
  if (unlike) return found(describeUnlike(unlike));
  const column = target.name;
  const describe: Description = {
    ...LOST,
    severity: 'warning',
    detail: became?.evidence
      ? message('definition.assumedAlike', { column, ...numbersOf(became.evidence) })
      : message('definition.assumed', { column }),
    advice: message('definition.assumedAdvice'),
  };
  return { ...found(describe), likely: column };
}

function describeAdded(column: Column, was: Likely | undefined): RawFinding {
  const isNeeded = isRequired(column);
  const detail = isNeeded ? message('definition.addedRequired') : ADDED.detail;
  const describe: Description = {
    ...ADDED,
    severity: isNeeded ? 'warning' : 'info',
    detail: was ? describeWas(was) : detail,
    advice: was ? message('definition.renamedAdvice') : ADDED.advice,
  };
  return {
    ...finding('column.extra', 'column', column.name, null, column.type, describe),
    ...(was && { likely: was.column.name }),
  };
}

const describeWas = ({ column: { name: column }, evidence }: Likely): Message =>
  evidence
    ? message('definition.alikeValuesFrom', { column, ...numbersOf(evidence) })
    : message('definition.renamedFrom', { column });

function compareColumn(
  source: Column,
  target: Column,
  known: KnownColumns,
  { texts, lacks }: Pick<CompareOptions, 'texts' | 'lacks'>,
): RawFinding[] {
  const found: RawFinding[] = [];
  const add = (code: FindingCode, from: string | null, to: string | null, describe: Description) =>
    found.push(finding(code, 'column', source.name, from, to, describe));
  const type = compareTypes(source.canonical, target.canonical);
  if (type)
    add(type.code, source.type, target.type, {
      ...weighOpenTypes(type, source, target, lacks),
      ...([source, target].some(mayBeNumber) && { comparedAsNumbers: true }),
    });
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
  if (!source.identity && !target.identity) found.push(...compareDefaults(source, target, texts));
  if (source.identity !== target.identity) {
    add(
      'column.identity',
      yes(source.identity),
      yes(target.identity),
      source.identity ? identityLost(lacks('source', 'declared numbers')) : IDENTITY_ADDED,
    );
  }
  const computed = compareComputed(source.generated, target.generated, known, texts);
  if (computed === 'unclear')
    add('column.generatedUnclear', source.generated, target.generated, UNCLEAR);
  if (computed === 'different') {
    add('column.generated', source.generated, target.generated, {
      answer: 'compatible',
      severity: 'warning',
      ...describeComputed(source, target),
    });
  }
  if (computed === 'same' && isOtherwiseKept(source, target)) {
    add('column.stored', storedText(source), storedText(target), {
      answer: 'same',
      severity: 'info',
      detail: message(target.stored ? 'definition.nowStored' : 'definition.nowVirtual'),
      advice: message('definition.nothingToDo'),
    });
  }
  found.push(...compareCollations(source, target), ...compareSortings(source, target));
  found.push(...compareNumbering(source, target, { lacks }));
  found.push(...compareComments('column', source.name, source.comment, target.comment));
  return found;
}

/** Whether a tolerance for numbers may apply to its values; those of an unknown type may be anything. */
const mayBeNumber = ({ canonical }: Column): boolean =>
  canonical.kind === 'float' || canonical.kind === 'other';

/** @param undeclared - whether the source numbers rows without being told to, so that programs may not rely on it */
const identityLost = (undeclared: boolean): Description => ({
  answer: undeclared ? 'compatible' : 'different',
  severity: undeclared ? 'warning' : 'error',
  detail: message('definition.identityLost'),
  advice: message('definition.identityLostAdvice'),
});
const IDENTITY_ADDED = noted(message('definition.identityAdded'));

const nullText = ({ nullable }: Column): string => (nullable ? 'NULL' : 'NOT NULL');
const yes = (value: boolean): string => (value ? 'identity' : 'no identity');
/** Whether one side computes a column on reading and the other on writing, which gives the same values. */
const isOtherwiseKept = (source: Column, target: Column): boolean =>
  source.stored !== undefined && target.stored !== undefined && source.stored !== target.stored;
const storedText = ({ stored }: Column): string => (stored ? 'stored' : 'virtual');

const describeComputed = (
  source: Column,
  target: Column,
): Pick<Description, 'detail' | 'advice'> => {
  if (target.generated === null)
    return {
      detail: message('definition.generatedLost'),
      advice: message('definition.generatedLostAdvice'),
    };
  if (source.generated === null)
    return {
      detail: message('definition.generatedAdded'),
      advice: message('definition.generatedAddedAdvice'),
    };
  return {
    detail: message('definition.otherGenerated'),
    advice: message('definition.otherGeneratedAdvice'),
  };
};

function compareComputed(
  source: string | null,
  target: string | null,
  known: KnownColumns,
  texts: TextReader,
): 'same' | 'different' | 'unclear' {
  if (source === null || target === null) return source === target ? 'same' : 'different';
  const read = (side: Side, text: string) =>
    texts.expression(side, known[side], { text, as: 'written' });
  const answer = compareMeanings(read('source', source), read('target', target));
  if (/^(same|clock|halfway|goesOn)$/.test(answer)) return 'same';
  return /^(different|(folds|equal)On.*)$/.test(answer) ? 'different' : 'unclear';
}
