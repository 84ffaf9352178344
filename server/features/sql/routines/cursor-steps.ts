import { is, keywordOf, splitAtCommas } from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import type { Raw } from './shaped-loops.ts';
import type { StepTokens, Tokens } from './step-tokens.ts';
import { nameOf } from './written-rows.ts';

/** Reads the statements up to one of these words. */
type Block = (...ends: string[]) => Raw[];

/** Statements of loops and cursors, by their first word. */
const READERS: Readonly<Record<string, (tokens: StepTokens, block: Block) => Raw>> = {
  WHILE(tokens, block) {
    tokens.expect('WHILE');
    const begin = tokens.parser === 'mysql' ? 'DO' : 'LOOP';
    const when = tokens.expression(begin);
    tokens.expect(begin);
    return { does: 'loop', when, steps: bodyOf(tokens, block, begin === 'DO' ? 'WHILE' : 'LOOP') };
  },
  LOOP(tokens, block) {
    tokens.expect('LOOP');
    return { does: 'forever', label: null, steps: bodyOf(tokens, block, 'LOOP') };
  },
  REPEAT(tokens, block) {
    tokens.expect('REPEAT');
    const steps = block('UNTIL');
    tokens.expect('UNTIL');
    const until = tokens.expression('END');
    tokens.expect('END', 'REPEAT');
    if (!is(tokens.next, ';')) tokens.name();
    return tokens.ended({ does: 'repeat', steps, until });
  },
  FOR: readFor,
  OPEN(tokens) {
    tokens.expect('OPEN');
    return tokens.ended({ does: 'open', name: tokens.name() });
  },
  CLOSE(tokens) {
    tokens.expect('CLOSE');
    return tokens.ended({ does: 'close', name: tokens.name() });
  },
  FETCH(tokens) {
    tokens.expect('FETCH');
    tokens.take('NEXT');
    tokens.take('FROM');
    const name = tokens.name();
    tokens.expect('INTO');
    const into = [tokens.name()];
    while (tokens.take(',')) into.push(tokens.name());
    return tokens.ended({ does: 'fetch', name, into });
  },
  EXIT: readExit,
  LEAVE: readExit,
};

/** The words that such a statement begins with; a label may stand before it. */
export const isOfLoop = ({ next, parser }: StepTokens): boolean =>
  keywordOf(next) in READERS && parser !== 'mssql' && parser !== 'sqlite';

export function readOfLoop(tokens: StepTokens, block: Block): Raw {
  return READERS[keywordOf(tokens.next)]!(tokens, block);
}

/** A loop behind its label: `name: LOOP` of MySQL, `<<name>> LOOP` of others; null where there is no label. */
export function readLabelled(tokens: StepTokens, block: Block): Raw | null {
  const { parser, next, second } = tokens;
  const isOfMysql = parser === 'mysql' && next?.kind === 'word' && is(second, ':');
  if (!isOfMysql && !(is(next, '<') && is(second, '<'))) return null;
  if (!isOfMysql) tokens.expect('<', '<');
  const label = tokens.name();
  if (isOfMysql) tokens.expect(':');
  else tokens.expect('>', '>');
  if (!isOfLoop(tokens)) throw new Unreadable('a label');
  const read = readOfLoop(tokens, block);
  const isPlain = read.does === 'forever' || read.does === 'loop' || read.does === 'times';
  return isPlain ? { ...read, label } : read;
}

/** The statements of a loop up to `END LOOP;`, where its label may be said again. */
function bodyOf(tokens: StepTokens, block: Block, word: string): Raw[] {
  const steps = block('END');
  tokens.expect('END', word);
  if (!is(tokens.next, ';')) tokens.name();
  return tokens.ended(steps);
}

/** `FOR r IN query LOOP`, and `FOR i IN 1..n LOOP`; MariaDB says DO. */
function readFor(tokens: StepTokens, block: Block): Raw {
  tokens.expect('FOR');
  const into = [tokens.name()];
  while (tokens.take(',')) into.push(tokens.name());
  tokens.expect('IN');
  const begin = tokens.parser === 'mysql' ? 'DO' : 'LOOP';
  const head = tokens.takeUntil(';', begin);
  tokens.expect(begin);
  const steps = bodyOf(tokens, block, begin === 'DO' ? 'FOR' : 'LOOP');
  if (is(head[0], 'SELECT', 'WITH', '('))
    return { does: 'rows', into, query: tokens.span(head), steps };
  if (head.length === 1) return { does: 'rows', into, cursor: nameOf(head[0]), steps };
  const range = rangeOf(tokens, head);
  if (!range || into.length > 1) throw new Unreadable('a loop');
  return { does: 'times', name: into[0]!, ...range, steps };
}

