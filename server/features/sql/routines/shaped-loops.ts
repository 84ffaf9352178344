import { Unreadable } from '../tree/ast.ts';
import type { Parser } from './step-tokens.ts';
import type { Write } from './written-rows.ts';

type Plain =
  | { does: 'declare'; name: string; type: string }
  | { does: 'set'; name: string; to: string }
  /** SELECT … INTO, with a query for each variable. `none`: what becomes of them where there is no row. */
  | { does: 'select'; into: { name: string; query: string }[]; none: 'null' | 'keeps' | 'fails' }
  /** `value`: null where a procedure just ends. */
  | { does: 'return'; value: string | null }
  | Write;
interface If<S> {
  does: 'if';
  branches: { when: string; steps: S[] }[];
  otherwise: S[];
}
interface While<S> {
  does: 'loop';
  label?: string;
  when: string;
  steps: S[];
}
interface Times<S> {
  does: 'times';
  label?: string;
  name: string;
  from: string;
  to: string;
  steps: S[];
}

/** A step of a routine's block. Names are in lower case, texts are SQL. */
export type Step =
  | Plain
  | If<Step>
  | While<Step>
  | Times<Step>
  /** What is done for each row of a query, whose values are in variables, or in the fields of a record. */
  | { does: 'each'; query: string; record: string | null; into: string[]; steps: Step[] }
  /** From here on, a query without a row sets a flag that ends loops. */
  | { does: 'handled' };

/** A statement as it is written. */
export type Raw =
  | Plain
  | If<Raw>
  | While<Raw>
  | Times<Raw>
  | { does: 'rows'; into: string[]; query?: string; cursor?: string; steps: Raw[] }
  | { does: 'forever'; label: string | null; steps: Raw[] }
  | { does: 'repeat'; steps: Raw[]; until: string }
  | { does: 'exit'; label: string | null; when: string | null }
  | { does: 'cursor'; name: string; query: string }
  | { does: 'record'; name: string }
  | { does: 'handler'; flag: string }
  | { does: 'open' | 'close'; name: string }
  /** One that is not read: it can be shown alone. */
  | { does: 'kept' }
  | { does: 'fetch'; name: string; into: string[] };

/**
 * Reads loops that fetch all rows of a cursor, in the forms in which they are always written, as what is done for each row.
 * @throws Unreadable for any other use of a cursor, and for loops that end in another way
 */
export const withLoops = (list: readonly Raw[], parser: Parser): Step[] =>
  new Shaper(list, parser).all();

type Fetch = Raw & { does: 'fetch' };

class Shaper {
  readonly #list: readonly Raw[];
  readonly #parser: Parser;
  readonly #cursors = new Map<string, string>();
  readonly #records = new Set<string>();
  readonly #open = new Set<string>();
  /** MySQL's variable that a handler sets where there is no more row. */
  readonly #flag: string | null;
  /** Whether the flag is known not to be set. */
  #isClear = false;

  constructor(list: readonly Raw[], parser: Parser) {
    this.#list = list;
    this.#parser = parser;
    const handlers = list.flatMap((step) => (step.does === 'handler' ? step.flag : []));
    if (handlers.length > 1) throw new Unreadable('several handlers');
    this.#flag = handlers[0] ?? null;
  }

  all(): Step[] {
    const steps = this.#shape(this.#list);
    const flag = this.#flag?.replaceAll('$', String.raw`\$`);
    if (flag && new RegExp(String.raw`(?<![\w$])${flag}(?![\w$])`, 'i').test(JSON.stringify(steps)))
      throw new Unreadable('a flag that says more');
    return steps;
  }

  #shape(list: readonly Raw[]): Step[] {
    const steps: Step[] = [];
    for (let at = 0; at < list.length;) {
      const step = list[at]!;
      if (step.does === 'open') {
        const { each, end } = this.#fetching(step.name, list, at + 1);
        steps.push(each);
        at = end;
        continue;
      }
      steps.push(...this.#one(step));
      at += 1;
    }
    return steps;
  }

