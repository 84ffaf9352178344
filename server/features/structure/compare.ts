import type {
  Column,
  ForeignKey,
  Key,
  ObjectStructure,
  RoutineStructure,
  TableStructure,
  ViewStructure,
} from '../../../connectors/core/structure.ts';
import type { Finding } from '../../../contract/structure.ts';
import { compareTypes } from './compare-types.ts';
import { normaliseDefault, normaliseExpression, normaliseText } from './expressions.ts';

/** A finding before acceptances are looked at. */
export type RawFinding = Omit<Finding, 'accepted'>;

export interface CompareOptions {
  /** What the project's naming rules make of a source name. */
  rename: (name: string) => string;
  sameEngine: boolean;
}

type Part = Finding['part'];
type Describe = Pick<RawFinding, 'answer' | 'severity' | 'detail' | 'advice'>;

const LOST: Describe = {
  answer: 'different',
  severity: 'error',
  detail: 'The target does not have it.',
  advice: 'Create it on the target, or accept it with the reason.',
};
const ADDED: Describe = {
  answer: 'compatible',
  severity: 'info',
  detail: 'Only the target has it.',
  advice: 'Nothing, if that is intended.',
};

const finding = (
  code: string,
  part: Part,
  name: string | null,
  source: string | null,
  target: string | null,
  describe: Describe,
): RawFinding => ({ code, part, name, source, target, ...describe });

/** Finds out how two definitions differ in what they mean; an empty list means not at all. */
export function compareStructures(
  source: ObjectStructure,
  target: ObjectStructure,
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
      detail: `A ${source.kind} became a ${target.kind}.`,
      advice: 'Split the pair and link objects of the same kind.',
    }),
  ];
}

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

function compareColumns(
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
        detail: isRequired(column)
          ? 'Only the target has it, and it must be given a value.'
          : ADDED.detail,
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
  if (type.answer !== 'same') add(type.code, source.type, target.type, type);
  if (source.nullable !== target.nullable) {
    add('column.nullable', nullText(source), nullText(target), {
      answer: 'compatible',
      severity: 'warning',
      detail: source.nullable
        ? 'The target refuses NULL, the source does not.'
        : 'The target takes NULL, the source does not.',
      advice: source.nullable
        ? 'Make sure that no row has NULL there: compare the data.'
        : 'Add NOT NULL on the target.',
    });
  }
  const from = normaliseDefault(source.default, source.canonical.kind);
  const to = normaliseDefault(target.default, source.canonical.kind);
  if (from !== to && !source.identity && !target.identity) {
    add('column.default', source.default, target.default, {
      answer: 'compatible',
      severity: 'warning',
      detail: 'New rows get another value where none is given.',
      advice: 'Set the same default on the target.',
    });
  }
  if (source.identity !== target.identity) {
    add('column.identity', yes(source.identity), yes(target.identity), {
      answer: 'compatible',
      severity: source.identity ? 'warning' : 'info',
      detail: source.identity
        ? 'The source numbers new rows by itself, the target does not.'
        : 'The target numbers new rows by itself, the source does not.',
      advice: source.identity
        ? 'Make the column an identity on the target, and let it start after the largest number.'
        : 'Nothing, if that is intended.',
    });
  }
  if (
    (source.generated === null) !== (target.generated === null) ||
    (source.generated !== null &&
      normaliseExpression(source.generated) !== normaliseExpression(target.generated!))
  ) {
    add('column.generated', source.generated, target.generated, {
      answer: 'compatible',
      severity: 'warning',
      detail: 'It is computed in another way, or on one side only.',
      advice: 'Compare the data, and compute it on the target, too.',
    });
  }
  if (
    source.caseSensitive !== null &&
    target.caseSensitive !== null &&
    source.caseSensitive !== target.caseSensitive
  ) {
    add('column.case', caseText(source.caseSensitive), caseText(target.caseSensitive), {
      answer: 'compatible',
      severity: 'info',
      detail: 'Upper and lower case count on one side only: searches and keys may find other rows.',
      advice: 'Choose a collation on the target that does the same.',
    });
  }
  found.push(...compareComments('column', source.name, source.comment, target.comment));
  return found;
}

const nullText = ({ nullable }: Column): string => (nullable ? 'NULL' : 'NOT NULL');
const yes = (value: boolean): string => (value ? 'identity' : 'no identity');
const caseText = (sensitive: boolean): string =>
  sensitive ? 'case-sensitive' : 'case-insensitive';

