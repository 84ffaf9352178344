import { type Message, message } from '../../../../../contract/messages/message.ts';
import type { Change, Ddl } from '../../../../../connectors/core/ddl/ddl.ts';
import type {
  ObjectDefinition,
  SequenceDefinition,
  TableDefinition,
  Trigger,
  TriggerDefinition,
  ViewDefinition,
} from '../../../../../connectors/core/definitions.ts';
import { actionText, triggerText } from '../compare/texts/definition-texts.ts';
import { knownColumns } from '../compare/columns/match-columns.ts';
import type { RawFinding } from '../compare/raw-finding.ts';
import { addColumn, changeColumn, waitsForKey } from './repair-columns.ts';
import { addCheck, addCheckOfType } from './repair-checks.ts';
import { changeGrants } from './repair-grants.ts';
import {
  addBeginnings,
  addForeignKey,
  addPrimaryKey,
  addUniqueKey,
  OF_PARTS,
  validateForeignKey,
  whatKeyWaitsFor,
} from './repair-keys.ts';
import { createIndex, ignoreCase } from './repair-indexes.ts';
import { noteOnTriggers, replaceTrigger, triggerChanges } from './create-triggers.ts';
import { aroundIndexes } from './held-by-indexes.ts';
import { asTable } from '../compare/keys/kept-indexes.ts';
import { changePolicies, keepRows } from './repair-storage.ts';
import { replaceRoutine } from './repair-rowless.ts';
import { changeRule } from './repair-rules.ts';
import { removePart } from './remove-extra.ts';
import {
  type Maker,
  type Repair,
  type RepairSetting,
  type Sides,
  noRepair,
  waitsFor,
} from './repair-sides.ts';
import { findPartitionsOutside, findUnmade } from './unmade-columns.ts';
import { whyNotRepaired } from './why-not-repaired.ts';

/** By the finding that they mend. */
export type Repairs = ReadonlyMap<RawFinding, Repair>;

/**
 * Repairs of findings that are more than notes, and removals of what only the target has.
 * @param findings - all that are to be repaired: a statement that restates a column includes all repairs of it
 */
export function repairsOf(
  findings: readonly RawFinding[],
  source: ObjectDefinition,
  target: ObjectDefinition,
  setting: RepairSetting,
): Repairs {
  const open = findings.filter(({ code, severity }) => severity !== 'info' || code === 'comment');
  const changesOf = (finding: RawFinding): Change[] | Message | null => {
    if (finding.part === 'grant') return changeGrants(finding, source, target, setting);
    if (finding.part === 'rule') return changeRule(finding, source, target, setting);
    if (source.kind === 'table' && target.kind === 'table')
      return changesOfTable(finding, open, source, target, setting);
    if (source.kind === 'view' && target.kind === 'view')
      return ['index', 'trigger'].includes(finding.part)
        ? changesOfTable(finding, open, asTable(source), asTable(target), setting)
        : changesOfView(finding, source, target, setting);
    return changesOfRowless(finding, source, target, setting);
  };
  const removals = findings.flatMap((finding): [RawFinding, Repair][] => {
    // Dropping it would take away what the source's type does.
    if (finding.detail.code === 'definition.checkOfType') return [];
    if (finding.likely !== undefined) return [[finding, noRepair(message('repair.renamed'))]];
    const removal = source.kind === target.kind ? removePart(finding, target, setting) : null;
    return removal ? [[finding, removal]] : [];
  });
  const removed = new Set(removals.map(([finding]) => finding));
  const rest = open.filter((finding) => !removed.has(finding));
  return new Map([
    ...removals,
    ...rest.map((finding): [RawFinding, Repair] => {
      const changes = changesOf(finding);
      if (changes && !Array.isArray(changes)) return [finding, noRepair(changes)];
      const { ddl, path } = setting;
      const on =
        target.kind === 'trigger' ? setting.relation(source as TriggerDefinition)?.path : path;
      const written = write(changes, { ddl, path: on ?? path });
      const { statements, unmended } = written
        ? withoutViews(written, changes!, target, ddl)
        : { statements: null, unmended: null };
      return [
        finding,
        statements
          ? {
              ...inTurn(statements, changes!, target),
              removal: null,
              unmended: noteOnTriggers(changes) ?? unmended,
            }
          : noRepair(
              message(
                changes?.length ? 'repair.engine' : whyNotRepaired(finding, source, target, ddl),
              ),
            ),
      ];
    }),
  ]);
}

