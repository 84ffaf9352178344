import { connectorOf } from '../../../../connectors/registry.ts';
import type { ForeignKey, ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { KnownColumn, Expression, Texts } from '../../sql/service.ts';
import { type PairTask, rulesOf } from '../pairs/service.ts';
import { type Counterpart, type CounterpartOf, columnIn } from './counterparts.ts';
import { type TextSources, namedIn } from './meanings.ts';
import type { Definitions } from './outcome.ts';
import type { JudgedFinding, RawFinding } from './raw-finding.ts';
import type { RepairSetting, RepairTexts } from './repair-sides.ts';
import { repairsOf } from './repairs.ts';

/** A pair of one object on each side, and what differs. */
export interface Compared {
  task: PairTask;
  findings: readonly JudgedFinding[];
}

/** Statements for the target that mend a finding; none of what was accepted, or cannot be mended by one. */
export type RepairsOf = (finding: JudgedFinding) => string[] | null;

/** Writes what mends some pairs. */
export async function writeRepairs(
  compared: readonly Compared[],
  definitions: Definitions,
  { sources, counterpartOf }: { sources: TextSources; counterpartOf: CounterpartOf },
  rename: (name: string) => string,
): Promise<RepairsOf> {
  const pairs = compared.flatMap(({ task, findings }): Pair[] => {
    const on = (side: Side) => task.members.find((member) => member.side === side)!;
    const [from, to] = [on('source'), on('target')];
    const [source, target] = [definitions.get(from.id), definitions.get(to.id)];
    if (!source || !target) return [];
    const open = findings.filter(({ accepted }) => !accepted);
    const path = [to.schema_name, to.object_name];
    const { columns: named } = rulesOf(task.pair);
    return [{ source: source.definition, target: target.definition, path, named, open }];
  });
  const referenced = (key: ForeignKey) => findReferenced(key, counterpartOf(key));
  const { engines } = sources;
  const setting = ({ path, named }: Pair, texts: RepairTexts): RepairSetting => ({
    ddl: connectorOf(engines.target).ddl,
    sameEngine: engines.source === engines.target,
    rename,
    named,
    path,
    texts,
    referenced,
  });
  const texts = await writeTexts(sources, (recorder) => {
    for (const pair of pairs)
      repairsOf(pair.open, pair.source, pair.target, setting(pair, recorder));
  });
  const repairs = new Map<RawFinding, string[] | null>(
    pairs.flatMap((pair) => [
      ...repairsOf(pair.open, pair.source, pair.target, setting(pair, texts)),
    ]),
  );
  return (finding) => repairs.get(finding) ?? null;
}

interface Pair {
  source: ObjectDefinition;
  target: ObjectDefinition;
  path: readonly string[];
  named: RepairSetting['named'];
  open: JudgedFinding[];
}

/** Null where one of the columns became none. */
function findReferenced(
  key: ForeignKey,
  to: Counterpart | undefined,
): ReturnType<RepairSetting['referenced']> {
  if (!to) return null;
  const columns = key.referenced.flatMap((name) => columnIn(to, name) ?? []);
  if (columns.length < key.referenced.length) return null;
  return { table: [to.schema, to.table], columns };
}

/** Writes what repairs ask for: they are made once to hear what that is. */
export async function writeTexts(
  { meanings, engines, tables: { source: tables } }: TextSources,
  make: (texts: RepairTexts) => void,
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
