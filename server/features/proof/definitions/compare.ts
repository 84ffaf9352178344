import { message } from '../../../../contract/messages/message.ts';
import {
  type Column,
  type ObjectDefinition,
  type Parameter,
  type RoutineDefinition,
  type TableDefinition,
  type ViewDefinition,
  hasColumns,
} from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { compareSequences } from './compare-sequences.ts';
import { compareTriggerObjects } from './compare-trigger-objects.ts';
import { compareTables } from './compare-tables.ts';
import { compareTypes } from './compare-types.ts';
import { compareMeanings } from './meanings.ts';
import { plainText } from './plain-text.ts';
import { type CompareOptions, type RawFinding, finding } from './raw-finding.ts';

/** Finds out how two definitions differ in what they mean; an empty list means not at all. */
export function compareDefinitions(
  source: ObjectDefinition,
  target: ObjectDefinition,
  options: CompareOptions,
): RawFinding[] {
  if (source.kind === 'table' && target.kind === 'table')
    return compareTables(source, target, options);
  if (source.kind === 'view' && target.kind === 'view')
    return compareViews(source, target, options);
  if (source.kind === 'routine' && target.kind === 'routine')
    return compareRoutines(source, target, options);
  if (source.kind === 'trigger' && target.kind === 'trigger')
    return compareTriggerObjects(source, target, options);
  if (source.kind === 'sequence' && target.kind === 'sequence')
    return compareSequences(source, target);
  if (!hasColumns(source) || !hasColumns(target)) {
    return [
      otherKind(source.kind, target.kind, {
        answer: 'different',
        severity: 'error',
        advice: message('definition.otherKindAdvice'),
      }),
    ];
  }
  return compareRelations(source, target, options);
}

const otherKind = (
  from: Kind,
  to: Kind,
  describe: Pick<RawFinding, 'answer' | 'severity' | 'advice'>,
): RawFinding =>
  finding('object.kind', 'object', null, from, to, {
    detail: message('definition.otherKind', {
      from: message(`word.${from}`),
      to: message(`word.${to}`),
    }),
    ...describe,
  });
type Kind = ObjectDefinition['kind'] | 'function' | 'procedure';

/** A table that became a view, or a view that became a table: both have columns and rows. */
function compareRelations(
  source: TableDefinition | ViewDefinition,
  target: TableDefinition | ViewDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings } = compareColumns(
    source.columns.map(asViewColumn),
    target.columns.map(asViewColumn),
    options,
  );
  return [
    otherKind(source.kind, target.kind, {
      answer: 'compatible',
      severity: 'warning',
      advice: message('definition.otherKindOfRows'),
    }),
    ...findings,
    ...brokenOf(source, target),
  ];
}

function brokenOf(
  source: TableDefinition | ViewDefinition,
  target: TableDefinition | ViewDefinition,
): RawFinding[] {
  const broken = target.kind === 'view' ? target.broken : null;
  if (!broken) return [];
  const before = source.kind === 'view' ? source.broken : null;
  return [
    finding('object.broken', 'object', null, before, broken, {
      answer: 'different',
      severity: 'error',
      detail: message('definition.broken'),
      advice: message('definition.brokenAdvice'),
    }),
  ];
}

function compareViews(
  source: ViewDefinition,
  target: ViewDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings } = compareColumns(
    // A view's columns take their rules from tables.
    source.columns.map(asViewColumn),
    target.columns.map(asViewColumn),
    options,
  );
  // A view stores nothing: what its expressions give is told by its rows.
  for (const one of findings)
    if (one.code.startsWith('type.') && one.answer === 'compatible') one.severity = 'info';
  findings.push(...brokenOf(source, target));
  if (source.materialised !== target.materialised) {
    findings.push(
      finding('object.materialised', 'object', null, kindOf(source), kindOf(target), {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.otherMaterialised'),
        advice: message('definition.otherMaterialisedAdvice'),
      }),
    );
  }
  return [...findings, ...compareQueries(source.text, target.text, options)];
}

