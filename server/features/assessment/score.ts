import type { TextMeasure } from '../../../connectors/core/sql/constructs.ts';
import {
  type Column,
  type ObjectDefinition,
  type Trigger,
  hasColumns,
} from '../../../connectors/core/definitions.ts';
import type { Connector } from '../../../connectors/core/connector.ts';
import type { Feature } from '../../../connectors/core/engine.ts';
import type {
  Complexity,
  ComplexityLimits,
  FINDING_SUPPORTS,
  Risk,
  UnusedReason,
} from '../../../contract/assessment.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type { Expression } from '../sql/service.ts';
import { type FindingCode, RISK_OF, type Rule, timesOf } from './rules.ts';

/** A finding in an object, with its cost. */
export interface StoredFinding {
  code: string;
  count: number;
  develop: number;
  test: number;
  support: (typeof FINDING_SUPPORTS)[number];
  of?: string[];
  lines?: number[];
}

export interface Scored {
  complexity: Complexity;
  /** Whether no manual work is needed: all of it was parsed, and can be written for the target. */
  automatic: boolean;
  develop: number;
  test: number;
  rowCount: number | null;
  lines: number;
  statements: number;
  unused: UnusedReason | null;
  risks: Risk[];
  findings: StoredFinding[];
}

/** Inputs for scoring objects. */
export interface Scoring {
  rules: ReadonlyMap<string, Rule>;
  limits: ComplexityLimits;
  source: Connector;
  target: Connector;
  /** Whether triggers are objects of their own, so that they do not count with their table. */
  triggersApart: boolean;
  measure(text: string): TextMeasure;
}

/** A definition with the parser's findings about its texts. */
export interface ReadObject {
  type: ObjectType;
  name: string;
  definition: ObjectDefinition;
  /** Whether the parser read the text and wrote it for the target with the same meaning. */
  isWritten(text: string): boolean;
}

/** How many names of columns, types and so on a finding shows. */
const NAMED = 5;

type Raw = { code: FindingCode; count: number; of?: string[]; lines?: number[] };

/** Collects findings, one for each code. */
function createFindings() {
  const found = new Map<FindingCode, Required<Raw>>();
  const add = ({ code, count, of = [], lines = [] }: Raw): void => {
    const known = found.get(code) ?? { code, count: 0, of: [], lines: [] };
    found.set(code, {
      code,
      count: known.count + count,
      of: [...new Set([...known.of, ...of])].slice(0, NAMED),
      lines: known.lines.length > 0 ? known.lines : lines,
    });
  };
  return { add, list: () => [...found.values()] };
}
type Findings = ReturnType<typeof createFindings>;

/** Estimates an object's hours, with the reasons. */
export function scoreObject(object: ReadObject, scoring: Scoring): Scored {
  const { definition, type } = object;
  const { target, rules } = scoring;
  const findings = createFindings();
  const isSame = scoring.source.id === target.id;
  const types: readonly ObjectType[] = [...target.objectTypes, ...target.trackedTypes];
  if (!types.includes(type)) findings.add({ code: 'noSuchObject', count: 1 });
  const code = readCode(findings, object, scoring, isSame);
  addStructure(findings, object, scoring, isSame);

  const listed = findings.list().flatMap((raw) => priced(raw, rules));
  const isAutomatic =
    code.understood &&
    // Code other than queries needs manual work, unless the engine stays the same.
    (isSame || (definition.kind !== 'routine' && definition.kind !== 'trigger')) &&
    listed.every(({ support, code: one }) => support === 'ok' || HARMLESS.has(one));
  const columns = hasColumns(definition) ? definition.columns.length : 0;
  const hours = hoursOf(type, { columns, ...code }, listed, isAutomatic, rules);
  const risks = listed.flatMap(({ code: one }) => RISK_OF[one] ?? []);
  return {
    complexity: complexityOf(hours.develop + hours.test, scoring.limits, code.understood),
    automatic: isAutomatic,
    ...hours,
    rowCount: definition.kind === 'table' ? definition.estimatedRows : null,
    lines: code.lines,
    statements: code.statements,
    unused: unusedOf(object),
    risks: [...new Set([...risks, ...(code.clock ? (['nonDeterministic'] as const) : [])])],
    findings: listed,
  };
}

interface Code {
  lines: number;
  statements: number;
  /** Whether the parser read all of it. */
  understood: boolean;
  /** Whether it uses the current time. */
  clock: boolean;
}

