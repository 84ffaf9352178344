import { type Hand, LEVELS, type Printed, Unprintable, call, quoteText } from './print-hand.ts';
import type { Node } from './tree.ts';

/** Writes JSON that is built; how its text is spelt is the engine's. */
export function writeJson({ op, args }: Node, hand: Hand): string {
  const name = hand.printer.writing.functions[op];
  if (!name) throw new Unprintable(op);
  return call(name, args, hand);
}

/** Shows what is read from JSON as its own engine has it: others give something else for null, true and numbers. */
export function writeFromJson({ op, args }: Node, hand: Hand): Printed | string {
  const [what, engine] = op.split('@');
  if (what === 'in json') return hand.plain(args[0]!);
  const keys = JSON.parse(args[1]!.value!) as string[];
  const path = quoteText(`$.${keys.join('.')}`, hand.printer);
  if (engine === 'mysql') {
    const of = `(${hand.plain(args[0]!)}, ${path})`;
    if (what === 'json scalar') return `json_value${of}`;
    return what === 'json text' ? `json_unquote(json_extract${of})` : `json_extract${of}`;
  }
  const sign = what === 'json text' ? '->>' : '->';
  const steps = keys.map((key) => quoteText(key, hand.printer));
  const from = hand.tighter(args[0]!, LEVELS.multiply);
  const before = steps.slice(0, -1).map((step) => ` -> ${step}`);
  return { text: `${from}${before.join('')} ${sign} ${steps.at(-1)}`, level: LEVELS.compare };
}
