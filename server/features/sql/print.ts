import { CONDITIONS } from './print-conditions.ts';
import {
  type Hand,
  LEVELS,
  type Printed,
  type Printer,
  Unprintable,
  type Writer,
  call,
  named,
} from './print-hand.ts';
import { writeFromJson } from './print-json.ts';
import { VALUES } from './print-values.ts';
import type { Node } from './tree.ts';

/** Writes an expression as an engine reads it. @throws Unprintable */
export const printExpression = (tree: Node, printer: Printer): string =>
  handOf(printer).plain(tree);

/** Likewise a condition for WHERE, ON or CHECK, as a list of the operands of AND. */
export function printConditions(trees: readonly Node[], printer: Printer): string[] {
  const hand = handOf(printer);
  const parts = trees.flatMap((tree) => (tree.op === 'and' ? tree.args : [tree]));
  return parts.map((part) => hand.condition(part, parts.length > 1 ? LEVELS.and : LEVELS.none));
}

function handOf(printer: Printer): Hand {
  const print = (tree: Node): Printed => {
    const found = (WRITERS[tree.op] ?? writerOfName(tree))(tree, hand);
    return typeof found === 'string' ? { text: found, level: LEVELS.atom } : found;
  };
  const hand: Hand = {
    printer,
    plain: (tree) => print(tree).text,
    tighter(tree, level) {
      const { text, level: own } = print(tree);
      return own > level ? text : `(${text})`;
    },
    condition(tree, level) {
      const isPlain = printer.writing.booleans || tree.kind !== 'boolean' || tree.op in CONDITIONS;
      return isPlain ? hand.tighter(tree, level) : `${hand.tighter(tree, LEVELS.compare)} = 1`;
    },
  };
  return hand;
}

const WRITERS: Readonly<Record<string, Writer>> = { ...CONDITIONS, ...VALUES };

/** A function by its common name, or one that only its engine knows, which is shown as it is called there. */
function writerOfName({ op, value }: Node): Writer {
  if (/^[a-z_]+$/.test(op)) return ({ args }, hand) => named(op, args, hand);
  const distinct = /^([a-z_]+) distinct$/.exec(op);
  if (distinct)
    return ({ args }, hand) => named(distinct[1]!, args, hand).replace('(', '(DISTINCT ');
  const own = /^(.+)\(\)@/.exec(op);
  if (own) return ({ args }, hand) => call(own[1]!, args, hand);
  if (/^greatest present$|^least present$/.test(op))
    return ({ args }, hand) => named(op.replace(' present', ''), args, hand);
  if (op.startsWith('name@')) return () => value ?? '';
  if (/^json \w+@|^in json@/.test(op)) return writeFromJson;
  throw new Unprintable(op);
}