const compareComments = (
  part: 'column' | 'object',
  name: string | null,
  source: string | null,
  target: string | null,
): RawFinding[] =>
  (source ?? '') === (target ?? '')
    ? []
    : [
        finding('comment', part === 'object' ? 'comment' : part, name, source, target, {
          answer: 'same',
          severity: 'info',
          detail: 'The comment differs.',
          advice: 'Copy the comment, if people rely on it.',
        }),
      ];

function compareTables(
  source: TableStructure,
  target: TableStructure,
  options: CompareOptions,
): RawFinding[] {
  const { findings, nameOf } = compareColumns(source.columns, target.columns, options);
  const byColumns = ({ columns }: Key, side: 'source' | 'target') =>
    listOf(side === 'source' ? columns.map(nameOf) : columns);
  return [
    ...findings,
    ...comparePrimaryKeys(source.primaryKey, target.primaryKey, nameOf),
    ...compareSets('unique key', 'uniqueKey', uniquesOf(source), uniquesOf(target), byColumns),
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets(
      'check',
      'check',
      source.checks.map(({ name, expression }) => ({ name, columns: [expression] })),
      target.checks.map(({ name, expression }) => ({ name, columns: [expression] })),
      ({ columns }, side) =>
        normaliseExpression(side === 'source' ? renameWords(columns[0]!, nameOf) : columns[0]!),
      { answer: 'compatible', severity: 'warning' },
    ),
    ...compareSets('index', 'index', plainIndexes(source), plainIndexes(target), byColumns, {
      answer: 'compatible',
      severity: 'warning',
      advice: 'Create it on the target if queries need it.',
    }),
    ...compareComments('object', null, source.comment, target.comment),
  ];
}

const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();
const renameWords = (expression: string, nameOf: (name: string) => string): string =>
  expression.replace(/[\p{L}_][\p{L}\p{N}_$]*/gu, nameOf);

/** Unique keys, however they were declared. */
const uniquesOf = (table: TableStructure): Key[] => [
  ...table.uniques,
  ...table.indexes
    .filter(({ unique, where, parts }) => unique && !where && parts.every(({ column }) => column))
    .map(({ name, parts }) => ({ name, columns: parts.map(({ column }) => column!) })),
];

const plainIndexes = (table: TableStructure): Key[] =>
  table.indexes
    .filter(({ unique, where, parts }) => !unique || where || parts.some(({ column }) => !column))
    .map(({ name, parts, where }) => ({
      name,
      columns: [
        ...parts.map(
          ({ column, expression, descending }) =>
            `${column ?? normaliseExpression(expression ?? '')}${descending ? ' desc' : ''}`,
        ),
        ...(where ? [`where ${normaliseExpression(where)}`] : []),
      ],
    }));

function comparePrimaryKeys(
  source: Key | null,
  target: Key | null,
  nameOf: (name: string) => string,
): RawFinding[] {
  const from = source && source.columns.join(', ');
  const to = target && target.columns.join(', ');
  if (!source && !target) return [];
  const add = (code: string, describe: Describe) => [
    finding(code, 'primary key', null, from, to, describe),
  ];
  if (!target) return add('primaryKey.missing', LOST);
  if (!source) return add('primaryKey.extra', ADDED);
  if (listOf(source.columns.map(nameOf)) === listOf(target.columns)) return [];
  return add('primaryKey.different', {
    answer: 'different',
    severity: 'error',
    detail: 'Rows are identified by other columns, or in another order.',
    advice: 'Use the same primary key on the target, or accept it with the reason.',
  });
}

/** What is there on each side, whatever it is called. */
function compareSets(
  part: Part,
  code: string,
  source: readonly Key[],
  target: readonly Key[],
  keyOf: (item: Key, side: 'source' | 'target') => string,
  lost: Partial<Describe> = {},
): RawFinding[] {
  const targets = new Map(target.map((item) => [keyOf(item, 'target'), item]));
  const sources = new Map(source.map((item) => [keyOf(item, 'source'), item]));
  const text = ({ columns }: Key) => columns.join(', ');
  return [
    ...[...sources]
      .filter(([key]) => !targets.has(key))
      .map(([, item]) =>
        finding(`${code}.missing`, part, item.name, text(item), null, { ...LOST, ...lost }),
      ),
    ...[...targets]
      .filter(([key]) => !sources.has(key))
      .map(([, item]) => finding(`${code}.extra`, part, item.name, null, text(item), ADDED)),
  ];
}

