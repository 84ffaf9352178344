import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Raw } from '../routines/shaped-loops.ts';
import type { Shown } from '../routines/shown-steps.ts';
import type { Parser } from '../routines/step-tokens.ts';
import { Unprintable } from './print-hand.ts';

/** What is not known here: how a type is spelt, and what to make of an expression or a statement that stays as it is stored. */
export type Gap =
  | { type: CanonicalType | null; stored: string }
  | { expression: string }
  | { statement: string };

const gap = (it: Gap): string => `\0${JSON.stringify(it)}\0`;

/** Fills the gaps of a program's text, with the blanks at the beginning of each one's line. */
export function fillGaps(text: string, fill: (it: Gap, indent: string) => string): string {
  let indent = '';
  return text
    .split('\0')
    .map((part, at) => {
      if (at % 2 === 1) return fill(JSON.parse(part) as Gap, indent);
      const line = part.lastIndexOf('\n') + 1;
      if (at === 0 || line > 0) indent = /^ */.exec(part.slice(line))![0];
      return part;
    })
    .join('');
}

/** What a program says in another dialect; null for what cannot be written there to the same meaning. */
export interface Translation {
  parser: Parser;
  /** @param name - of the variable that takes the value; null for what is returned */
  value(text: string, name: string | null): string | null;
  test(text: string): string | null;
  statement(step: Raw): string | null;
  /** The query of a loop through rows, whose record is known. @throws Unprintable */
  rows(step: Raw & { does: 'rows' }): { record: string; query: string | null };
  /** A variable or parameter; null for anything else. */
  nameOf(name: string): string | null;
  typeOf(step: Raw & { does: 'declare' }): CanonicalType | null;
}

type Around = readonly [begin: string, end: string];
interface Loop {
  steps: readonly Raw[];
  label?: string | null;
}

interface Style {
  set(name: string, value: string): string;
  declare(name: string, type: string, value: string | null): string;
  elseIf: string;
  whileIs: Around;
  forIs: Around;
  /** What stands before and behind the query of a loop. */
  rowsAre: Around;
  /** The declaration of a loop's record, where it needs one. */
  record?(name: string): string;
  labelled(label: string, first: string): string[];
  /** What does nothing where a statement has to stand. */
  nothing: string[];
  leave(label: string | null, when: string | null): string[];
  repeat(steps: readonly string[], until: string): string[];
  program(declared: readonly string[], body: readonly string[]): string[];
}

const OF_BLOCKS: Omit<Style, 'program'> = {
  set: (name, value) => `${name} := ${value};`,
  declare: (name, type, value) => `${name} ${type}${value === null ? '' : ` := ${value}`};`,
  elseIf: 'ELSIF',
  whileIs: ['LOOP', 'END LOOP;'],
  forIs: ['LOOP', 'END LOOP;'],
  rowsAre: ['IN (', ') LOOP'],
  labelled: (label, first) => [`<<${label}>>`, first],
  nothing: ['NULL;'],
  leave: (label, when) => [
    `EXIT${label === null ? '' : ` ${label}`}${when === null ? '' : ` WHEN ${when}`};`,
  ],
  repeat: (steps, until) => ['LOOP', ...steps, `  EXIT WHEN ${until};`, 'END LOOP;'],
};

/** How programs are written; other engines have none, or in a form of their own. */
const STYLES: Partial<Record<Parser, Style>> = {
  postgresql: {
    ...OF_BLOCKS,
    rowsAre: ['IN', 'LOOP'],
    record: (name) => `${name} record;`,
    program: (declared, body) => [
      ...(declared.length > 0 ? ['DECLARE', ...indented(declared)] : []),
      ...blockOf(body),
    ],
  },
  oracle: { ...OF_BLOCKS, program: (declared, body) => [...indented(declared), ...blockOf(body)] },
  mysql: {
    set: (name, value) => `SET ${name} = ${value};`,
    declare: (name, type, value) =>
      `DECLARE ${name} ${type}${value === null ? '' : ` DEFAULT ${value}`};`,
    elseIf: 'ELSEIF',
    whileIs: ['DO', 'END WHILE;'],
    forIs: ['DO', 'END FOR;'],
    rowsAre: ['IN (', ') DO'],
    labelled: (label, first) => [`${label}: ${first}`],
    nothing: ['BEGIN', 'END;'],
    leave(label, when) {
      if (label === null) throw new Unprintable('a loop without a name');
      const leave = `LEAVE ${label};`;
      return when === null ? [leave] : [`IF ${when} THEN`, ...indented([leave]), 'END IF;'];
    },
    repeat: (steps, until) => ['REPEAT', ...steps, `UNTIL ${until}`, 'END REPEAT;'],
    program: (declared, body) => blockOf([...declared, ...body]),
  },
};

/** Levels of blocks: a text of nothing but IF would grow by the square. */
const DEEPEST = 50;

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
const blockOf = (lines: readonly string[]): string[] => ['BEGIN', ...indented(lines), 'END;'];

/**
 * Writes a program, a statement in each line.
 * @param when - the condition of a trigger, which stands before it
 * @throws Unprintable
 */
