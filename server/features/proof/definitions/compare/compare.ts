import { type Message, message } from '../../../../../contract/messages/message.ts';
import { type Reading, findOtherRows, findSureDifference } from '../../../sql/service.ts';
import {
  type Column,
  type ObjectDefinition,
  type TableDefinition,
  type ViewDefinition,
  hasColumns,
  type TriggerDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { compareAttributes } from './compare-attributes.ts';
import { compareKeptIndexes } from './keys/kept-indexes.ts';
import { compareColumns } from './columns/compare-columns.ts';
import type { OtherColumn } from './columns/match-columns.ts';
import { compareGrants } from './compare-grants.ts';
import { checkNextNumber } from './columns/compare-numbering.ts';
import { compareRules } from './compare-rules.ts';
import { compareSequences } from './compare-sequences.ts';
import { compareTables, leftToPair } from './compare-tables.ts';
import {
  compareBodies,
  compareRoutines,
  findSchemaLeft,
  noteOn,
  otherKind,
} from './routines/compare-routines.ts';
import { compareMeanings } from './texts/meanings.ts';
import { findSettingsOff } from './texts/settings-off.ts';
import { type CompareOptions, type RawFinding, finding } from './raw-finding.ts';
import { compareTwo, compareViewTriggers } from './triggers/compare-triggers.ts';
import { withTable } from './triggers/own-row.ts';

/** Lists the differences in meaning between two definitions; empty where there are none. */
export function compareDefinitions(
  source: ObjectDefinition,
  target: ObjectDefinition,
  options: CompareOptions,
): RawFinding[] {
  return [...compareByKind(source, target, options), ...compareGrants(source, target, options)];
}

function compareByKind(
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

/** A table that became a view, or a view that became a table: both have columns and rows. */
function compareRelations(
  source: TableDefinition | ViewDefinition,
  target: TableDefinition | ViewDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings, other } = compareColumns(
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
    ...target.columns.flatMap((column) => {
      const name = other('target', column.name)?.name ?? column.name;
      return checkNextNumber(column, name, options);
    }),
    ...compareBroken(source, target),
  ];
}

function compareBroken(
  source: TableDefinition | ViewDefinition,
  target: TableDefinition | ViewDefinition,
): RawFinding[] {
  const broken = target.kind === 'view' ? target.broken : null;
  if (!broken) return [];
  const before = source.kind === 'view' ? source.broken : null;
  const what = target.kind === 'view' && target.unfilled ? 'unfilled' : 'broken';
  return [
    finding('object.broken', 'object', null, before, broken, {
      answer: 'different',
      severity: 'error',
      detail: message(`definition.${what}`),
      advice: message(`definition.${what}Advice`),
    }),
  ];
}

function compareViews(
  source: ViewDefinition,
  target: ViewDefinition,
  options: CompareOptions,
): RawFinding[] {
  // A view's columns take their rules from tables, which SQLite does not tell of letters.
  const [from, to] = [source, target].map(({ columns }) =>
    columns.map((column) => ({ ...asViewColumn(column), caseSensitive: null })),
  );
  const { findings, known, other } = compareColumns(from!, to!, options);
  // A view stores nothing, so a difference of types shows in its rows if at all.
  for (const one of findings)
    if (one.code.startsWith('type.') && one.answer === 'compatible') one.severity = 'info';
  findings.push(...compareBroken(source, target));
  if (source.materialised !== target.materialised) {
    findings.push(
      finding('object.materialised', 'object', null, kindOf(source), kindOf(target), {
        answer: 'compatible',
        ...(options.lacks('target', 'materialised views')
          ? {
              severity: 'info',
              detail: message('definition.computedOnRead'),
              advice: message('definition.computedOnReadAdvice'),
            }
          : {
              severity: 'warning',
              detail: message('definition.otherMaterialised'),
              advice: message('definition.otherMaterialisedAdvice'),
            }),
      }),
    );
  }
  return [
    ...findings,
    ...findSchemaLeft(source.text, target.text, options),
    ...compareQueries(source, target, options, other),
    ...compareKeptIndexes(source, target, options),
    ...compareAttributes('view', null, source, target, options),
    ...compareViewTriggers(source, target, other, options).map((one) => leftToPair(one, options)),
    ...compareRules(source, target, known, options),
  ];
}

/** Compares queries by meaning; those that cannot be read, and of which no part surely differs, are compared as text. */
function compareQueries(
  source: ViewDefinition,
  target: ViewDefinition,
  options: CompareOptions,
  other: OtherColumn,
): RawFinding[] {
  const [from, to] = [source.text, target.text];
  const compareTexts = () => compareBodies(from, to, options, ROWS_DECIDE);
  if (from === null || to === null) return compareTexts();
  const settingsOff = findSettingsOff(source, target, options, ROWS_DECIDE);
  if (settingsOff) return [settingsOff];
  const [was, is] = [options.texts.view('source', from), options.texts.view('target', to)];
  const answer = compareMeanings(was, is);
  if (answer === 'same' || answer === 'clock' || answer === 'halfway') return [];
  if (answer !== 'different' && answer !== 'unclear') return [noteOn(answer, from, to)];
  const detail =
    describeDifference(was, is, source, target, other) ??
    (answer === 'unclear' ? describeOtherRows(was, is) : null);
  if (answer === 'unclear' && !detail) return compareTexts();
  return [
    finding('text.different', 'text', null, from, to, {
      answer: 'compatible',
      severity: 'warning',
      detail: detail ?? message('definition.otherQuery'),
      advice: message('definition.otherQueryAdvice'),
    }),
  ];
}

/** Rows do not settle it: they may have had no row without a partner, and no duplicate, so far. */
function describeOtherRows(source: Reading, target: Reading): Message | null {
  const [was, is] = [source?.shape, target?.shape];
  const found = findOtherRows(was, is);
  if (found === 'duplicates') return message('definition.otherDuplicates');
  return found && message('definition.otherPartners', { source: was!.outer, target: is!.outer });
}

/** Null where nothing is sure, or outputs in one place are not of one column. */
function describeDifference(
  was: Reading,
  is: Reading,
  source: ViewDefinition,
  target: ViewDefinition,
  other: OtherColumn,
): Message | null {
  const found = was?.parts && is?.parts ? findSureDifference(was.parts, is.parts) : null;
  if (!found) return null;
  const nameAt = (at: number): string => source.columns[at]?.name ?? '';
  const isOneColumn = (at: number) =>
    source.columns[at] && other('source', nameAt(at))?.name === target.columns[at]?.name;
  if (!found.outputs.every(isOneColumn)) return null;
  const [columns, unread] = [found.outputs, found.unread].map((list) =>
    list.map(nameAt).join(', '),
  );
  if (found.rows)
    return unread
      ? message('definition.otherConditionsUnread', { unread })
      : message('definition.otherConditions');
  return unread
    ? message('definition.otherOutputsUnread', { columns: columns!, unread })
    : message('definition.otherOutputs', { columns: columns! });
}

/** Rows that are the same show that queries mean the same; where there are none, nothing does. */
const ROWS_DECIDE = {
  severity: 'warning',
  advice: message('definition.otherRowsAdvice'),
  settledByRows: 'with rows',
} as const;

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

/** Compares two triggers that are objects of their own, including the tables that they act on. */
const compareTriggerObjects = (
  source: TriggerDefinition,
  target: TriggerDefinition,
  options: CompareOptions,
): RawFinding[] => [
  ...compareTriggerTables(source, target, options),
  ...compareOnTables(source, target, options),
];

function compareOnTables(
  source: TriggerDefinition,
  target: TriggerDefinition,
  options: CompareOptions,
): RawFinding[] {
  const both = options.counterpartOf(source)?.both;
  if (!both) return compareTwo({ ...source, keys: [] }, { ...target, keys: [] }, options);
  const { on } = both;
  return compareTwo(withTable(source, on.source), withTable(target, on.target), options, both);
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Compares the tables of two triggers by their pair or, where there is none, by name and naming rules. */
function compareTriggerTables(
  source: TriggerDefinition,
  target: TriggerDefinition,
  { counterpartOf, rename }: Pick<CompareOptions, 'counterpartOf' | 'rename'>,
): RawFinding[] {
  const became = counterpartOf(source);
  const isThere = became
    ? isSame(became.table, target.table) && isSame(became.schema, target.schema)
    : isSame(rename(source.table), target.table);
  if (isThere) return [];
  const nameOf = ({ schema, table }: TriggerDefinition) => `${schema}.${table}`;
  return [
    finding('trigger.table', 'trigger', source.name, nameOf(source), nameOf(target), {
      answer: became ? 'different' : 'compatible',
      severity: became ? 'error' : 'warning',
      detail: message(became ? 'definition.triggerTable' : 'definition.triggerTableUnknown'),
      advice: message(
        became ? 'definition.triggerTableAdvice' : 'definition.triggerTableUnknownAdvice',
      ),
    }),
  ];
}
