import { connectorOf } from '../../../../../connectors/registry.ts';
import type { ForeignKey } from '../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../contract/fields.ts';
import type { KnownColumn, Expression, Texts } from '../../../sql/service.ts';
import { type PairTask, rulesOf } from '../../pairs/service.ts';
import { type CounterpartOf, type TableName, keyOfTable } from '../counterparts.ts';
import { type TextSources, namedIn } from '../compare/texts/meanings.ts';
import type { Definitions } from '../outcome.ts';
import type { JudgedFinding, RawFinding } from '../compare/raw-finding.ts';
import { createMissing } from './create-missing.ts';
import {
  type Repair,
  type RepairSetting,
  type RepairTexts,
  type TypesOf,
  noRepair,
} from './repair-sides.ts';
import { message } from '../../../../../contract/messages/message.ts';
import { removeObject } from './remove-extra.ts';
import { type Pair, findReferenced, endsOfPairs } from './ends-of-keys.ts';
import { repairsOf } from './repairs.ts';
import { withTargetRoutines } from './target-schemas.ts';
import type { Becomes } from '../missing.ts';
import type { Naming } from '../../pairs/naming-service.ts';
import type { IsUnmade } from './unmade-objects.ts';

/** A pair of one object on each side, and what differs. */
export interface Compared {
  task: PairTask;
  findings: readonly JudgedFinding[];
}

/** The repair of a finding; null for notes that need none, and for accepted findings. */
export type RepairsOf = (finding: JudgedFinding) => Repair | null;

/** What repairs need to know besides the definitions. */
interface Known {
  sources: TextSources;
  counterpartOf: CounterpartOf;
  typesOf: TypesOf;
  becomes: Becomes;
  isUnmade: IsUnmade;
  programOf: NonNullable<RepairSetting['programOf']>;
}

/**
 * Writes the repairs of pairs.
 * @param alone - pairs with objects on one side only
 */
export async function writeRepairs(
  { compared, alone }: Record<'compared' | 'alone', readonly Compared[]>,
  definitions: Definitions,
  { sources, counterpartOf, typesOf, becomes, isUnmade, programOf }: Known,
  { rename, schemaOf }: Naming,
): Promise<RepairsOf> {
  const pairs = pairsOf(compared, definitions);
  const { engines } = sources;
  const base = {
    ddl: connectorOf(engines.target).ddl,
    sameEngine: engines.source === engines.target,
    from: connectorOf(engines.source),
    schemaOf,
    placeOf: placesOf(sources),
  };
  const endThere = endsOfPairs(pairs, base);
  const referenced = (key: ForeignKey) => {
    if (isUnmade(key)) return null;
    const to = becomes(key);
    return to
      ? { table: [to.schema, to.table], columns: key.referenced.map(rename) }
      : findReferenced(key, counterpartOf(key), endThere);
  };
  const relation: RepairSetting['relation'] = (name) => {
    const to = counterpartOf(name);
    return to?.both ? { path: [to.schema, to.table], columns: to.both.known.source } : null;
  };
  const setting = (
    { path, named }: Pick<Pair, 'path' | 'named'>,
    texts: RepairTexts,
  ): RepairSetting => ({
    ...base,
    relation,
    rename,
    named,
    path,
    texts: base.sameEngine ? withRoutines(texts, base) : texts,
    programOf,
    referenced,
    typesOf,
    isUnmade,
    namedIn: (query) => tablesIn(query, sources),
  });
  const create = ({ members: [member] }: PairTask, texts: RepairTexts): Repair => {
    const { id, schema_name, object_name } = member!;
    const source = definitions.get(id)?.definition;
    if (!source) return noRepair(message('repair.unknown'));
    const to = becomes({ schema: schema_name, table: object_name });
    if (!to) return noRepair(message('repair.noSchema'));
    return createMissing(source, setting({ path: [to.schema, to.table], named: [] }, texts));
  };
  const remove = ({ members: [member] }: PairTask): Repair => {
    const { id, schema_name, object_name } = member!;
    const target = definitions.get(id)?.definition;
    if (!target) return noRepair(message('repair.unseen'));
    return removeObject(target, {
      ddl: connectorOf(engines.target).ddl,
      path: [schema_name, object_name],
    });
  };
  const make = (texts: RepairTexts) => [
    ...pairs.flatMap((pair) => [
      ...repairsOf(pair.open, pair.source, pair.target, setting(pair, texts)),
    ]),
    ...alone.flatMap(({ task, findings }) =>
      findings.map(
        (one) => [one, one.code === 'object.extra' ? remove(task) : create(task, texts)] as const,
      ),
    ),
  ];
  const repairs = new Map<RawFinding, Repair>(make(await writeTexts(sources, make)));
  return (finding) => repairs.get(finding) ?? null;
}

