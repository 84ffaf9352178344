import { withEnglish } from '../../../../contract/messages/english.ts';
import {
  type Column,
  type ForeignKey,
  type Index,
  type Key,
  type ObjectDefinition,
  type Parameter,
  type SequenceDefinition,
  type TableDefinition,
  type Trigger,
  type ViewDefinition,
  hasColumns,
} from '../../../../connectors/core/definitions.ts';
import {
  type Acceptance,
  DATA_DIFFERENT,
  type Finding,
  type Snapshot,
} from '../../../../contract/proof/definitions.ts';
import { type EngineId, ENGINES } from '../../../../connectors/engines.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import { layOut } from './shown/lay-out.ts';
import { grantLines } from './compare/compare-grants.ts';
import { type PairMember, type PairTask, rulesOf } from '../pairs/service.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import { matchColumns } from './compare/columns/match-columns.ts';
import type { Definitions } from './outcome.ts';
import { uniquesOf } from './compare/keys/unique-keys.ts';
import { ruleText } from './compare/compare-rules.ts';
import { includedText, keyText, partsOf, triggerText } from './compare/texts/definition-texts.ts';
import type { Repair } from './repair/repair-sides.ts';
import type { JudgedFinding } from './compare/raw-finding.ts';
import type { CoveredNow, NamedAcceptance } from './accept/acceptances.ts';
import type { StoredSnapshot } from './snapshots.ts';

type Line = Snapshot['others'][number];

const line = (kind: string, name: string | null, text: string): Line => ({
  kind,
  name: name ?? '',
  text,
});
const foreignKeyText = (key: ForeignKey): string =>
  `${key.columns.join(', ')} → ${key.schema}.${key.table} (${key.referenced.join(', ')}), update ${key.onUpdate}, delete ${key.onDelete}`;
const indexText = (index: Index): string =>
  [
    index.unique ? 'unique: ' : '',
    partsOf(index).join(', '),
    index.include ? ` include (${index.include.join(', ')})` : '',
    index.where ? ` where ${index.where}` : '',
  ].join('');
const parameterText = ({ mode, type, default: preset }: Parameter): string =>
  `${mode} ${type}${preset === null ? '' : ` = ${preset}`}`;

function othersOf(definition: ObjectDefinition): Line[] {
  if (definition.kind === 'trigger')
    return [
      line('actsOn', null, `${definition.schema}.${definition.table}`),
      line('acts', null, triggerText(definition)),
    ];
  if (definition.kind === 'sequence') return numbersOf(definition);
  const grants = grantLines(definition.access).map(([name, text]) => line('grant', name, text));
  const comment = definition.comment ? [line('comment', null, definition.comment)] : [];
  if (definition.kind === 'table') {
    return [
      ...definition.uniques.map((key) => line('unique key', key.name, uniqueText(key))),
      ...definition.foreignKeys.map((key) =>
        line('foreign key', key.name, foreignKeyText(key) + stateText(key)),
      ),
      ...definition.checks.map((check) =>
        line('check', check.name, check.expression + stateText(check)),
      ),
      ...definition.indexes.map((index) =>
        line('index', index.name, indexText(index) + stateText(index)),
      ),
      ...triggerLines(definition.triggers),
      ...ruleLines(definition),
      ...grants,
      ...comment,
    ];
  }
  if (definition.kind === 'view') {
    const indexes = definition.keptIndexes ?? [];
    return [
      ...indexes.map((index) => line('index', index.name, indexText(index))),
      ...triggerLines(definition.viewTriggers),
      ...ruleLines(definition),
      ...grants,
      ...comment,
    ];
  }
  return [
    ...definition.parameters.map((parameter) =>
      line('parameter', parameter.name, parameterText(parameter)),
    ),
    ...(definition.returns
      ? [
          line(
            'returns',
            null,
            `${definition.returns.set ? 'set of ' : ''}${definition.returns.type}`,
          ),
        ]
      : []),
    line('language', null, definition.language),
    ...grants,
    ...comment,
  ];
}

/** In words of SQL, as the rest of a line. */
const stateText = ({ disabled, unchecked, deferrable, notForReplication }: Partial<Key>): string =>
  [
    deferrable ? ' DEFERRABLE' : '',
    deferrable === 'always' ? ' INITIALLY DEFERRED' : '',
    notForReplication ? ' NOT FOR REPLICATION' : '',
    disabled ? ' DISABLED' : unchecked && !notForReplication ? ' NOT VALIDATED' : '',
  ].join('');

const uniqueText = (key: Key): string => keyText(key) + includedText(key.include) + stateText(key);

const primaryKeyOf = (definition: ObjectDefinition): Snapshot['primary_key'] => {
  const key = definition.kind === 'table' ? definition.primaryKey : null;
  return key && { name: key.name, text: uniqueText(key) };
};

const triggerLines = (triggers: readonly Trigger[] = []) =>
  triggers.map((trigger) => line('trigger', trigger.name, triggerText(trigger)));

const ruleLines = ({ rules = [] }: TableDefinition | ViewDefinition): Line[] =>
  rules.map((rule) => line('rule', rule.name, ruleText(rule)));