function rangeOf(tokens: StepTokens, head: Tokens): { from: string; to: string } | null {
  // The tokenizer takes the first dot behind a number for its decimal point.
  const isNumber = (at: number) => /^\d+\.$/.test(head[at]?.text ?? '');
  const at = head.findIndex(
    (token, place) => is(token, '.') && (is(head[place + 1], '.') || isNumber(place - 1)),
  );
  if (at < 1 || is(head[0], 'REVERSE')) return null;
  const behind = head.slice(is(head[at + 1], '.') ? at + 2 : at + 1);
  if (behind.some((token) => is(token, 'BY'))) return null;
  return {
    from: tokens.span(head.slice(0, at)).replace(/\.$/, ''),
    to: tokens.span(behind),
  };
}

/** `EXIT [label] [WHEN …];`, MySQL's `LEAVE label;`. */
function readExit(tokens: StepTokens): Raw {
  tokens.expect(keywordOf(tokens.next));
  const label = is(tokens.next, ';', 'WHEN') ? null : tokens.name();
  const when = tokens.take('WHEN') ? tokens.expression() : null;
  return tokens.ended({ does: 'exit', label, when });
}

/**
 * Behind DECLARE of MySQL: a cursor, or the handler that sets a flag where a cursor has no more rows; null for variables.
 * @throws Unreadable for other handlers, and for conditions
 */
export function declaredHere(tokens: StepTokens, block: Block): Raw | null {
  if (is(tokens.second, 'CURSOR')) {
    const name = tokens.name();
    tokens.expect('CURSOR', 'FOR');
    return tokens.ended({ does: 'cursor', name, query: tokens.expression() });
  }
  if (!is(tokens.second, 'HANDLER', 'CONDITION')) return null;
  tokens.expect('CONTINUE', 'HANDLER', 'FOR');
  const condition = tokens.span(tokens.takeUntil('SET', 'BEGIN')).replaceAll(/\s+/g, ' ');
  const [only, ...more] = is(tokens.next, 'BEGIN') ? innerOf(tokens, block) : settingOf(tokens);
  const isEnd = /^(not found|sqlstate (value )?'02000'|1329)$/i.test(condition);
  if (!isEnd || only?.does !== 'set' || more.length > 0 || !/^(1|true)$/i.test(only.to))
    throw new Unreadable('a handler');
  return { does: 'handler', flag: only.name };
}

function innerOf(tokens: StepTokens, block: Block): Raw[] {
  tokens.expect('BEGIN');
  const steps = block('END');
  tokens.expect('END');
  return tokens.ended(steps);
}
function settingOf(tokens: StepTokens): Raw[] {
  tokens.expect('SET');
  const name = tokens.name();
  tokens.expect('=');
  return tokens.ended([{ does: 'set', name, to: tokens.expression() }]);
}

/** Among the declarations of PostgreSQL and Oracle: `name CURSOR FOR query`, `CURSOR name IS query`, or a record; null for others. */
export function declaredAtStart(tokens: StepTokens): Raw | null {
  const isOfOracle = tokens.parser === 'oracle' && is(tokens.next, 'CURSOR');
  if (isOfOracle || is(tokens.second, 'CURSOR')) {
    if (isOfOracle) tokens.expect('CURSOR');
    const name = tokens.name();
    if (!isOfOracle) tokens.expect('CURSOR');
    if (!tokens.take('FOR')) tokens.expect('IS');
    return tokens.ended({ does: 'cursor', name, query: tokens.expression() });
  }
  const [name, ...type] = splitAtCommas(tokens.ahead(';'))[0] ?? [];
  const spelt = type.map(({ text }) => text.toUpperCase()).join('');
  if (spelt !== 'RECORD' && !spelt.endsWith('%ROWTYPE')) return null;
  tokens.takeUntil(';');
  return tokens.ended({ does: 'record', name: nameOf(name) });
}
