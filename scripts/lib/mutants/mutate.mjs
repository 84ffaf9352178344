// Small faults that a developer could make in a file, for `npm run mutants`.
import ts from 'typescript';

const kinds = ts.SyntaxKind;

/** Operators that could be confused with an operator. */
const OPERATORS = new Map([
  [kinds.EqualsEqualsEqualsToken, '!=='],
  [kinds.ExclamationEqualsEqualsToken, '==='],
  [kinds.LessThanToken, '<='],
  [kinds.LessThanEqualsToken, '<'],
  [kinds.GreaterThanToken, '>='],
  [kinds.GreaterThanEqualsToken, '>'],
  [kinds.AmpersandAmpersandToken, '||'],
  [kinds.BarBarToken, '&&'],
  [kinds.PlusToken, '-'],
  [kinds.MinusToken, '+'],
  [kinds.AsteriskToken, '/'],
  [kinds.SlashToken, '*'],
  [kinds.PercentToken, '*'],
]);

/** SQL operators that could be confused with an operator. */
const SQL_OPERATORS = {
  '=': '!=',
  '!=': '=',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  'not in': 'in',
};
const SQL_WORDS =
  /(?<=\s)(and|or|is not null|is null|not exists|exists|not in|<>|<=|>=|=|<|>)(?=\s|$)/g;
const SQL_WORD = {
  ...SQL_OPERATORS,
  and: 'or',
  or: 'and',
  'is null': 'is not null',
  'is not null': 'is null',
  exists: 'not exists',
  'not exists': 'exists',
  '=': '<>',
};

/** Chained calls that could be forgotten. */
const FORGETTABLE = new Set(
  `where whereRef having orderBy limit distinct filter sort toSorted reverse slice trim toLowerCase toUpperCase
  normalize refine superRefine transform min max nonnegative positive regex default`.split(/\s+/),
);
/** Calls whose result depends on a literal argument, which a fault replaces. */
const DECIDING = new Set(['includes', 'startsWith', 'endsWith', 'has']);

/** A fallback that only the type checker needs, as in `list[index] ?? 0`. */
const isForTypes = (left, right) =>
  ts.isElementAccessExpression(left) && ts.isLiteralExpression(right);

/** Only the direction matters: including or excluding a single millisecond is no fault. */
const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const isOfClock = (node, source) => /\btimestamp(In|Now)\(/.test(node.getText(source));

/** Columns of a select: every test that reads the row would notice a missing one. */
const isSelected = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  /^(select|groupBy|columns|returning)$/.test(node.expression.name.text);

const isText = (node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
/** Results that stay: without a whole object nothing would run, and booleans are inverted elsewhere. */
const isGiven = (node) =>
  node.kind === kinds.TrueKeyword ||
  node.kind === kinds.FalseKeyword ||
  node.kind === kinds.NullKeyword ||
  ts.isObjectLiteralExpression(node);

/** The faults of a node, as [start, end, replacement]. */
function* faultsOf(node, source) {
  const whole = (text) => [node.getStart(source), node.end, text];
  const over = (part, text) => [part.getStart(source), part.end, text];

  if (ts.isBinaryExpression(node)) {
    const { left, operatorToken: operator, right } = node;
    const other = OPERATORS.get(operator.kind);
    const joins = operator.kind === kinds.PlusToken && (isText(left) || isText(right));
    if (other && !joins) yield over(operator, other);
    if (operator.kind === kinds.QuestionQuestionToken && !isForTypes(left, right)) {
      yield whole(left.getText(source));
    }
  }
  if (ts.isPrefixUnaryExpression(node) && node.operator === kinds.ExclamationToken) {
    yield whole(`(${node.operand.getText(source)})`);
  }
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) {
    yield over(node.expression, 'false');
    if (ts.isIfStatement(node)) yield over(node.expression, 'true');
  }
  if (ts.isConditionalExpression(node)) {
    yield over(node.condition, 'true');
    yield over(node.condition, 'false');
  }
  if (ts.isExpressionStatement(node)) {
    const call = ts.isAwaitExpression(node.expression)
      ? node.expression.expression
      : node.expression;
    if (ts.isCallExpression(call) && call.expression.kind !== kinds.SuperKeyword) yield whole(';');
  }
  if (ts.isReturnStatement(node) && node.expression && !isGiven(node.expression)) {
    yield over(node.expression, 'undefined');
  }
  if (node.kind === kinds.TrueKeyword) yield whole('false');
  if (node.kind === kinds.FalseKeyword) yield whole('true');
  if (ts.isCaseClause(node) && ts.isStringLiteral(node.expression))
    yield over(node.expression, "''");
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (FORGETTABLE.has(name.text)) yield [expression.end, node.end, ''];
    if (DECIDING.has(name.text)) {
      for (const text of node.arguments) if (ts.isStringLiteral(text)) yield over(text, "'\\0'");
    }
    for (const text of node.arguments) {
      const others = node.arguments.some((own) => isOfClock(own, source)) ? TURNED : SQL_OPERATORS;
      const other = ts.isStringLiteral(text) && (others[text.text] ?? SQL_OPERATORS[text.text]);
      if (other) yield over(text, `'${other}'`);
    }
  }
  if (ts.isArrayLiteralExpression(node) && !isSelected(node.parent)) {
    for (const text of node.elements) if (ts.isStringLiteral(text)) yield over(text, "'\\0'");
  }
  if (ts.isRegularExpressionLiteral(node)) {
    const text = node.text;
    if (text.startsWith('/^')) yield whole(`/${text.slice(2)}`);
    const end = text.lastIndexOf('/');
    if (text[end - 1] === '$' && text[end - 2] !== '\\') {
      yield whole(text.slice(0, end - 1) + text.slice(end));
    }
  }
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source).startsWith('sql')) {
    const { template } = node;
    const parts = ts.isTemplateExpression(template)
      ? [template.head, ...template.templateSpans.map(({ literal }) => literal)]
      : [template];
    for (const part of parts) {
      const start = part.getStart(source);
      for (const { 0: word, index } of part.getText(source).matchAll(SQL_WORDS)) {
        yield [start + index, start + index + word.length, SQL_WORD[word]];
      }
    }
  }
}

/** Types, imports and thrown errors have no faults to plant. */
const isSilent = (node) =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node);

/**
 * All faults that can be planted in a TypeScript text.
 * @returns {{ start: number, end: number, line: number, at: string, before: string, after: string }[]}
 */
export function findMutants(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found = [];
  const visit = (node) => {
    if (isSilent(node)) return;
    for (const [start, end, after] of faultsOf(node, source)) {
      const line = source.getLineAndCharacterOfPosition(start).line;
      const before = text.slice(start, end);
      if (before !== after)
        found.push({ start, end, line: line + 1, at: lines[line].trim(), before, after });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export const plant = (text, { start, end, after }) =>
  text.slice(0, start) + after + text.slice(end);