  #one(step: Raw): Step[] {
    switch (step.does) {
      case 'cursor':
        this.#cursors.set(step.name, step.query);
        return [];
      case 'record':
        this.#records.add(step.name);
        return [];
      case 'handler':
        return [{ does: 'handled' }];
      case 'close':
        if (!this.#open.delete(step.name)) throw new Unreadable('a cursor');
        return [];
      case 'declare':
        return step.name === this.#flag ? [] : [step];
      case 'set':
        return step.name === this.#flag ? this.#clear(step.to) : [step];
      case 'if':
        return [this.#choice(step)];
      case 'loop':
      case 'times':
        return [{ ...step, steps: this.#body(step.steps) }];
      case 'rows':
        return [this.#through(step)];
      case 'open':
      case 'fetch':
      case 'forever':
      case 'repeat':
      case 'exit':
      case 'kept':
        throw new Unreadable('a loop');
      default:
        return [step];
    }
  }

  #clear(to: string): Step[] {
    if (!/^(0|false)$/i.test(to)) throw new Unreadable('a flag');
    this.#isClear = true;
    return [];
  }

  #choice(step: If<Raw>): Step {
    const before = this.#isClear;
    let after = true;
    const branch = (list: readonly Raw[]): Step[] => {
      this.#isClear = before;
      const steps = this.#shape(list);
      after &&= this.#isClear;
      return steps;
    };
    const branches = step.branches.map(({ when, steps }) => ({ when, steps: branch(steps) }));
    const otherwise = branch(step.otherwise);
    this.#isClear = after;
    return { does: 'if', branches, otherwise };
  }

  /** The steps of a turn: where one sets the flag and does not clear it, the loop around it would end. */
  #body(list: readonly Raw[]): Step[] {
    const before = this.#isClear;
    const steps = this.#shape(list);
    if (before && !this.#isClear) throw new Unreadable('a flag that ends two loops');
    this.#isClear = before;
    return steps;
  }

  #queryOf(cursor: string): string {
    const query = this.#cursors.get(cursor);
    if (query === undefined) throw new Unreadable('no cursor');
    return query;
  }

  /** `FOR … IN query`: with a record, which PostgreSQL declares before, or there with variables. */
  #through({ query, cursor, into, steps }: Raw & { does: 'rows' }): Step {
    const [only, ...more] = into;
    const isRecord = this.#parser !== 'postgresql' || this.#records.has(only!);
    if (isRecord && more.length > 0) throw new Unreadable('several records');
    const rows = query ?? this.#queryOf(cursor!);
    return eachOf(rows, isRecord ? only! : null, into, this.#body(steps));
  }

  /** What is behind OPEN: the loop that fetches all rows of a cursor. */
  #fetching(cursor: string, list: readonly Raw[], at: number): { each: Step; end: number } {
    const query = this.#queryOf(cursor);
    if (this.#open.has(cursor)) throw new Unreadable('a cursor that is open');
    this.#open.add(cursor);
    const [first, second] = [list[at], list[at + 1]];
    const isFetchedBefore = first?.does === 'fetch';
    const loop = isFetchedBefore ? second : first;
    const found =
      isFetchedBefore && loop?.does === 'loop'
        ? fetchedAtEnd(first, loop, (when) => this.#isMore(when, cursor))
        : loop && this.#fetchedAtStart(loop, cursor);
    if (found?.fetch.name !== cursor) throw new Unreadable('another loop');
    if (this.#parser === 'mysql' && !this.#isClear) throw new Unreadable('a flag that may be set');
    const [only] = found.fetch.into;
    const record = this.#records.has(only!) ? only! : null;
    const each = eachOf(query, record, found.fetch.into, this.#body(found.steps));
    this.#isClear = false;
    return { each, end: at + (isFetchedBefore ? 2 : 1) };
  }

  #fetchedAtStart(loop: Raw, cursor: string): { fetch: Fetch; steps: readonly Raw[] } | null {
    if (!('steps' in loop)) return null;
    const [fetch, test, ...rest] = loop.steps;
    if (fetch?.does !== 'fetch' || !test) return null;
    if (loop.does === 'forever') {
      const when = exitOf(test, loop.label);
      return when !== null && this.#isEnd(when, cursor) ? { fetch, steps: rest } : null;
    }
    const only = rest.length === 0 ? onlyBranchOf(test) : null;
    const goesOn = only && this.#isMore(only.when, cursor) && this.#goesOnWithRows(loop, cursor);
    return goesOn ? { fetch, steps: only.steps } : null;
  }

  #goesOnWithRows(loop: Raw, cursor: string): boolean {
    if (loop.does === 'repeat') return this.#isEnd(loop.until, cursor);
    // Only a flag is false before the first FETCH.
    return loop.does === 'loop' && this.#parser === 'mysql' && this.#isMore(loop.when, cursor);
  }

  /** Whether a condition holds where the last FETCH has found no row. */
  #isEnd(when: string, cursor: string): boolean {
    const text = plain(when);
    if (this.#parser === 'postgresql') return text === 'not found';
    if (this.#parser === 'oracle') return text === `${cursor}%notfound`;
    return [`${this.#flag}`, `${this.#flag}=1`, `${this.#flag}=true`].includes(text);
  }

  /** Whether it holds where there was one. */
  #isMore(when: string, cursor: string): boolean {
    const text = plain(when);
    if (this.#parser === 'postgresql') return text === 'found';
    if (this.#parser === 'oracle') return text === `${cursor}%found`;
    const flag = this.#flag;
    return [`not ${flag}`, `!${flag}`, `${flag}=0`, `${flag}=false`].includes(text);
  }
}

const eachOf = (query: string, record: string | null, into: string[], steps: Step[]): Step => ({
  does: 'each',
  query,
  record,
  into: record === null ? into : [],
  steps,
});

/** `FETCH …; WHILE there is one … FETCH …; END WHILE`. */
function fetchedAtEnd(
  first: Fetch,
  { when, steps }: While<Raw>,
  isMore: (when: string) => boolean,
): { fetch: Fetch; steps: readonly Raw[] } | null {
  const last = steps.at(-1);
  const isSame = last?.does === 'fetch' && JSON.stringify(last) === JSON.stringify(first);
  return isSame && isMore(when) ? { fetch: first, steps: steps.slice(0, -1) } : null;
}

/** The condition on which a statement leaves the loop, and does nothing else; null for any other statement. */
function exitOf(step: Raw, label: string | null): string | null {
  if (step.does === 'exit') return isOf(step.label, label) ? step.when : null;
  const branch = onlyBranchOf(step);
  const [only, ...more] = branch?.steps ?? [];
  const leaves = only?.does === 'exit' && only.when === null && isOf(only.label, label);
  return branch && leaves && more.length === 0 ? branch.when : null;
}
function onlyBranchOf(step: Raw): { when: string; steps: readonly Raw[] } | null {
  if (step.does !== 'if' || step.branches.length > 1 || step.otherwise.length > 0) return null;
  return step.branches[0] ?? null;
}
const isOf = (named: string | null, label: string | null): boolean =>
  named === null || named === label;

/** In lower case, without brackets around it and blanks beside signs. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([=%!]) ?/g, '$1')
    .replaceAll(/^\((.*)\)$/g, '$1')
    .replaceAll(/^not ?\((\w+)\)$/g, 'not $1');
