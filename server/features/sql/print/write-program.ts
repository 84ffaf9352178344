import { unquote, wordsAndSigns } from '../../../../connectors/core/sql/sql-tokens.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { alwaysGivesOneRow } from '../queries/one-row.ts';
import { withOutputs } from '../queries/selects.ts';
import {
  type Dialect,
  type KnownColumn,
  type KnownTable,
  asNode,
  nullIfUnreadable,
  tableAt,
} from '../read.ts';
import { declaredType } from '../routines/declared-types.ts';
import { takenAlike } from '../routines/given-values.ts';
import type { Raw } from '../routines/shaped-loops.ts';
import type { Shown } from '../routines/shown-steps.ts';
import type { Parser } from '../routines/step-tokens.ts';
import type { Write } from '../routines/written-rows.ts';
import type { Node } from '../tree/tree.ts';
import { printEffect, withInto } from './print-effect.ts';
import { Unprintable } from './print-hand.ts';
import { type Translation, printProgram } from './print-program.ts';
import { type PrintScope, nameOf, printCondition, printQuery, printValue } from './print-query.ts';
import { type ProgramReader, createProgramReader } from './program-reader.ts';
import { readRows, textsIn } from './row-loops.ts';
import { type Into, byName, tablesThere, write } from './write.ts';

interface Parameters {
  own: readonly KnownColumn[];
  /** The same under the names and with the types of their counterparts. */
  there: readonly KnownColumn[];
  /** The type of what is returned, null where none is declared; of a trigger, the row. */
  returns: CanonicalType | { row: string | null } | null;
  /** Of a trigger: the condition that is written before its body. */
  when?: string | null;
}

/**
 * Translates a block of steps. What cannot be written to the same meaning is left as it is stored, in gaps.
 * @throws Unreadable, Unprintable
 */
export const writeProgram = (
  from: Dialect,
  into: Into,
  tables: readonly KnownTable[],
  shown: Shown,
  parameters: Parameters,
): string =>
  printProgram(
    shown,
    new Translator(from, into, tables, shown.steps, parameters),
    parameters.when ?? null,
  );

interface Variable {
  /** As it is called there. */
  name: string;
  /** Null for a type that not all engines understand alike. */
  type: CanonicalType | null;
}

class Translator implements Translation {
  readonly parser: Parser;
  readonly #dialects: readonly [from: Dialect, into: Dialect];
  readonly #tables: readonly KnownTable[];
  readonly #variables: Map<string, Variable>;
  /** Variables and parameters as they are called there. */
  readonly #names: ReadonlyMap<string, string>;
  /** The types of variables and parameters, as far as they are known. */
  readonly #types: ReadonlyMap<string, CanonicalType | null>;
  readonly #returns: Parameters['returns'];
  readonly #here: ProgramReader;
  readonly #there: ProgramReader;
  readonly #scope: PrintScope;
  readonly #rows: ReadonlyMap<Raw, { record: string; query: string | null }>;