/** The properties of a sequence. */
function numbersOf(definition: SequenceDefinition): Line[] {
  const kinds = ['start', 'increment', 'least', 'most', 'cache', 'next'] as const;
  const lines = kinds.flatMap((kind) => {
    const value = definition[kind];
    return value === null ? [] : [line(kind, null, value)];
  });
  return [...lines, line('cycles', null, definition.cycles ? 'CYCLE' : 'NO CYCLE')];
}

const countParts = (table: TableDefinition): NonNullable<Snapshot['counts']> => {
  const having = (isIt: (column: Column) => boolean) => table.columns.filter(isIt).length;
  const uniques = uniquesOf(table);
  return {
    columns: table.columns.length,
    not_null: having(({ nullable }) => !nullable),
    defaults: having(({ default: preset }) => preset !== null),
    identities: having(({ identity }) => identity),
    computed: having(({ generated }) => generated !== null),
    primary_keys: table.primaryKey ? 1 : 0,
    unique_keys: uniques.length,
    foreign_keys: table.foreignKeys.length,
    checks: table.checks.length,
    indexes: table.indexes.length + table.uniques.length - uniques.length,
    triggers: table.triggers?.length ?? null,
    partitions: table.storage?.partitions ?? null,
  };
};

/** The text of what is written in SQL; that of a PostgreSQL trigger, whose language is not kept, where it has a block. */
function laidOut(definition: ObjectDefinition, engine: EngineId | undefined): string | null {
  if (engine === undefined || !('text' in definition) || definition.text === null) return null;
  const { kind, text } = definition;
  const isSql =
    kind === 'routine'
      ? /sql$/i.test(definition.language)
      : kind !== 'trigger' ||
        /\bBEGIN\b[^]*\bEND\b/i.test(text) ||
        engine !== ENGINES.postgresql.id;
  return isSql ? layOut(text, connectorOf(engine)) : null;
}

/** A stored definition as clients see it. @param engine - of its side; undefined where no database is entered */
export function presentSnapshot(
  member: PairMember,
  snapshot: StoredSnapshot,
  engine: EngineId | undefined,
): Snapshot {
  const { definition } = snapshot;
  return {
    object_id: member.id,
    side: member.side,
    name: `${member.schema_name}.${member.object_name}`,
    hash: snapshot.hash,
    read_at: snapshot.read_at,
    changed_at: snapshot.changed_at,
    columns: !hasColumns(definition)
      ? []
      : definition.columns.map(
          ({ name, type, nullable, default: preset, identity, generated, comment }) => ({
            name,
            type,
            nullable,
            default: preset,
            identity,
            generated,
            comment,
          }),
        ),
    primary_key: primaryKeyOf(definition),
    others: othersOf(definition),
    counts: definition.kind === 'table' ? countParts(definition) : null,
    text: 'text' in definition ? definition.text : null,
    laid_out: laidOut(definition, engine),
  };
}

/** Columns of a pair of two objects whose counterparts have another name. */
export function renamedColumns(
  { pair, members }: PairTask,
  definitions: Definitions,
  rename: (name: string) => string,
): ColumnCounterpart[] {
  const columnsOn = (side: Side) => {
    const on = members.filter((member) => member.side === side);
    const definition = on.length === 1 ? definitions.get(on[0]!.id)?.definition : undefined;
    return definition && hasColumns(definition) ? definition.columns : [];
  };
  const { columns: named } = rulesOf(pair);
  return matchColumns(columnsOn('source'), columnsOn('target'), rename, named).pairs.flatMap(
    ([{ name: source }, { name: target }]) => (source === target ? [] : [{ source, target }]),
  );
}

export const presentFinding = (
  {
    detail,
    advice,
    likely,
    settledByRows: _,
    comparedAsNumbers: __,
    on: ___,
    ...finding
  }: JudgedFinding,
  repair: Repair | null,
): Finding => ({
  ...finding,
  likely: likely ?? null,
  repair: repair?.statements ? [...repair.statements, ...repair.last] : null,
  removal: repair?.removal ?? null,
  ...withEnglish('detail', detail),
  ...withEnglish('advice', advice),
  ...withEnglish('unmended', repair?.unmended ?? null),
});

export const presentAcceptance = (
  acceptance: NamedAcceptance,
  people: ReadonlyMap<number, string>,
  { held, objects }: CoveredNow,
): Acceptance => ({
  id: acceptance.id,
  pair_id: acceptance.pair_id,
  code: acceptance.code,
  name: acceptance.name,
  names: acceptance.names,
  source: acceptance.source,
  target: acceptance.target,
  reason: acceptance.reason,
  until: acceptance.until,
  ended:
    acceptance.ended_at !== null ||
    (acceptance.pair_id !== null && acceptance.objects !== objects.get(acceptance.pair_id)),
  held: acceptance.code === DATA_DIFFERENT ? (held.get(acceptance.id) ?? 0) : null,
  created_by: acceptance.created_by === null ? null : (people.get(acceptance.created_by) ?? null),
  created_at: acceptance.created_at,
});
