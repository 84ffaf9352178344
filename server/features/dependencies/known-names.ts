import type { ObjectType } from '../../../contract/engines.ts';

export interface KnownObject {
  id: number;
  schema: string;
  name: string;
  type: ObjectType;
}

/** The kind of object that a name refers to where it occurs. */
export type Wanted = 'rows' | 'routine' | 'procedure' | 'sequence';
const TYPES: Record<Wanted, readonly ObjectType[]> = {
  rows: ['tables', 'views'],
  routine: ['functions', 'procedures'],
  procedure: ['procedures', 'functions'],
  sequence: ['sequences'],
};

/** A routine's name without its parameter types, in lower case. */
const plainName = (name: string): string => name.replace(/\(.*$/s, '').toLowerCase();

export type KnownNames = ReturnType<typeof createKnownNames>;

/** The objects of one side by the names that texts and catalogues use; nothing else of them is held. */
export function createKnownNames(objects: readonly KnownObject[]) {
  const byName = new Map<string, KnownObject[]>();
  const schemas = new Set<string>();
  const add = (name: string, object: KnownObject): void => {
    const found = byName.get(name);
    if (!found) byName.set(name, [object]);
    else if (!found.includes(object)) found.push(object);
  };
  for (const object of objects) {
    schemas.add(object.schema.toLowerCase());
    const plain = plainName(object.name);
    add(plain, object);
    // Code in a package refers to its own members by the last part of their name.
    const last = plain.split('.').at(-1)!;
    if (last !== plain) add(last, object);
  }

  const those = (name: string, wanted: Wanted, schema: string | null): KnownObject[] =>
    (byName.get(name.toLowerCase()) ?? []).filter(
      (object) =>
        TYPES[wanted].includes(object.type) &&
        (schema === null || object.schema.toLowerCase() === schema.toLowerCase()),
    );

  return {
    hasSchema: (name: string): boolean => schemas.has(name.toLowerCase()),

    /**
     * Objects that a dotted name refers to; several if a routine is overloaded. Without a schema: the object in the
     * `own` schema, else the only one of that name.
     */
    find(path: readonly string[], wanted: Wanted, own: string): KnownObject[] {
      const [schema, name] = [path.at(-2), path.at(-1)!];
      if (schema !== undefined) {
        const inSchema = those(name, wanted, schema);
        if (inSchema.length > 0) return inSchema;
        const inPackage = those(`${schema}.${name}`, wanted, path.at(-3) ?? own);
        return inPackage.length > 0 ? inPackage : [];
      }
      const near = those(name, wanted, own);
      if (near.length > 0) return near;
      const anywhere = those(name, wanted, null);
      const owners = new Set(anywhere.map((object) => object.schema));
      return owners.size === 1 ? anywhere : [];
    },

    /** Looks up a schema and name as the catalogue spells them, a routine also by its parameter types. */
    exact(
      schema: string,
      name: string,
      wanted: Wanted,
      types: string | null = null,
    ): KnownObject[] {
      const found = those(name, wanted, schema).filter(
        (object) => object.name.replace(/\(.*$/s, '') === name || object.name === name,
      );
      const all = found.length > 0 ? found : those(name, wanted, schema);
      if (types === null || all.length < 2) return all;
      const typed = all.filter((object) => object.name === `${name}(${types})`);
      return typed.length > 0 ? typed : all;
    },
  };
}
