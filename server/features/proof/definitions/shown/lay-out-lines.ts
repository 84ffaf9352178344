import type { SqlToken } from '../../../../../connectors/core/sql/sql-tokens.ts';

export interface Piece {
  kind: SqlToken['kind'];
  text: string;
  /** In upper case; '' of what is quoted, a comment, or behind a dot. */
  word: string;
  /** What stood before it. */
  gap: '' | ' ' | '\n';
}

/** Signs with a blank on both sides. */
const SPACED = new Set('= < > <= >= <> != := => || += -= *= * /'.split(' '));
/** Words with a blank before a bracket. */
const APART = new Set('AND OR IN ON WHERE WHEN THEN RETURN VALUES ELSE'.split(' '));

const CLOSING = new Set([',', ';', ')']);
/** Levels of indentation: a text of nothing but BEGIN would grow by the square. */
const DEEPEST = 50;

/** Writes pieces into lines, with blanks alike whatever stood between them. */
export class Lines {
  protected readonly pieces: readonly Piece[];
  protected at = 0;
  readonly #lines: string[] = [];
  #line = '';

  constructor(pieces: readonly Piece[]) {
    this.pieces = pieces;
  }

  protected get isAtStart(): boolean {
    return this.#line === '';
  }
  protected get line(): string {
    return this.#line;
  }
  protected get piece(): Piece {
    return this.pieces[this.at]!;
  }
  protected beside(by: number): Pick<Piece, 'word' | 'text'> {
    return this.pieces[this.at + by] ?? { word: '', text: '' };
  }

  /** @param level - of indentation, where it begins a line */
  protected write(level: number): void {
    const { text } = this.piece;
    if (this.isAtStart) this.#line = '  '.repeat(Math.min(Math.max(0, level), DEEPEST)) + text;
    else this.#line += this.#gap() + text;
  }
  protected break(): void {
    if (!this.isAtStart) this.#lines.push(this.#line);
    this.#line = '';
  }
  protected all(): string {
    this.break();
    return this.#lines.join('\n');
  }

  /** A comment behind something stays there; one with a line of its own keeps it. */
  protected comment(level: number): void {
    const { text, gap } = this.piece;
    const isBehind = this.isAtStart && gap !== '\n' && this.#lines.length > 0;
    if (isBehind) this.#line = this.#lines.pop()!;
    else if (gap === '\n') this.break();
    if (this.isAtStart) this.write(level);
    else this.#line += ` ${text}`;
    const isLineOfItsOwn = this.pieces[this.at + 1]?.gap === '\n';
    if (isBehind || isLineOfItsOwn || !text.startsWith('/*')) this.break();
  }

  #gap(): string {
    const { text, gap } = this.piece;
    const before = this.pieces[this.at - 1];
    if (!before || before.kind === 'comment') return ' ';
    if (CLOSING.has(text) || before.text === '(') return '';
    const isApart = before.text === ',' || (text === '(' && APART.has(before.word));
    const isSpaced = before.text !== '.' && (this.#isSpaced(0) || this.#isSpaced(-1));
    return isApart || isSpaced ? ' ' : gap && ' ';
  }
  /** Whether it is a sign with blanks around it: of plus and minus, one between two values. */
  #isSpaced(by: number): boolean {
    const [before, sign, behind] = [-1, 0, 1].map((to) => this.pieces[this.at + by + to]);
    if (sign?.kind !== 'sign' || before?.text === '.') return false;
    if (SPACED.has(sign.text)) return true;
    if (sign.text !== '+' && sign.text !== '-') return false;
    const isTouched = sign.gap === '' && behind?.gap === '';
    return isTouched && isValue(before, ')') && isValue(behind, '(');
  }
}

/** @param bracket - that may stand there instead */
const isValue = (piece: Piece | undefined, bracket: '(' | ')'): boolean =>
  piece !== undefined && (piece.kind !== 'sign' || piece.text === bracket);
