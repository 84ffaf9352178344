import type { PairCall } from '../../../../contract/proof/calls.ts';
import { NULL } from '../rows/shown.ts';

/** String literals, quoted names and comments, in which a colon has no meaning. */
const NOT_CODE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|(\$\w*\$)[^]*?\1|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Names of the parameters (`:name`) in the texts, in order, without casts (`::type`), labels and bounds of slices. */
export const parametersOf = (...texts: readonly string[]): string[] =>
  namesIn(texts, /(?<![:\p{L}\p{N}_\])]):([\p{L}_][\p{L}\p{N}_]*)/gu);

/** Names of the variables (`@name`) that receive values from procedures: arguments of CALL, or before OUTPUT. */
export const variablesOf = (...texts: readonly string[]): string[] =>
  namesIn(
    texts.map((text) =>
      /^\s*(?:call|exec|execute)\s/i.test(text.replaceAll(NOT_CODE, ' ')) ? text : '',
    ),
    /(?:(?<=[(,]\s*)@([\p{L}\p{N}_]+)(?=\s*[,)])|@([\p{L}\p{N}_]+)(?=\s+out(?:put)?\b))/giu,
  );

const namesIn = (texts: readonly string[], pattern: RegExp): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.replaceAll(NOT_CODE, ' ').matchAll(pattern)].map(
        ([, name, other]) => name ?? other!,
      ),
    ),
  ),
];

/** Such as `p_id = 7, p_name = NULL`. */
export const valuesOf = (
  set: Pick<PairCall['parameter_sets'][number], 'values'> | undefined,
): string =>
  Object.entries(set?.values ?? {})
    .map(([name, value]) => `${name} = ${value ?? NULL}`)
    .join(', ');

/** Up to this number, all parameter sets and answers are expanded. */
export const MANY = 3;