function changesOfRowless(
  finding: RawFinding,
  source: ObjectDefinition,
  target: ObjectDefinition,
  setting: RepairSetting,
): Change[] | null {
  if (source.kind === 'routine' && target.kind === 'routine')
    return replaceRoutine(finding, source, target, setting);
  if (source.kind === 'sequence' && target.kind === 'sequence')
    return changeSequence(finding, source);
  if (source.kind === 'trigger' && target.kind === 'trigger')
    return changeTrigger(finding, source, target, setting);
  return null;
}

/** Drops the views that keep the type of a column before it changes, and makes them again behind it. */
function withoutViews(
  statements: string[],
  changes: readonly Change[],
  target: ObjectDefinition,
  { asOne }: Ddl,
): Pick<Repair, 'unmended'> & { statements: string[] } {
  const columns = changes.flatMap((one) => (one.kind === 'set type' ? one.column.name : []));
  if (!asOne || columns.length === 0) return { statements, unmended: null };
  const left = { statements, unmended: message('repair.viewsHoldTypes') };
  if (target.kind !== 'table' || !target.dependents) return left;
  const views = target.dependents.filter(
    (one) => !one.columns || columns.some((name) => one.columns!.includes(name)),
  );
  if (views.length === 0) return { statements, unmended: null };
  if (views.some(({ create }) => !create)) return left;
  const all = [
    ...views.map(({ drop }) => drop).toReversed(),
    ...statements,
    ...views.flatMap(({ create }) => create!),
  ];
  return { statements: [asOne(all)], unmended: null };
}

/** A column is taken out of the primary key before it may be NULL. */
function inTurn(statements: string[], changes: readonly Change[], target: ObjectDefinition) {
  const isLast = target.kind === 'table' && changes.some((one) => waitsForKey(one, target));
  return isLast ? { statements: [], last: statements } : { statements, last: [] };
}

function write(
  changes: readonly Change[] | null,
  { ddl, path }: Pick<RepairSetting, 'ddl' | 'path'>,
): string[] | null {
  if (!changes || changes.length === 0) return null;
  const statements = changes.map((change) => ddl.write(change, path));
  return statements.every((written) => written !== null) ? statements.flat() : null;
}

