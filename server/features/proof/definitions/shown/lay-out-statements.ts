import type { SqlRules } from '../../../../../connectors/core/sql/sql-rules.ts';
import { Lines, type Piece } from './lay-out-lines.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const JOINS = words('JOIN LEFT RIGHT FULL INNER CROSS NATURAL OUTER');
/** Words that begin a line in a query. */
const CLAUSES = words('WHERE HAVING LIMIT UNION EXCEPT INTERSECT MINUS RETURNING');
const COMBINES = words('UNION ALL EXCEPT INTERSECT MINUS');
const CONDITIONS = words('WHERE HAVING');
/** Words that begin a line in a statement that begins with another one. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  INSERT: ['SELECT', 'VALUES'],
  UPDATE: ['SET'],
  WITH: ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'],
};
const QUERIES = words('SELECT INSERT UPDATE DELETE MERGE WITH PERFORM');
/** Words that begin a statement in T-SQL, which needs no semicolons. */
const STARTERS = words(
  'SELECT SET INSERT UPDATE DELETE IF WHILE RETURN DECLARE PRINT RAISERROR THROW EXEC EXECUTE COMMIT ROLLBACK OPEN FETCH CLOSE DEALLOCATE MERGE TRUNCATE GOTO BREAK CONTINUE',
);
/** Words behind which the statement goes on, whatever follows. */
const GOES_ON = words(
  'UNION ALL EXCEPT INTERSECT FOR THEN OF ON AFTER WITH ROWS ROW TABLE PROCEDURE VIEW NOT UPDATE BEGIN',
);
/** T-SQL: statements behind which another one stands that they decide about. */
const DECIDES = words('IF WHILE ELSE');
const HEADS = words('CREATE ALTER FUNCTION PROCEDURE PACKAGE TRIGGER');
const BRANCHES = words('IF ELSIF ELSEIF');
const LOOPS = words('WHILE FOR FOREACH');
/** Blocks of which WHEN begins a branch. */
const BRANCHED = words('case when exception');
/** Dialects whose declarations stand between DECLARE and BEGIN. */
const SECTIONED = words('postgresql oracle');
const SHORT_OF_BLOCK = words('TRAN TRANSACTION WORK DISTRIBUTED');
const BEGIN_MORE = words('TRY CATCH ATOMIC NOT');
/** Characters from which on a query in brackets has lines of its own. */
const LONG = 60;

type Block = 'block' | 'section' | 'if' | 'loop' | 'case' | 'when' | 'exception' | 'single';

/** A statement, or a query in brackets, while it is written. */
class Statement {
  /** Its first word, in upper case. */
  verb = '';
  /** What comes next opens a block: THEN, LOOP or DO, the first WHEN, what belongs to BEGIN. */
  awaits: 'then' | 'loop' | 'when' | 'begin' | null = null;
  isNew = true;
  isQuery = false;
  /** Whether AND and OR begin lines, and how many of BETWEEN are still to come. */
  isCondition = false;
  betweens = 0;
  /** CASE within an expression, and brackets, that are open. */
  cases = 0;
  depth = 0;
  /** Levels that the brackets around it add. */
  readonly indent: number;
  constructor(indent = 0) {
    this.indent = indent;
  }
}

/** Writes statements and blocks as indented lines. It never fails: what it does not know stays in line. */
export class Statements extends Lines {
  readonly #parser: SqlRules['parser'];
  readonly #blocks: Block[] = [];
  /** Statements around a query in brackets. */
  readonly #outer: Statement[] = [];
  #now = new Statement();

  constructor(pieces: readonly Piece[], parser: SqlRules['parser']) {
    super(pieces);
    this.#parser = parser;
  }