export function printProgram(
  { steps, textOf }: Shown,
  to: Translation,
  when: string | null = null,
): string {
  const style = STYLES[to.parser];
  if (!style) throw new Unprintable('a program');
  const value = (text: string, name: string | null) =>
    to.value(text, name) ?? gap({ expression: text });
  const test = (text: string) => to.test(text) ?? gap({ expression: text });
  const kept = (step: Raw) => gap({ statement: textOf(step) });
  const statement = (step: Raw): string[] => (to.statement(step) ?? kept(step)).split('\n');

  let depth = 0;
  const records = new Set<string>();
  /** @param labels - of the loops around it */
  const linesOf = (list: readonly Raw[], labels: readonly string[] = []): string[] => {
    depth += 1;
    if (depth > DEEPEST) throw new Unprintable('too deep');
    const lines = list.flatMap((step) => linesOfStep(step, labels));
    depth -= 1;
    return lines.length > 0 ? lines : style.nothing;
  };
  const loopOf = (
    { steps: list, label = null }: Loop,
    labels: readonly string[],
    head: string,
    [begin, end]: Around,
  ): string[] => {
    const first = `${head} ${begin}`.trimStart();
    const own = label === null ? [] : [label];
    const inside = indented(linesOf(list, [...labels, ...own]));
    return [...(label === null ? [first] : style.labelled(label, first)), ...inside, end];
  };
  const linesOfStep = (step: Raw, labels: readonly string[]): string[] => {
    const inside = (some: readonly Raw[]) => indented(linesOf(some, labels));
    switch (step.does) {
      case 'set': {
        const name = to.nameOf(step.name);
        return [name === null ? kept(step) : style.set(name, value(step.to, step.name))];
      }
      case 'return':
        return [step.value === null ? kept(step) : `RETURN ${value(step.value, null)};`];
      case 'if':
        return linesOfChoice(step, test, inside, style);
      case 'loop':
        return loopOf(step, labels, `WHILE ${test(step.when)}`, style.whileIs);
      case 'times': {
        const range = [step.from, step.to].map((text) => value(text, step.name)).join('..');
        return loopOf(step, labels, `FOR ${to.nameOf(step.name)} IN ${range}`, style.forIs);
      }
      case 'repeat':
        return style.repeat(inside(step.steps), test(step.until));
      case 'forever':
        return loopOf(step, labels, '', ['LOOP', 'END LOOP;']);
      case 'exit':
        if (step.label !== null && !labels.includes(step.label))
          throw new Unprintable('another label');
        return style.leave(step.label, step.when === null ? null : test(step.when));
      case 'rows': {
        const rows = to.rows(step);
        records.add(rows.record);
        return linesOfRows(rows, step.query!, inside(step.steps), style);
      }
      case 'declare':
      case 'record':
        throw new Unprintable(step.does);
      default:
        return statement(step);
    }
  };

  const { declared, own, rest } = apart(steps);
  const body = linesOf(rest);
  // Another use of a record is not known.
  if (own.some((name) => !records.has(name))) throw new Unprintable('a record');
  const declarations = declared.map(({ it, first }) =>
    declarationOf(it, first === null ? null : value(first, it.name), to, style),
  );
  // MySQL has no WHEN.
  const said = (it: string) => (to.parser === 'mysql' ? gap({ expression: it }) : test(it));
  const before = when === null ? [] : [`WHEN (${said(when)})`];
  const ofLoops = [...records].flatMap((name) => style.record?.(name) ?? []);
  return [...before, ...style.program([...declarations, ...ofLoops], body)].join('\n');
}

const linesOfChoice = (
  { branches, otherwise }: Raw & { does: 'if' },
  test: (text: string) => string,
  inside: (steps: readonly Raw[]) => string[],
  { elseIf }: Style,
): string[] => [
  ...branches.flatMap(({ when, steps }, at) => [
    `${at === 0 ? 'IF' : elseIf} ${test(when)} THEN`,
    ...inside(steps),
  ]),
  ...(otherwise.length > 0 ? ['ELSE', ...inside(otherwise)] : []),
  'END IF;',
];

const linesOfRows = (
  { record, query }: { record: string; query: string | null },
  stored: string,
  inside: readonly string[],
  { rowsAre: [before, behind], forIs }: Style,
): string[] => [
  `FOR ${record} ${before}`,
  ...indented((query ?? gap({ expression: stored })).split('\n')),
  behind,
  ...inside,
  forIs[1],
];

type Declare = Raw & { does: 'declare' };
const declarationOf = (it: Declare, first: string | null, to: Translation, style: Style): string =>
  style.declare(to.nameOf(it.name)!, gap({ type: to.typeOf(it), stored: it.type }), first);

/** The variables at the beginning, with their first values, the records there, and the statements behind these. */
function apart(steps: readonly Raw[]): {
  declared: { it: Declare; first: string | null }[];
  own: string[];
  rest: readonly Raw[];
} {
  const declared: { it: Declare; first: string | null }[] = [];
  const own: string[] = [];
  let at = 0;
  for (let it = steps[at]; it?.does === 'declare' || it?.does === 'record'; it = steps[at]) {
    if (it.does === 'record') {
      own.push(it.name);
      at += 1;
      continue;
    }
    const next = steps[at + 1];
    const isSet = next?.does === 'set' && next.name === it.name;
    declared.push({ it, first: isSet ? next.to : null });
    at += isSet ? 2 : 1;
  }
  return { declared, own, rest: steps.slice(at) };
}
