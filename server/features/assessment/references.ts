import { createHash } from 'node:crypto';
import type { TextMeasure } from '../../../connectors/core/constructs.ts';
import type { ObjectDefinition } from '../../../connectors/core/definitions.ts';
import type { ObjectType } from '../../../contract/engines.ts';

interface Place {
  schema: string;
  type: ObjectType;
}

/** A table of one or two columns looks like many others. */
const TELLING_COLUMNS = 3;

/** Which objects others name, and which are alike. Of each object no more than its name and a hash is held. */
export function createReferences(groups: readonly (Place & { names: readonly string[] })[]) {
  const known = new Set<string>();
  for (const { names } of groups) for (const name of names) known.add(bareName(name));
  const named = new Set<string>();
  const linked = new Set<string>();
  const shapes = new Map<string, string[]>();

  return {
    /** Takes in what an object says of others, and what it looks like. */
    note(
      { schema, type }: Place,
      definition: ObjectDefinition,
      texts: readonly TextMeasure[],
    ): void {
      const own = bareName(definition.name);
      for (const { words } of texts)
        for (const word of words) if (word !== own && known.has(word)) named.add(word);
      if (definition.kind === 'trigger') named.add(bareName(definition.table));
      if (definition.kind !== 'table') return;
      for (const { table } of definition.foreignKeys) {
        linked.add(keyOf(schema, type, definition.name));
        named.add(bareName(table));
      }
      if (definition.columns.length < TELLING_COLUMNS) return;
      const shape = createHash('sha1')
        .update(JSON.stringify(definition.columns.map(({ name, type: own }) => [name, own])))
        .digest('base64');
      const alike = shapes.get(shape);
      const key = keyOf(schema, type, definition.name);
      if (alike) alike.push(key);
      else shapes.set(shape, [key]);
    },

    /** Whether a table before it has the same columns. */
    isTwin: (() => {
      let twins: Set<string> | null = null;
      return (schema: string, type: ObjectType, name: string): boolean => {
        twins ??= new Set([...shapes.values()].flatMap(([, ...others]) => others));
        return twins.has(keyOf(schema, type, name));
      };
    })(),

    /**
     * Whether nothing that was read names it. Of tables those count that lead nowhere, either; procedures and triggers
     * are called from outside.
     */
    isUnreferenced(schema: string, type: ObjectType, name: string): boolean {
      if (type !== 'tables' && type !== 'views' && type !== 'functions') return false;
      return !named.has(bareName(name)) && !linked.has(keyOf(schema, type, name));
    },
  };
}

const keyOf = (schema: string, type: ObjectType, name: string): string =>
  `${type} ${schema} ${name}`;

/** As texts name it: without the types of its parameters, and the package that it lies in. */
const bareName = (name: string): string =>
  (name.replace(/\(.*$/s, '').split('.').at(-1) ?? name).toLowerCase();