/** Queries are read by what they ask for; what cannot be read is compared as a text. */
function compareQueries(
  source: string | null,
  target: string | null,
  options: CompareOptions,
): RawFinding[] {
  if (source === null || target === null) return compareBodies(source, target, options);
  const answer = compareMeanings(
    options.texts.view('source', source),
    options.texts.view('target', target),
  );
  if (answer === 'unclear') return compareBodies(source, target, options);
  if (answer !== 'different') return [];
  return [
    finding('text.different', 'text', null, source, target, {
      answer: 'compatible',
      severity: 'warning',
      detail: message('definition.otherQuery'),
      advice: message('definition.otherQueryAdvice'),
    }),
  ];
}

const asViewColumn = (column: Column): Column => ({
  ...column,
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  comment: null,
});
const kindOf = ({ materialised }: ViewDefinition): string =>
  materialised ? 'materialised view' : 'view';

/** Texts of different engines are read by people; of the same engine they should be the same. */
function compareBodies(
  source: string | null,
  target: string | null,
  { sameEngine }: CompareOptions,
): RawFinding[] {
  if (source === null || target === null) {
    return source === target
      ? []
      : [
          finding('text.hidden', 'text', null, source, target, {
            answer: 'compatible',
            severity: 'info',
            detail: message('definition.hiddenText'),
            advice: message('definition.hiddenTextAdvice'),
          }),
        ];
  }
  if (plainText(source) === plainText(target)) return [];
  return [
    finding('text.different', 'text', null, source, target, {
      answer: 'compatible',
      severity: sameEngine ? 'warning' : 'info',
      detail: sameEngine ? message('definition.otherText') : message('definition.otherDialect'),
      advice: message('definition.otherTextAdvice'),
    }),
  ];
}

function compareParameters(
  source: Parameter,
  target: Parameter,
  index: number,
  isOtherKind: boolean,
): RawFinding[] {
  const found: RawFinding[] = [];
  const name = source.name ?? String(index + 1);
  if (source.mode !== target.mode) {
    const isGivenBack = source.mode === 'out' && target.mode === 'inout';
    const isHarmless = isGivenBack || isOtherKind;
    found.push(
      finding('parameter.mode', 'parameter', name, source.mode, target.mode, {
        answer: isHarmless ? 'compatible' : 'different',
        severity: isHarmless ? 'info' : 'error',
        detail: message(isGivenBack ? 'definition.outAsInout' : 'definition.otherMode'),
        advice: message(isGivenBack ? 'definition.outAsInoutAdvice' : 'definition.otherModeAdvice'),
      }),
    );
  }
  const type = compareTypes(source.canonical, target.canonical);
  // Engines do not keep the lengths of parameters alike.
  if (type && type.code !== 'type.length')
    found.push(finding(type.code, 'parameter', name, source.type, target.type, type));
  return found;
}

function compareRoutines(
  source: RoutineDefinition,
  target: RoutineDefinition,
  options: CompareOptions,
): RawFinding[] {
  const found: RawFinding[] = [];
  const [was, is] = [source, target].map(({ returns }) => (returns ? 'function' : 'procedure'));
  const isOtherKind = was !== is;
  // What a function returns, a procedure gives back in its parameters.
  const given = (routine: RoutineDefinition) =>
    routine.parameters.filter(({ mode }) => mode !== 'table' && !(isOtherKind && mode === 'out'));
  const [from, to] = [given(source), given(target)];
  if (isOtherKind) {
    found.push(
      otherKind(was!, is!, {
        answer: 'compatible',
        severity: 'info',
        advice: message('definition.otherKindOfRoutine'),
      }),
    );
  }
  if (from.length !== to.length) {
    found.push(
      finding('parameter.count', 'parameter', null, String(from.length), String(to.length), {
        answer: 'different',
        severity: 'error',
        detail: message('definition.otherCount', { to: to.length, from: from.length }),
        advice: message('definition.otherCountAdvice'),
      }),
    );
  }
  for (const [index, parameter] of from.entries()) {
    const other = to[index];
    if (other) found.push(...compareParameters(parameter, other, index, isOtherKind));
  }
  if (source.returns && target.returns) {
    const type = compareTypes(source.returns.canonical, target.returns.canonical);
    if (type && type.code !== 'type.length') {
      found.push(
        finding(type.code, 'returns', null, source.returns.type, target.returns.type, type),
      );
    }
  }
  return [...found, ...compareBodies(source.text, target.text, options)];
}
