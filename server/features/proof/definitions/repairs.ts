import type { Change, WantedColumn } from '../../../../connectors/core/ddl.ts';
import type {
  Check,
  Column,
  Index,
  ObjectDefinition,
  SequenceDefinition,
  TableDefinition,
  Trigger,
  TriggerDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { indexText, triggerText, withoutUpdate } from './definition-texts.ts';
import { knownColumns } from './compare-columns.ts';
import type { RawFinding } from './raw-finding.ts';
import { changeGrants } from './repair-grants.ts';
import { addForeignKey, addPrimaryKey, addUniqueKey, validateForeignKey } from './repair-keys.ts';
import { type Maker, type RepairSetting, type Sides, nameFor } from './repair-sides.ts';

/** Statements for the target, without what ends them, by the finding that they mend; null where there are none. */
export type Repairs = ReadonlyMap<RawFinding, string[] | null>;

/** @param findings - those that are to be mended: what a statement says of a column holds for all of them */
export function repairsOf(
  findings: readonly RawFinding[],
  source: ObjectDefinition,
  target: ObjectDefinition,
  setting: RepairSetting,
): Repairs {
  const open = findings.filter(({ code, severity }) => severity !== 'info' || code === 'comment');
  const changesOf = (finding: RawFinding): Change[] | null => {
    if (finding.part === 'grant') return changeGrants(finding, source, target, setting);
    if (source.kind === 'table' && target.kind === 'table')
      return changesOfTable(finding, open, source, target, setting);
    if (source.kind === 'view' && target.kind === 'view')
      return changesOfView(finding, source, target, setting);
    if (source.kind === 'sequence' && target.kind === 'sequence')
      return changeSequence(finding, source);
    if (source.kind === 'trigger' && target.kind === 'trigger')
      return changeTrigger(finding, source, target);
    return null;
  };
  return new Map(open.map((finding) => [finding, write(changesOf(finding), setting)]));
}

function write(changes: readonly Change[] | null, { ddl, path }: RepairSetting): string[] | null {
  if (!changes || changes.length === 0) return null;
  const statements = changes.map((change) => ddl.write(change, path));
  return statements.every((written) => written !== null) ? statements.flat() : null;
}

function changesOfView(
  { code }: RawFinding,
  source: ViewDefinition,
  target: ViewDefinition,
  { texts }: RepairSetting,
): Change[] | null {
  const isPlain = !source.materialised && !target.materialised;
  if (code !== 'text.different' || !isPlain || source.text === null) return null;
  if (source.columns.length !== target.columns.length) return null;
  const query = texts.view(source.text);
  return query === null
    ? null
    : [{ kind: 'replace view', columns: target.columns.map(({ name }) => name), query }];
}

function changeSequence({ code }: RawFinding, source: SequenceDefinition): Change[] | null {
  const { next, increment, cycles } = source;
  if (code === 'sequence.behind') return next === null ? null : [{ kind: 'alter sequence', next }];
  if (code === 'sequence.step') return [{ kind: 'alter sequence', increment }];
  if (code === 'sequence.cycles') return [{ kind: 'alter sequence', cycles }];
  return null;
}

/** Where it is called `name on table` nobody knows whether all of that is its name. */
function changeTrigger(
  { code }: RawFinding,
  source: TriggerDefinition,
  { name, schema, table }: TriggerDefinition,
): Change[] | null {
  if (code !== 'trigger.disabled' || name.endsWith(` on ${table}`)) return null;
  return [switchTrigger(source, name, [schema, table])];
}

const switchTrigger = (source: Trigger, name: string, on: readonly string[]): Change => ({
  kind: 'switch trigger',
  name,
  on,
  enabled: source.enabled,
});

/** The target's trigger may be called otherwise: it is the one that the finding describes. */
const enableTrigger: Maker = ({ finding, source, target, path }) => {
  const from = source.triggers?.find(({ name }) => name === finding.name);
  const described = target.triggers?.filter((one) => triggerText(one) === finding.target) ?? [];
  const [to] = described;
  return from && to && described.length === 1 ? [switchTrigger(from, to.name, path)] : null;
};

function changesOfTable(
  finding: RawFinding,
  open: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  setting: RepairSetting,
): Change[] | null {
  const { source: columns } = knownColumns(
    source.columns,
    target.columns,
    setting.rename,
    setting.named,
  );
  const names = new Map(columns.map(({ name, as }) => [name, as]));
  const nameOf = (name: string) => names.get(name) ?? setting.rename(name);
  const sides: Sides = { ...setting, finding, open, source, target, columns, nameOf };
  if (finding.part === 'column' && finding.code !== 'column.missing') return changeColumn(sides);
  return MAKERS[finding.code]?.(sides) ?? null;
}

const typeOf = ({ canonical, type }: Column, { ddl, sameEngine }: RepairSetting): string | null =>
  sameEngine ? type : ddl.typeOf(canonical);

/**
 * The default of a column as one of this type has it.
 * @returns undefined where the target has no words for it
 */
function defaultOf(
  { default: preset, identity }: Column,
  canonical: Column['canonical'],
  { sameEngine, columns, texts }: Sides,
): string | null | undefined {
  if (preset === null || sameEngine || identity) return preset;
  const expression = { text: withoutUpdate(preset), as: { default: canonical } };
  return texts.expression(columns, expression) ?? undefined;
}

const wanted = (column: Column, change: Partial<WantedColumn>): WantedColumn => {
  const { name, type, nullable, default: preset, identity, generated, comment } = column;
  return { name, type, nullable, default: preset, identity, generated, comment, ...change };
};

const addColumn: Maker = (sides) => {
  const from = sides.source.columns.find(({ name }) => name === sides.finding.name);
  const type = from && typeOf(from, sides);
  const preset = from && defaultOf(from, from.canonical, sides);
  if (!from || !type || preset === undefined || from.identity) return null;
  const generated =
    from.generated === null || sides.sameEngine
      ? from.generated
      : sides.texts.expression(sides.columns, { text: from.generated, as: 'value' });
  if (from.generated !== null && generated === null) return null;
  const column = wanted(from, {
    name: sides.nameOf(from.name),
    type,
    default: preset,
    generated,
  });
  const added: Change = { kind: 'add column', column };
  const isFilledLater = !column.nullable && preset === null && generated === null;
  return isFilledLater ? [added, { kind: 'set nullable', column }] : [added];
};

interface ColumnChange {
  kind:
    | 'set type'
    | 'set nullable'
    | 'set default'
    | 'set identity'
    | 'move numbering'
    | 'comment on column';
  /** What becomes of the target's column; null where the target has no words for it. */
  change(from: Column, to: Column, sides: Sides): Partial<WantedColumn> | null;
}

/** What a finding about two columns asks for. */
function columnChangeOf({ code }: RawFinding): ColumnChange | null {
  if (!code.startsWith('type.')) return COLUMN_CHANGES[code] ?? null;
  return {
    kind: 'set type',
    change(from, _to, sides) {
      const type = typeOf(from, sides);
      return type === null ? null : { type };
    },
  };
}

const COLUMN_CHANGES: Readonly<Record<string, ColumnChange>> = {
  'column.nullable': { kind: 'set nullable', change: ({ nullable }) => ({ nullable }) },
  'column.default': {
    kind: 'set default',
    change(from, to, sides) {
      const preset = defaultOf(from, to.canonical, sides);
      return preset === undefined ? null : { default: preset };
    },
  },
  'column.identity': { kind: 'set identity', change: () => ({ identity: true }) },
  'numbering.behind': { kind: 'move numbering', change: () => ({}) },
  comment: { kind: 'comment on column', change: ({ comment }) => ({ comment }) },
};

/** Some engines say a whole column anew: so it is said as all that is to be mended has it. */
function changeColumn(sides: Sides): Change[] | null {
  const { finding, open, source, target, nameOf } = sides;
  const from = source.columns.find(({ name }) => name === finding.name);
  const to = from && target.columns.find(({ name }) => name === nameOf(from.name));
  const own = columnChangeOf(finding);
  if (!from || !to || !own?.change(from, to, sides)) return null;
  const changes = open
    .filter(({ part, name }) => part === 'column' && name === finding.name)
    .map((one) => columnChangeOf(one)?.change(from, to, sides) ?? {});
  const column = wanted(to, Object.assign({}, ...changes) as Partial<WantedColumn>);
  return own.kind === 'set default'
    ? [{ kind: own.kind, column, had: to.default !== null }]
    : [{ kind: own.kind, column }];
}

const addCheck: Maker = (sides) => {
  const { source, target, finding, columns, texts } = sides;
  const isAbout = (text: string | null) => (check: Check) => check.expression === text;
  const check = source.checks.find(isAbout(finding.source));
  const expression =
    check && texts.expression(columns, { text: check.expression, as: 'condition' });
  if (!check || !expression) return null;
  const before = finding.target === null ? undefined : target.checks.find(isAbout(finding.target));
  if (finding.target !== null && !before) return null;
  return [
    ...(before ? [{ kind: 'drop check', name: before.name } as const] : []),
    { kind: 'add check', name: nameFor(check.name, sides, 'check'), expression },
  ];
};

const createIndex: Maker = (sides) => {
  const { source, target, finding, nameOf, columns, texts } = sides;
  const index = source.indexes.find(({ name }) => name === finding.name);
  if (!index) return null;
  const written = (text: string, as: 'value' | 'condition') =>
    texts.expression(columns, { text, as });
  const parts = index.parts.map(({ column, expression, descending }) => ({
    column: column === null ? null : nameOf(column),
    expression: expression === null ? null : written(expression, 'value'),
    descending,
  }));
  const where = index.where === null ? null : written(index.where, 'condition');
  const isWritten = parts.every(({ column, expression }) => column ?? expression);
  if (!isWritten || (where === null) !== (index.where === null)) return null;
  const before = finding.target === null ? undefined : indexOf(target, finding.target);
  if (finding.target !== null && !before) return null;
  return [
    ...(before ? [{ kind: 'drop index', name: before.name } as const] : []),
    {
      kind: 'create index',
      name: nameFor(index.name, sides, 'index'),
      unique: index.unique,
      parts,
      where,
    },
  ];
};

/** By its parts and condition, as findings have them. */
const indexOf = (table: TableDefinition, text: string): Index | undefined =>
  table.indexes.find((index) => indexText(index) === text);

/** By the code of a finding. */
const MAKERS: Readonly<Record<string, Maker>> = {
  'column.missing': addColumn,
  comment: ({ source }) => [{ kind: 'comment on table', comment: source.comment ?? '' }],
  'primaryKey.missing': addPrimaryKey,
  'primaryKey.different': addPrimaryKey,
  'uniqueKey.missing': addUniqueKey,
  'foreignKey.missing': addForeignKey,
  'foreignKey.elsewhere': addForeignKey,
  'foreignKey.columns': addForeignKey,
  'foreignKey.action': addForeignKey,
  'foreignKey.deferrable': addForeignKey,
  'foreignKey.match': addForeignKey,
  'foreignKey.unchecked': validateForeignKey,
  'check.missing': addCheck,
  'check.different': addCheck,
  'index.missing': createIndex,
  'index.different': createIndex,
  'trigger.disabled': enableTrigger,
};