/** Measures an object's code, and finds the constructs that the parser cannot write for the target. */
function readCode(findings: Findings, object: ReadObject, scoring: Scoring, isSame: boolean): Code {
  const code: Code = { lines: 0, statements: 0, understood: true, clock: false };
  for (const text of codeOf(object.definition, scoring)) {
    if (text === null) {
      findings.add({ code: 'hiddenText', count: 1 });
      code.understood = false;
      continue;
    }
    const measured = scoring.measure(text);
    code.lines += measured.lines;
    code.statements += measured.statements;
    code.clock ||= asksForTime(measured);
    if (measured.broken) findings.add({ code: 'unread', count: 1 });
    else if (isSame || object.isWritten(text)) continue;
    code.understood = false;
    if (object.definition.kind === 'view') findings.add({ code: 'notWritten', count: 1 });
    addNeeds(findings, measured);
  }
  return code;
}

const asksForTime = ({ words, found }: TextMeasure): boolean =>
  found.has('currentTime') || CLOCK.some((word) => words.has(word));

/** Names for the current time in every dialect, besides a dialect's own. */
const CLOCK = ['current_timestamp', 'current_date', 'current_time', 'localtimestamp'];

/** Findings that cost time, but do not prevent an automatic move. */
const HARMLESS: ReadonlySet<string> = new Set<FindingCode>(['noKey', 'largeObject']);

/** The texts of an object's code; null for one that is encrypted, or hidden from the account. */
function codeOf(definition: ObjectDefinition, scoring: Scoring): (string | null)[] {
  switch (definition.kind) {
    case 'table':
      return triggersOf(definition, scoring).map(({ text }) => text);
    case 'view':
    case 'routine':
    case 'trigger':
      return [definition.text];
    case 'sequence':
      return [];
  }
}

const triggersOf = ({ triggers = [] }: Table, { triggersApart }: Scoring): Trigger[] =>
  triggersApart ? [] : triggers;

function addNeeds(findings: Findings, { found }: TextMeasure): void {
  for (const [code, { count, lines }] of found) findings.add({ code, count, lines });
}

function addStructure(
  findings: Findings,
  object: ReadObject,
  scoring: Scoring,
  isSame: boolean,
): void {
  const { definition } = object;
  if (definition.kind === 'routine' && !isSame && !SQL_LANGUAGES.test(definition.language))
    findings.add({ code: 'foreignLanguage', count: 1, of: [definition.language] });
  if (definition.kind === 'view' && definition.broken !== null)
    findings.add({ code: 'brokenView', count: 1 });
  if (definition.kind !== 'table') return;
  const large = definition.columns.filter(isLarge).map(({ name }) => name);
  if (large.length > 0) findings.add({ code: 'largeObject', count: large.length, of: large });
  if (!definition.primaryKey && definition.uniques.length === 0)
    findings.add({ code: 'noKey', count: 1 });
  if (!isSame) addTable(findings, object, definition, scoring);
}

/** Adds findings for features of a table that the target lacks or has differently. */
function addTable(findings: Findings, object: ReadObject, table: Table, scoring: Scoring): void {
  addTypes(findings, table.columns, scoring);
  const triggers = triggersOf(table, scoring);
  if (triggers.length > 0)
    findings.add({
      code: 'trigger',
      count: triggers.length,
      of: triggers.map(({ name }) => name),
    });
  if (table.storage?.partitioning)
    findings.add({ code: 'partitions', count: 1, of: [table.storage.partitioning] });
  const lacking = scoring.target.lacks.filter((feature) => USES[feature]?.(table));
  if (lacking.length > 0)
    findings.add({ code: 'engineLacks', count: lacking.length, of: [...lacking] });
  for (const { text } of expressionsOf(table)) {
    const measured = scoring.measure(text);
    if (!measured.broken && object.isWritten(text)) continue;
    findings.add({ code: 'expression', count: 1, of: [text.slice(0, 80)] });
    addNeeds(findings, measured);
  }
}

const SQL_LANGUAGES = /^(?:|sql|t-?sql|pl\/?sql|plpgsql|psql|macro)$/i;

const isLarge = ({ canonical, type }: Column): boolean =>
  (canonical.kind === 'binary' && canonical.length === null) ||
  /clob|longtext|mediumtext|ntext|^image$|\(max\)|^long\b/i.test(type);

/** Adds a finding for columns whose type the target cannot represent. */
function addTypes(findings: Findings, columns: readonly Column[], { target }: Scoring): void {
  const lost = columns.filter(({ canonical }) => target.ddl.typeOf(canonical) === null);
  if (lost.length > 0)
    findings.add({
      code: 'noCounterpart',
      count: lost.length,
      of: lost.map(({ name, type }) => `${name} ${type}`),
    });
}

type Table = Extract<ObjectDefinition, { kind: 'table' }>;