  constructor(
    from: Dialect,
    { dialect, names }: Into,
    tables: readonly KnownTable[],
    steps: readonly Raw[],
    { own, there, returns }: Parameters,
  ) {
    const { parser } = dialect.rules;
    const variables = variablesIn(steps, from.rules.parser);
    this.parser = parser;
    this.#dialects = [from, dialect];
    this.#tables = tables;
    this.#variables = variables;
    const spelt = there.map(({ name }) =>
      name.startsWith('$') ? name : nameOf(name, { dialect, names }),
    );
    this.#names = new Map([
      ...own.map(({ name }, at) => [name.toLowerCase(), spelt[at]!] as const),
      ...[...variables].map(([name, { name: as }]) => [name, as] as const),
    ]);
    const called = [...this.#names.values()].map((name) => name.toLowerCase());
    const bare = new Set(called.map(bareName));
    if (new Set(called).size < own.length + variables.size) throw new Unreadable('one name twice');
    this.#types = new Map([
      ...own.map(({ name, canonical }) => [name.toLowerCase(), canonical] as const),
      ...[...variables].map(([name, { type }]) => [name, type] as const),
    ]);
    this.#returns = returns;
    const known = tablesThere(tables);
    const values = [
      valuesOf(own, variables, (name) => name),
      valuesOf(there, variables, (_, { name }) => name),
    ] as const;
    this.#here = createProgramReader(from, tables, values[0]);
    this.#there = createProgramReader(dialect, known, values[1]);
    const places = new Map([
      ...there.map(({ as }, at) => [as.toLowerCase(), spelt[at]!] as const),
      ...[...variables.values()].map(({ name }) => [placeOf(name), name] as const),
    ]);
    this.#scope = { dialect, names, tables: byName(known), parameters: places };
    this.#rows = readRows(steps, {
      from,
      scope: this.#scope,
      places,
      values,
      isTaken: (name, as) => this.#names.has(name) || bare.has(bareName(as)),
      read: (text) => this.#here.query(text),
      translate: (text, read, print) => this.#translate(text, read, print, this.#there.query),
      forget: (name) => variables.set(name, { name, type: null }),
    });
  }

  nameOf = (name: string): string | null => this.#names.get(name) ?? null;
  typeOf = ({ name }: Raw & { does: 'declare' }): CanonicalType | null =>
    this.#variables.get(name)?.type ?? null;
  value(text: string, name: string | null): string | null {
    if (name === null && this.#returns && 'row' in this.#returns) return this.#row(text);
    return this.#translate(
      text,
      () => this.#taken(this.#here.value(text), name),
      (tree) => printValue(tree, this.#scope),
      this.#there.value,
    );
  }
  test = (text: string): string | null =>
    this.#translate(
      text,
      () => this.#here.test(text),
      (tree) => printCondition(tree, this.#scope),
      this.#there.test,
    );

  rows(step: Raw & { does: 'rows' }): { record: string; query: string | null } {
    const found = this.#rows.get(step);
    if (!found) throw new Unprintable('rows in variables');
    return found;
  }

  statement(step: Raw): string | null {
    switch (step.does) {
      case 'select':
        return this.#selected(step);
      case 'insert':
      case 'insert rows':
      case 'update':
      case 'delete':
      case 'fail':
        return this.#written(step);
      default:
        return null;
    }
  }

  /** What a trigger's function returns: behind the write, that does not count. */
  #row(text: string): string | null {
    if (this.parser !== 'postgresql' || !/^(?:new|old|null)$/i.test(text)) return null;
    const { row } = this.#returns as { row: string | null };
    return row === null ? 'NULL' : text.toUpperCase();
  }

  #written(step: Write): string | null {
    const table = 'table' in step ? tableAt(this.#tables, step.table).table : undefined;
    return this.#translate(
      textsIn(step).join('\n'),
      () => this.#here.effect(step),
      (tree) => printEffect(tree, this.#scope, table?.as),
      this.#there.effectOfText,
    );
  }

  /** A value as the variable of that name, or what is returned, takes it. @throws Unreadable */
  #taken(value: Node, name: string | null): Node {
    const type = name === null ? this.#returns : this.#types.get(name);
    const [from, into] = this.#dialects;
    return type && 'kind' in type ? takenAlike(value, type, [from.rules, into.rules]) : value;
  }

  #selected({ into, none }: Raw & { does: 'select' }): string | null {
    const names = into.map(({ name }) => this.#names.get(name));
    const texts = into.map(({ query }) => query);
    let isOne = false;
    const query = this.#translate(
      texts.join(' '),
      () => {
        const whole = this.#here.together(texts);
        isOne = alwaysGivesOneRow(whole);
        return withOutputs(whole, (outputs) =>
          outputs.map((it, at) => this.#taken(it, into[at]!.name)),
        );
      },
      (tree) => printQuery(tree, this.#scope),
      this.#there.query,
    );
    const word = isOne ? 'INTO' : INTO[this.parser]?.[none];
    if (query === null || !word || names.includes(undefined)) return null;
    return `${withInto(query, `${word} ${names.join(', ')}`)};`;
  }

  #translate(
    text: string,
    read: () => Node,
    print: (tree: Node) => string,
    readBack: (text: string) => Node,
  ): string | null {
    const words = wordsAndSigns(text, this.#dialects[0].spelling);
    const isTold = words.every(
      (word) => this.#variables.get(unquote(word).toLowerCase())?.type !== null,
    );
    const tree = isTold ? nullIfUnreadable(read) : null;
    const written = write(tree, this.#dialects, print, (own) =>
      nullIfUnreadable(() => readBack(own)),
    );
    return written?.exact ? written.text : null;
  }
}

/** How SELECT INTO says what becomes of the variables where there is no row. */
const INTO: Partial<Record<Parser, Partial<Record<'null' | 'keeps' | 'fails', string>>>> = {
  postgresql: { null: 'INTO', fails: 'INTO STRICT' },
  oracle: { fails: 'INTO' },
  mysql: { keeps: 'INTO' },
};

/** A name without quotes, in one case. */
const bareName = (name: string): string => name.replaceAll(/["`[\]]/g, '').toLowerCase();

/** The place of a variable beside the parameters. */
const placeOf = (name: string): string => `$ ${name.toLowerCase()}`;

function valuesOf(
  parameters: readonly KnownColumn[],
  variables: ReadonlyMap<string, Variable>,
  nameOf: (name: string, variable: Variable) => string,
): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const parameter of parameters)
    for (const name of [parameter.as, parameter.name.toLowerCase()])
      if (name !== '') found.set(name, asNode(parameter));
  for (const [own, variable] of variables) {
    const { name, type: canonical } = variable;
    if (canonical)
      found.set(
        nameOf(own, variable).toLowerCase(),
        asNode({ name, as: placeOf(name), canonical, nullable: true }),
      );
  }
  return found;
}

const INT: CanonicalType = { kind: 'integer', bits: 32, unsigned: false };

/** The variables that a block declares, by their names in lower case. */
function variablesIn(steps: readonly Raw[], from: Parser): Map<string, Variable> {
  const found = new Map<string, Variable>();
  const add = (own: string, type: CanonicalType | null): void => {
    found.set(own, { name: own.replace(/^@/, ''), type });
  };
  const walk = (list: readonly Raw[]): void => {
    for (const step of list) {
      if (step.does === 'declare') {
        if (found.has(step.name)) throw new Unreadable('two variables of one name');
        add(
          step.name,
          nullIfUnreadable(() => declaredType(step.type, from)),
        );
      }
      // Several loops may count with the same variable.
      if (step.does === 'times') add(step.name, INT);
      if ('steps' in step) walk(step.steps);
      if (step.does === 'if')
        [...step.branches.map(({ steps: own }) => own), step.otherwise].forEach(walk);
    }
  };
  walk(steps);
  return found;
}
