import { createHash } from 'node:crypto';
import type { TextMeasure } from '../../../connectors/core/sql/constructs.ts';
import type { ObjectDefinition } from '../../../connectors/core/definitions.ts';
import type { ObjectType } from '../../../contract/engines.ts';

interface Place {
  schema: string;
  type: ObjectType;
}

/** A table with fewer columns resembles too many others to count as a twin. */
const MIN_MATCHING_COLUMNS = 3;

/**
 * Tracks which objects are referenced by others, and which have the same columns. Keeps only a name and a hash for
 * each object.
 */
export function createReferences(groups: readonly (Place & { names: readonly string[] })[]) {
  const known = new Set<string>();
  for (const { names } of groups) for (const name of names) known.add(bareName(name));
  const named = new Set<string>();
  const linked = new Set<string>();
  const shapes = new Map<string, string[]>();

  return {
    /** Records the references and the shape of an object. */
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
      if (definition.columns.length < MIN_MATCHING_COLUMNS) return;
      const shape = createHash('sha1')
        .update(JSON.stringify(definition.columns.map(({ name, type: own }) => [name, own])))
        .digest('base64');
      const alike = shapes.get(shape);
      const key = keyOf(schema, type, definition.name);
      if (alike) alike.push(key);
      else shapes.set(shape, [key]);
    },

    /** Whether an earlier table has the same columns. */
    isTwin: (() => {
      let twins: Set<string> | null = null;
      return (schema: string, type: ObjectType, name: string): boolean => {
        twins ??= new Set([...shapes.values()].flatMap(([, ...others]) => others));
        return twins.has(keyOf(schema, type, name));
      };
    })(),

    /**
     * Whether no text that was read names the object. A table also needs no foreign key of its own; procedures and
     * triggers never count, because they are called from outside.
     */
    isUnreferenced(schema: string, type: ObjectType, name: string): boolean {
      if (type !== 'tables' && type !== 'views' && type !== 'functions') return false;
      return !named.has(bareName(name)) && !linked.has(keyOf(schema, type, name));
    },
  };
}

const keyOf = (schema: string, type: ObjectType, name: string): string =>
  `${type} ${schema} ${name}`;

/** A routine's name as texts use it: without its package and parameter types. */
const bareName = (name: string): string =>
  (name.replace(/\(.*$/s, '').split('.').at(-1) ?? name).toLowerCase();