const foreignKeyText = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.table} (${key.referenced.join(', ')})`;

/** Engines that check at once do the same for both words. */
const actionOf = (action: ForeignKey['onUpdate']): string =>
  action === 'restrict' ? 'no action' : action;

function compareForeignKeys(
  source: readonly ForeignKey[],
  target: readonly ForeignKey[],
  nameOf: (name: string) => string,
  { rename }: CompareOptions,
): RawFinding[] {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const keyOf = (columns: string[], table: string) => `${listOf(columns)} → ${plain(table)}`;
  const targets = new Map(target.map((key) => [keyOf(key.columns, key.table), key]));
  const found: RawFinding[] = [];
  for (const key of source) {
    const own = keyOf(key.columns.map(nameOf), rename(key.table));
    const other = targets.get(own) ?? targets.get(keyOf(key.columns.map(nameOf), key.table));
    if (!other) {
      found.push(
        finding('foreignKey.missing', 'foreign key', key.name, foreignKeyText(key), null, LOST),
      );
      continue;
    }
    targets.delete(keyOf(other.columns, other.table));
    for (const action of ['onUpdate', 'onDelete'] as const) {
      if (actionOf(key[action]) === actionOf(other[action])) continue;
      found.push(
        finding('foreignKey.action', 'foreign key', key.name, key[action], other[action], {
          answer: 'compatible',
          severity: 'warning',
          detail: `Something else happens to rows that refer to a row that is ${action === 'onUpdate' ? 'changed' : 'deleted'}.`,
          advice: 'Use the same action on the target.',
        }),
      );
    }
  }
  for (const key of targets.values()) {
    found.push(
      finding('foreignKey.extra', 'foreign key', key.name, null, foreignKeyText(key), ADDED),
    );
  }
  return found;
}

function compareViews(
  source: ViewStructure,
  target: ViewStructure,
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
        detail: 'The target cannot run it.',
        advice: 'Repair the view on the target.',
      }),
    );
  }
  if (source.materialised !== target.materialised) {
    findings.push(
      finding('object.materialised', 'object', null, kindOf(source), kindOf(target), {
        answer: 'compatible',
        severity: 'warning',
        detail: 'One of them keeps its rows until it is refreshed.',
        advice: 'Refresh it as often as people expect, or use the same kind of view.',
      }),
    );
  }
  return [...findings, ...compareBodies(source.text, target.text, options)];
}

const asViewColumn = (column: Column): Column => ({
  ...column,
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  comment: null,
});
const kindOf = ({ materialised }: ViewStructure): string =>
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
            detail: 'An account may not see the text.',
            advice: 'Grant the account what shows definitions, to compare the texts.',
          }),
        ];
  }
  if (normaliseText(source) === normaliseText(target)) return [];
  return [
    finding('text.different', 'text', null, source, target, {
      answer: 'compatible',
      severity: sameEngine ? 'warning' : 'info',
      detail: sameEngine
        ? 'The texts differ.'
        : 'The texts differ, as dialects do: nobody can tell by the text that they do the same.',
      advice: 'Run a call on both sides and compare the results.',
    }),
  ];
}

function compareRoutines(
  source: RoutineStructure,
  target: RoutineStructure,
  options: CompareOptions,
): RawFinding[] {
  const found: RawFinding[] = [];
  const given = (routine: RoutineStructure) =>
    routine.parameters.filter(({ mode }) => mode !== 'table');
  const [from, to] = [given(source), given(target)];
  if (from.length !== to.length) {
    found.push(
      finding('parameter.count', 'parameter', null, String(from.length), String(to.length), {
        answer: 'different',
        severity: 'error',
        detail: `It takes ${to.length} parameters on the target instead of ${from.length}.`,
        advice: 'Give it the same parameters, or accept it with the reason.',
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
          detail: 'Values go another way.',
          advice: 'Use the same mode on the target.',
        }),
      );
    }
    const type = compareTypes(parameter.canonical, other.canonical);
    // Engines do not keep the lengths of parameters alike.
    if (type.answer !== 'same' && type.code !== 'type.length')
      found.push(finding(type.code, 'parameter', name, parameter.type, other.type, type));
  }
  if (source.returns && target.returns) {
    const type = compareTypes(source.returns.canonical, target.returns.canonical);
    if (type.answer !== 'same' && type.code !== 'type.length') {
      found.push(
        finding(type.code, 'returns', null, source.returns.type, target.returns.type, type),
      );
    }
  }
  return [...found, ...compareBodies(source.text, target.text, options)];
}