  laidOut(): string {
    for (; this.at < this.pieces.length; this.at += 1) {
      if (this.piece.kind === 'comment') this.comment(this.#level(this.#now.isNew ? 0 : 1));
      else this.#next();
    }
    return this.all();
  }

  get #isTsql(): boolean {
    return this.#parser === 'mssql';
  }
  #level(more: number): number {
    return this.#blocks.length + this.#now.indent + more;
  }
  /** @param more - levels besides those of blocks and brackets */
  #put(more = this.#now.isNew ? 0 : 1): void {
    this.write(this.#level(more));
    if (this.#now.isNew) this.#now.verb = this.piece.word;
    this.#now.isNew = false;
  }
  /** What follows is a statement on a line of its own. */
  #end(): void {
    this.break();
    this.#now = new Statement();
  }
  get #block(): Block | undefined {
    return this.#blocks.at(-1);
  }
  #leave(...blocks: readonly Block[]): void {
    while (this.#block && blocks.includes(this.#block)) this.#blocks.pop();
  }
  #enter(block: Block): void {
    this.#put(0);
    this.#blocks.push(block);
    this.#end();
  }
  #start(awaits: Statement['awaits']): void {
    this.#put(0);
    this.#now.awaits = awaits;
  }

  #next(): void {
    const { text, word } = this.piece;
    const now = this.#now;
    if (text === '(') this.#open();
    else if (text === ')') this.#close();
    else if (now.depth > 0) this.#put();
    else if (text === ';') {
      this.#put();
      this.#end();
    } else if (now.cases > 0 || (word === 'CASE' && !now.isNew && now.verb !== 'END')) {
      now.cases += word === 'CASE' ? 1 : word === 'END' ? -1 : 0;
      this.#put();
    } else if (this.#outer.length > 0) this.#inQuery();
    else {
      if (this.#isTsql) this.#divide();
      if (!this.#isOfBlock()) this.#inQuery();
    }
  }

  #open(): void {
    this.#put();
    const isQuery = ['SELECT', 'WITH'].includes(this.beside(1).word);
    if (!isQuery || this.#now.cases + this.#now.depth > 0 || !this.#isLong()) {
      this.#now.depth += 1;
      return;
    }
    const { indent, isCondition } = this.#now;
    this.break();
    this.#outer.push(this.#now);
    this.#now = new Statement(indent + (isCondition ? 2 : 1));
  }
  #close(): void {
    const outer = this.#now.depth === 0 ? this.#outer.pop() : undefined;
    if (!outer) {
      this.#now.depth = Math.max(0, this.#now.depth - 1);
      this.#put();
      return;
    }
    this.break();
    this.#put(-1);
    this.#now = outer;
  }
  /** Whether the query in the bracket that opens here needs more than one line. */
  #isLong(): boolean {
    let [depth, length] = [1, 0];
    for (let by = 1; depth > 0 && this.at + by < this.pieces.length; by += 1) {
      const { text, kind } = this.pieces[this.at + by]!;
      length += kind === 'comment' ? LONG : text.length + 1;
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
      if (length > LONG) return true;
    }
    return false;
  }

  /** T-SQL: a word that begins a statement ends the one before. */
  #divide(): void {
    const { verb, isNew } = this.#now;
    const { word } = this.piece;
    const isOther = word === 'END' || word === 'ELSE' || (word === 'BEGIN' && !DECIDES.has(verb));
    if (!isNew && !isOther && (!STARTERS.has(word) || this.#goesOn())) return;
    if (DECIDES.has(verb) && !isNew) {
      if (word !== 'ELSE') this.#blocks.push('single');
    } else this.#leave('single');
    if (!isNew && !(verb === 'END' && /^(TRY|CATCH)$/.test(word))) this.#end();
  }
  #goesOn(): boolean {
    const { verb, isQuery } = this.#now;
    const { word } = this.piece;
    const before = this.beside(-1).word;
    // A switch is on, and says no more.
    if (verb === 'SET' && before === 'ON') return false;
    if (HEADS.has(verb) || verb === 'DROP' || GOES_ON.has(before)) return true;
    if (before === 'ELSE') return word === 'IF';
    if (word === 'SET') return verb === 'UPDATE';
    if (verb === 'INSERT') return /^(SELECT|EXEC|EXECUTE)$/.test(word) && isQuery;
    return verb === 'WITH' && QUERIES.has(word);
  }

  /** Whether the piece is a word of a block, and written. */
  #isOfBlock(): boolean {
    const { isNew, verb } = this.#now;
    if (isNew) return this.#isLabel() || this.#begins() || this.#isBound();
    if (verb !== 'END') return this.#isAwaited() || this.#isBound();
    this.#put();
    return true;
  }
  /** A label stands before what it names. */
  #isLabel(): boolean {
    if (this.beside(1).text !== ':') return false;
    this.#put();
    this.at += 1;
    this.#put();
    this.#now = new Statement();
    return true;
  }
  /** Whether the piece is what its statement awaits, and written. */
  #isAwaited(): boolean {
    const { awaits, verb, isQuery } = this.#now;
    const { word } = this.piece;
    if (awaits === 'begin' && word !== 'NOT') this.#enter('block');
    else if (awaits === 'then' && word === 'THEN') this.#enter(BRANCHES.has(verb) ? 'if' : 'when');
    else if (awaits === 'loop' && (word === 'LOOP' || word === 'DO')) {
      if (isQuery) this.break();
      this.#enter('loop');
    } else if (awaits === 'when' && word === 'WHEN') {
      this.#end();
      this.#start('then');
    } else return false;
    return true;
  }
  /** Whether a block or its head begins or ends with the piece, and it is written. */
  #isBound(): boolean {
    const { verb } = this.#now;
    const { word, text } = this.piece;
    if (word === 'BEGIN' && !SHORT_OF_BLOCK.has(this.beside(1).word)) this.#beginBlock();
    else if (word === 'END') this.#endBlock();
    else if (HEADS.has(verb) && (word === 'AS' || word === 'IS') && !this.#isAfterExecute()) {
      this.#put();
      if (!this.#isTsql) this.#blocks.push('section');
      this.#end();
    } else if (text === '>>' && verb === '<<') {
      this.#put();
      this.#end();
    } else return false;
    return true;
  }
  /** `EXECUTE AS` says as whom. */
  #isAfterExecute = (): boolean => ['EXEC', 'EXECUTE'].includes(this.beside(-1).word);

  /** Whether a statement begins with the piece that opens or divides a block, and it is written. */
  #begins(): boolean {
    const { word } = this.piece;
    if (this.#isBranch(word)) return true;
    if (word === 'CASE') {
      this.#start('when');
      this.#blocks.push('case');
    } else if (word === 'IF') this.#start(this.#isTsql ? null : 'then');
    else if (LOOPS.has(word)) this.#start(this.#isTsql ? null : 'loop');
    else if (word === 'LOOP' || (word === 'REPEAT' && this.beside(1).text !== '('))
      this.#enter('loop');
    else if (word === 'DECLARE' && SECTIONED.has(this.#parser)) this.#enter('section');
    else if (word === 'UNTIL') this.#put(-1);
    else return false;
    return true;
  }
  #isBranch(word: string): boolean {
    const block = this.#block ?? '';
    if (word === 'ELSE' || word === 'ELSIF' || word === 'ELSEIF') this.#branch(word);
    else if (word === 'WHEN' && BRANCHED.has(block)) {
      this.#leave('when');
      this.#start('then');
    } else if (word === 'EXCEPTION' && block === 'block') {
      this.#blocks.pop();
      this.#enter('exception');
    } else return false;
    return true;
  }
  #branch(word: string): void {
    if (this.#isTsql) return this.#start(null);
    const isOfCase = this.#block === 'when' || this.#block === 'case';
    this.#leave(isOfCase ? 'when' : 'if');
    if (word === 'ELSE') this.#enter(isOfCase ? 'when' : 'if');
    else this.#start('then');
  }
  #beginBlock(): void {
    // Declarations stand before the block; a label, in its line.
    if (this.#block === 'section') this.#blocks.pop();
    if (!this.line.endsWith(':')) this.#end();
    if (!BEGIN_MORE.has(this.beside(1).word)) this.#enter('block');
    else this.#start('begin');
  }
  #endBlock(): void {
    this.#leave('when', 'single');
    this.#blocks.pop();
    this.#end();
    this.#put();
    if (this.#isTsql && !/^(;|TRY|CATCH)$/i.test(this.beside(1).text)) this.#end();
  }

  #inQuery(): void {
    const now = this.#now;
    const { word } = this.piece;
    if (now.isNew) now.isQuery = QUERIES.has(word);
    else if (now.isQuery ? this.#isClause() : word === 'SELECT') {
      this.break();
      now.isQuery = true;
      now.isCondition = CONDITIONS.has(word);
      this.#put(QUERIES.has(now.verb) ? 0 : 1);
      return;
    } else if (word === 'BETWEEN') now.betweens += 1;
    else if (word === 'AND' && now.betweens > 0) now.betweens -= 1;
    else if (now.isCondition && (word === 'AND' || word === 'OR')) {
      this.break();
      this.#put(QUERIES.has(now.verb) ? 1 : 2);
      return;
    }
    this.#put();
  }
  #isClause(): boolean {
    const { word } = this.piece;
    const [before, behind] = [this.beside(-1).word, this.beside(1).word];
    if (JOINS.has(word)) return !JOINS.has(before) && (word === 'JOIN' || JOINS.has(behind));
    switch (word) {
      case 'FROM':
        return before !== 'DELETE' && before !== 'DISTINCT';
      case 'GROUP':
      case 'ORDER':
        return behind === 'BY';
      case 'ON':
        return behind === 'CONFLICT' || behind === 'DUPLICATE';
      default:
        return CLAUSES.has(word) || this.#isPart(word, before);
    }
  }
  /** Whether a word begins a part of the statement whose verb this is. */
  #isPart(word: string, before: string): boolean {
    const { verb } = this.#now;
    if (word === 'SELECT' && COMBINES.has(before)) return true;
    return (PARTS[verb] ?? []).includes(word) && before !== verb;
  }
}
