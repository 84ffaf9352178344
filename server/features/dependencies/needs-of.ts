import { type Finder, measureText } from '../../../connectors/core/sql/constructs.ts';
import type { CatalogueNeed, ObjectDefinition } from '../../../connectors/core/definitions.ts';
import type { SqlSpelling } from '../../../connectors/core/engine.ts';
import type { DependencyKind, DependencyOrigin } from '../../../contract/dependencies.ts';
import type { Named } from '../sql/service.ts';
import type { KnownNames, KnownObject, Wanted } from './known-names.ts';
import { type TextName, namesInText } from './text-names.ts';

/** A dependency on another object, or on a name that no object has. */
export interface Need {
  needs: number | null;
  name: string | null;
  kind: DependencyKind;
  origin: DependencyOrigin;
}

export interface Readers {
  names: KnownNames;
  spelling: SqlSpelling;
  finder: Finder;
  /** Whether triggers are objects of their own. */
  triggersApart: boolean;
  /** The names in a view's query according to the parser; null if it cannot read it. */
  parse(query: string): Promise<Named | null>;
}

const KIND_OF: Record<CatalogueNeed['needs']['kind'], Wanted> = {
  relation: 'rows',
  routine: 'routine',
  sequence: 'sequence',
};

/** The dependencies of one object, from its definition, its texts and the catalogue. */
export async function needsOf(
  object: KnownObject,
  definition: ObjectDefinition,
  catalogue: readonly CatalogueNeed[] | null,
  readers: Readers,
): Promise<Need[]> {
  const needs = createNeeds(object, readers);
  const kind = kindOf(definition);
  for (const { byTrigger, needs: needed } of catalogue ?? []) {
    const found = readers.names.exact(
      needed.schema,
      needed.name,
      KIND_OF[needed.kind],
      needed.types,
    );
    // Functions and sequences that are not listed belong to something that created them, such as an
    // extension or a column.
    const outside = needed.kind === 'relation' ? `${needed.schema}.${needed.name}` : null;
    needs.add(found, outside, byTrigger ? 'trigger' : kind, 'catalogue');
  }
  if (definition.kind === 'table')
    for (const { schema, table } of definition.foreignKeys)
      needs.add(
        readers.names.exact(schema, table, 'rows'),
        schema === '' ? table : `${schema}.${table}`,
        'foreign_key',
        'catalogue',
      );
  if (definition.kind === 'trigger')
    needs.add(
      readers.names.exact(definition.schema, definition.table, 'rows'),
      `${definition.schema}.${definition.table}`,
      'trigger',
      'catalogue',
    );
  // For tables and views the catalogue is complete; for routines it does not cover every text.
  if (catalogue && (definition.kind === 'table' || definition.kind === 'view')) return needs.list();
  for (const { text, kind: of } of textsOf(definition, readers.triggersApart)) {
    const parsed = definition.kind === 'view' ? await readers.parse(text) : null;
    if (parsed) needs.named(parsed);
    else needs.text(text, of);
  }
  return needs.list();
}

const kindOf = ({ kind }: ObjectDefinition): DependencyKind =>
  kind === 'view'
    ? 'query'
    : kind === 'routine'
      ? 'code'
      : kind === 'trigger'
        ? 'trigger'
        : 'expression';

function textsOf(
  definition: ObjectDefinition,
  triggersApart: boolean,
): { text: string; kind: DependencyKind }[] {
  const kind = kindOf(definition);
  switch (definition.kind) {
    case 'view':
    case 'routine':
      return definition.text === null ? [] : [{ text: definition.text, kind }];
    case 'trigger':
      return [definition.text, definition.condition].flatMap((text) =>
        text ? [{ text, kind }] : [],
      );
    case 'sequence':
      return [];
    case 'table':
      return [
        ...definition.columns.flatMap(({ default: value, generated }) => [value, generated]),
        ...definition.checks.map(({ expression }) => expression),
      ]
        .flatMap((text) => (text ? [{ text, kind }] : []))
        .concat(
          triggersApart
            ? []
            : (definition.triggers ?? []).flatMap(({ text }) =>
                text ? [{ text, kind: 'trigger' as const }] : [],
              ),
        );
  }
}

/** Collects dependencies without duplicates, each from its most reliable source. */
function createNeeds(object: KnownObject, { names, spelling, finder }: Readers) {
  const found = new Map<string, Need>();
  const told = new Set<number>();
  const keep = (need: Need): void => {
    const key = `${need.kind} ${need.needs ?? need.name}`;
    if (!found.has(key)) found.set(key, need);
  };
  const add = (
    objects: readonly KnownObject[],
    outside: string | null,
    kind: DependencyKind,
    origin: DependencyOrigin,
  ): void => {
    for (const { id, type } of objects) {
      if (origin === 'catalogue' && kind !== 'foreign_key') told.add(id);
      if (id !== object.id)
        keep({ needs: id, name: null, kind: type === 'sequences' ? 'sequence' : kind, origin });
    }
    if (objects.length === 0 && outside !== null)
      keep({ needs: null, name: outside, kind, origin });
  };
  const addName = (
    { path, wanted, sure }: TextName,
    kind: DependencyKind,
    origin: DependencyOrigin,
  ): void => {
    const those = names.find(path, wanted, object.schema);
    // Among several objects of the same name, the catalogue knows which one is meant.
    if (those.some(({ id }) => told.has(id))) return;
    add(those, sure ? path.join('.') : null, kind, origin);
  };
  return {
    add,
    named({ relations, routines }: Named): void {
      for (const path of relations)
        addName({ path, wanted: 'rows', sure: true }, 'query', 'parser');
      for (const path of routines)
        addName({ path, wanted: 'routine', sure: false }, 'query', 'parser');
    },
    text(text: string, kind: DependencyKind): void {
      for (const name of namesInText(text, spelling)) addName(name, kind, 'tokens');
      if (kind !== 'code' && kind !== 'trigger') return;
      if (measureText(text, spelling, finder).found.has('dynamicSql'))
        keep({ needs: null, name: null, kind: 'dynamic', origin: 'tokens' });
    },
    list: (): Need[] => [...found.values()],
  };
}