/** Tests by feature: whether a table uses it. */
const USES: Readonly<Partial<Record<Feature, (table: Table) => boolean>>> = {
  triggers: ({ triggers = [] }) => triggers.length > 0,
  rules: ({ rules = [] }) => rules.length > 0,
  'before triggers': ({ triggers = [] }) => triggers.some(({ timing }) => timing === 'before'),
  'instead of triggers': ({ triggers = [] }) =>
    triggers.some(({ timing }) => timing === 'instead of'),
  'deferrable keys': ({ foreignKeys }) => foreignKeys.some(({ deferrable }) => deferrable),
  'deferrable unique keys': ({ primaryKey, uniques }) =>
    [primaryKey, ...uniques].some((key) => key?.deferrable),
  'full match': ({ foreignKeys }) => foreignKeys.some(({ matchesFull }) => matchesFull),
  'update actions': ({ foreignKeys }) =>
    foreignKeys.some(({ onUpdate }) => onUpdate !== 'no action' && onUpdate !== 'restrict'),
  'delete actions': ({ foreignKeys }) =>
    foreignKeys.some(({ onDelete }) => onDelete !== 'no action' && onDelete !== 'restrict'),
  'set default actions': ({ foreignKeys }) =>
    foreignKeys.some(({ onUpdate, onDelete }) => [onUpdate, onDelete].includes('set default')),
  'unlogged tables': ({ storage }) => storage?.unlogged === true,
  'temporary tables': ({ storage }) => storage?.temporary !== undefined,
  partitions: ({ storage }) => Boolean(storage?.partitioning),
  'row security': ({ storage }) => (storage?.policies?.length ?? 0) > 0,
};

const LITERAL = /^\(*(?:[-+]?\d+(?:\.\d+)?|N?'(?:[^'\\]|'')*'|NULL|TRUE|FALSE)\)*$/i;

/** Expressions of a table, other than constants. */
export function expressionsOf(table: Table): Expression[] {
  const as = (kind: Expression['as']) => (text: string | null) => ({ text, as: kind });
  const [value, condition] = [as('value'), as('condition')];
  return [
    ...table.columns.flatMap(({ default: preset, generated, canonical }) => [
      as({ default: canonical })(preset),
      value(generated),
    ]),
    ...table.checks.map(({ expression }) => condition(expression)),
    ...table.indexes.flatMap(({ parts, where }) => [
      condition(where),
      ...parts.map(({ expression }) => value(expression)),
    ]),
  ].filter((one): one is Expression => one.text !== null && !LITERAL.test(one.text.trim()));
}

/** Adds the cost to a finding; one without a rule costs as much as unknown code. */
function priced(
  { code, count, of = [], lines = [] }: Raw,
  rules: Scoring['rules'],
): StoredFinding[] {
  const rule = rules.get(code) ?? rules.get('unread')!;
  if (rule.support === 'ok' && rule.develop === 0 && rule.test === 0) return [];
  const times = timesOf(count);
  return [
    {
      code,
      count,
      develop: rule.develop * times,
      test: rule.test * times,
      support: rule.support,
      ...(of.length > 0 && { of }),
      ...(lines.length > 0 && { lines }),
    },
  ];
}

/**
 * `dev = base + size + Σ rule · (1 + 0.3 · (min(n, 10) − 1))`; an automatic object costs this share, for starting and
 * checking the move.
 */
const AUTOMATIC = 0.1;

function hoursOf(
  type: ObjectType,
  { columns, statements }: { columns: number; statements: number },
  findings: readonly StoredFinding[],
  automatic: boolean,
  rules: Scoring['rules'],
): { develop: number; test: number } {
  const sum = (part: 'develop' | 'test'): number =>
    rules.get(type)![part] +
    columns * rules.get('column')![part] +
    statements * rules.get('statement')![part] +
    findings.reduce((all, finding) => all + finding[part], 0);
  return { develop: sum('develop') * (automatic ? AUTOMATIC : 1), test: sum('test') };
}

/** @param understood - whether the parser read all of it; otherwise the object is never simple */
function complexityOf(
  hours: number,
  { medium, complex }: ComplexityLimits,
  understood: boolean,
): Complexity {
  if (hours >= complex) return 'complex';
  return hours >= medium || !understood ? 'medium' : 'simple';
}

const COPY =
  /(?:^|[_-])(?:bak|backup|old|copy|tmp|temp|save|orig)[_-]?\d*$|^(?:bak|backup|old|tmp)_|[_-](?:19|20)\d{2}(?:[_-]?\d{2}){0,2}$/i;

function unusedOf({ name, definition }: ReadObject): UnusedReason | null {
  if (COPY.test(name)) return 'copy';
  if (definition.kind === 'table' && definition.estimatedRows === 0) return 'empty';
  return null;
}
