import { message } from '../../../../contract/messages/message.ts';
import type {
  Column,
  ObjectDefinition,
  RoutineDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { compareTables } from './compare-tables.ts';
import { compareTypes } from './compare-types.ts';
import { compareMeanings } from './meanings.ts';
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
  return [
    finding('object.kind', 'object', null, source.kind, target.kind, {
      answer: 'different',
      severity: 'error',
      detail: message('definition.otherKind', {
        from: message(`word.${source.kind}`),
        to: message(`word.${target.kind}`),
      }),
      advice: message('definition.otherKindAdvice'),
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
  if (target.broken) {
    findings.push(
      finding('object.broken', 'object', null, source.broken, target.broken, {
        answer: 'different',
        severity: 'error',
        detail: message('definition.broken'),
        advice: message('definition.brokenAdvice'),
      }),
    );
  }
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
  if (normaliseText(source) === normaliseText(target)) return [];
  return [
    finding('text.different', 'text', null, source, target, {
      answer: 'compatible',
      severity: sameEngine ? 'warning' : 'info',
      detail: sameEngine ? message('definition.otherText') : message('definition.otherDialect'),
      advice: message('definition.otherTextAdvice'),
    }),
  ];
}

/** A text without layout, quoting and case: for comparison only. */
const normaliseText = (text: string): string =>
  text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? plain(part) : part))
    .join('')
    .replace(/;\s*$/, '')
    .trim();
const plain = (part: string): string =>
  part
    .replaceAll(/["`[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([(),;=<>])\s*/g, '$1')
    .toLowerCase();

function compareRoutines(
  source: RoutineDefinition,
  target: RoutineDefinition,
  options: CompareOptions,
): RawFinding[] {
  const found: RawFinding[] = [];
  const given = (routine: RoutineDefinition) =>
    routine.parameters.filter(({ mode }) => mode !== 'table');
  const [from, to] = [given(source), given(target)];
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
    if (!other) break;
    const name = parameter.name ?? String(index + 1);
    if (parameter.mode !== other.mode) {
      found.push(
        finding('parameter.mode', 'parameter', name, parameter.mode, other.mode, {
          answer: 'different',
          severity: 'error',
          detail: message('definition.otherMode'),
          advice: message('definition.otherModeAdvice'),
        }),
      );
    }
    const type = compareTypes(parameter.canonical, other.canonical);
    // Engines do not keep the lengths of parameters alike.
    if (type && type.code !== 'type.length')
      found.push(finding(type.code, 'parameter', name, parameter.type, other.type, type));
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