function changesOfView(
  { code }: RawFinding,
  source: ViewDefinition,
  target: ViewDefinition,
  setting: RepairSetting,
): Change[] | Message | null {
  if (code === 'object.broken' && target.unfilled) return [{ kind: 'fill view' }];
  const isPlain = !source.materialised && !target.materialised;
  if ((code !== 'text.different' && code !== 'text.case') || !isPlain || source.text === null)
    return null;
  // Such a text is not read as it is meant.
  if (source.settingsOff) return null;
  if (source.columns.length !== target.columns.length) return null;
  const waits = waitsFor(source.text, setting);
  if (waits) return waits;
  const query = setting.texts.view(source.text);
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

/** The change that repairs a trigger; null for one that is called `name on table`, because its own name is uncertain. */
function changeTrigger(
  { code }: RawFinding,
  source: TriggerDefinition,
  { name, schema, table }: TriggerDefinition,
  setting: RepairSetting,
): Change[] | null {
  if (name.endsWith(` on ${table}`)) return null;
  if (code === 'trigger.disabled') return [switchTrigger(source, name, [schema, table])];
  const on = REPLACED.includes(code) ? setting.relation(source) : null;
  const [to, own] = [on?.path.join('.'), [schema, table].join('.')];
  return on && to === own ? replaceTrigger(source, { name, on }, [], setting) : null;
}

/** Findings that are repaired by replacing the trigger with the source's. */
const REPLACED: readonly string[] = [
  'trigger.events',
  'trigger.timing',
  'trigger.level',
  'trigger.condition',
  'trigger.text',
];

const switchTrigger = (source: Trigger, name: string, on: readonly string[]): Change => ({
  kind: 'switch trigger',
  name,
  on,
  enabled: source.enabled,
});

/** Enables the trigger that the finding describes, which may have another name on the target. */
const enableTrigger: Maker = ({ finding, source, target, path }) => {
  const from = source.triggers?.find(({ name }) => name === finding.name);
  const described = target.triggers?.filter((one) => triggerText(one) === finding.target) ?? [];
  const [to] = described;
  return from && to && described.length === 1 ? [switchTrigger(from, to.name, path)] : null;
};

const createTrigger: Maker = (sides) => {
  const { finding, source } = sides;
  const found = source.triggers?.filter(
    (one) => one.name === finding.name && triggerText(one) === finding.source,
  );
  const [trigger] = found ?? [];
  return trigger && found!.length === 1 ? triggerChanges(trigger, sides, sides) : null;
};

/** Replaces the target's trigger, where the finding tells which one that is. */
const replaceOwn: Maker = (sides) => {
  const { finding, source, target, path, columns } = sides;
  const isText = finding.code === 'trigger.text';
  const told = (trigger: Trigger) => (isText ? actionText(trigger) : triggerText(trigger));
  const was = source.triggers?.filter(
    (one) => one.name === finding.name && told(one) === finding.source,
  );
  const is = target.triggers?.filter((one) => told(one) === finding.target);
  const called = is?.filter(({ name }) => name.toLowerCase() === finding.name?.toLowerCase()) ?? [];
  const [from, [to, ...others]] = [was?.[0], called.length > 0 ? called : (is ?? [])];
  if (!from || was!.length > 1 || !to || others.length > 0) return null;
  return replaceTrigger(from, { name: to.name, on: { path, columns } }, target.triggers!, sides);
};

function changesOfTable(
  finding: RawFinding,
  open: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  setting: RepairSetting,
): Change[] | Message | null {
  const { source: columns } = knownColumns(
    source.columns,
    target.columns,
    setting.rename,
    setting.named,
  );
  const names = new Map(columns.map(({ name, as }) => [name, as]));
  const nameOf = (name: string) => names.get(name) ?? setting.rename(name);
  const sides: Sides = { ...setting, finding, open, source, target, columns, nameOf };
  const waits = finding.part === 'foreign key' ? whatKeyWaitsFor(sides) : null;
  if (waits) return waits;
  if (finding.part === 'column') {
    const changed = finding.code === 'column.missing' ? addColumn(sides) : changeColumn(sides);
    return changed && aroundIndexes(changed, target, setting.ddl);
  }
  if (finding.code === 'object.policies') return changePolicies(sides);
  const changes = MAKERS[finding.code]?.(sides) ?? null;
  if (!changes) return null;
  const outside = findPartitionsOutside(changes, sides);
  if (outside.length > 0) return message('repair.partitions', { columns: outside.join(', ') });
  const unmade = findUnmade(changes, sides);
  return unmade
    ? message('repair.columnFirst', { column: unmade })
    : aroundIndexes(changes, target, setting.ddl);
}

/** By the code of a finding. */
const MAKERS: Readonly<Record<string, Maker>> = {
  comment: ({ source }) => [{ kind: 'comment on table', comment: source.comment ?? '' }],
  'primaryKey.missing': addPrimaryKey,
  'primaryKey.different': addPrimaryKey,
  'uniqueKey.missing': (sides) => addUniqueKey(sides) ?? createIndex(sides),
  'uniqueKey.case': ignoreCase,
  'uniqueKey.prefix': addBeginnings,
  'foreignKey.missing': addForeignKey,
  'foreignKey.elsewhere': addForeignKey,
  'foreignKey.columns': addForeignKey,
  'foreignKey.action': addForeignKey,
  'foreignKey.deferrable': addForeignKey,
  'foreignKey.match': addForeignKey,
  'foreignKey.disabled': validateForeignKey,
  'foreignKey.unchecked': validateForeignKey,
  'check.missing': addCheck,
  'check.ofType': addCheckOfType,
  'check.different': addCheck,
  'index.missing': createIndex,
  'index.different': createIndex,
  'index.order': createIndex,
  'index.method': createIndex,
  ...OF_PARTS,
  'object.unlogged': keepRows,
  'trigger.disabled': enableTrigger,
  'trigger.missing': createTrigger,
  ...Object.fromEntries(REPLACED.map((code) => [code, replaceOwn])),
};