/** Texts whose routines and types are those of the target: whoever writes them knows the names of tables and columns alone. */
const withRoutines = (
  texts: RepairTexts,
  base: Pick<RepairSetting, 'from' | 'schemaOf'>,
): RepairTexts => ({
  expression: (columns, { text, ...rest }) =>
    texts.expression(columns, { ...rest, text: withTargetRoutines(text, base) }),
  view: (query) => texts.view(withTargetRoutines(query, base)),
});

/** Tables and views of the source that a query names. */
export const tablesIn = (query: string, { tables }: TextSources): TableName[] =>
  namedIn(query, tables.source).flatMap(({ schemaInQueries: schema, spelling: table }) =>
    schema === undefined || table === undefined ? [] : [{ schema, table }],
  );

/** Where tables and views that texts of the source name lie on the target. */
function placesOf({ tables }: TextSources): NonNullable<RepairSetting['placeOf']> {
  const places = new Map(
    tables.source.flatMap(({ name, schemaInQueries: from, schema, as }) =>
      from === undefined || schema === undefined
        ? []
        : [[keyOfTable({ schema: from, table: name }), { schema, table: as }] as const],
    ),
  );
  return ({ schema, table }) => places.get(keyOfTable({ schema, table: table.toLowerCase() }));
}

const pairsOf = (compared: readonly Compared[], definitions: Definitions): Pair[] =>
  compared.flatMap(({ task, findings }) => {
    const on = (side: Side) => task.members.find((member) => member.side === side)!;
    const [from, to] = [on('source'), on('target')];
    const [source, target] = [definitions.get(from.id), definitions.get(to.id)];
    if (!source || !target) return [];
    const open = findings.filter(({ accepted }) => !accepted);
    const path = [to.schema_name, to.object_name];
    const { columns: named } = rulesOf(task.pair);
    return [{ source: source.definition, target: target.definition, path, named, open }];
  });

/** Translates the texts that repairs need; these are made once beforehand to collect the texts. */
export async function writeTexts(
  { meanings, engines, tables: { source: tables } }: TextSources,
  make: (texts: RepairTexts) => unknown,
): Promise<RepairTexts> {
  const { source: engine, target } = engines;
  const asked = new Map<readonly KnownColumn[], Map<string, Expression>>();
  const views = new Set<string>();
  make({
    expression(columns, expression) {
      const own = asked.get(columns) ?? new Map<string, Expression>();
      own.set(JSON.stringify(expression), expression);
      asked.set(columns, own);
      return '?';
    },
    view(query) {
      views.add(query);
      return '?';
    },
  });
  const into = { engine: target, names: 'quoted' } as const;
  const write = async (texts: Texts): Promise<(string | null)[]> =>
    (await meanings.write(texts, into)).map((one) => (one?.exact ? one.text : null));
  const written = new Map<string, string | null>();
  const textKey = (columns: readonly KnownColumn[], expression: Expression): string =>
    JSON.stringify([columns, expression]);
  for (const [columns, expressions] of asked) {
    const list = [...expressions.values()];
    const texts = await write({ engine, columns, expressions: list });
    for (const [index, expression] of list.entries())
      written.set(textKey(columns, expression), texts[index] ?? null);
  }
  for (const query of views) {
    const [text] = await write({ engine, tables: namedIn(query, tables), query });
    written.set(query, text ?? null);
  }
  return {
    expression: (columns, expression) => written.get(textKey(columns, expression)) ?? null,
    view: (query) => written.get(query) ?? null,
  };
}
