import * as texts from '../definitions-sql.ts';
import { EXEMPT, filtered, filteredViews, policies } from '../policies.ts';
import type { Recording } from './recorded-driver.ts';
import { record } from './recording.ts';

const OF_POLICIES = { policies, filtered, filteredViews, EXEMPT };
export type OfPolicies = Partial<Record<keyof typeof OF_POLICIES, unknown[][] | Error>>;

/** Rows by the statement that reads them. */
export type Answers = [texts.Text, unknown[][]][];

export interface DefinitionAnswers {
  version?: string;
  ofPolicies?: OfPolicies;
}

/** What a database answers about that many objects; nothing where it is not said. */
export function recordDefinitions(
  size: number,
  answers: Answers,
  { version = '19.21.0.0.0', ofPolicies = {} }: DefinitionAnswers = {},
): Recording {
  const full = { ...record(), version };
  for (const scope of ['dba', 'all'] as const) {
    for (const text of Object.values(texts)) full.answers.set(text(scope, size), () => []);
    for (const [text, rows] of answers) full.answers.set(text(scope, size), () => rows);
    for (const [name, rows] of Object.entries(ofPolicies)) {
      const text = OF_POLICIES[name as keyof typeof OF_POLICIES];
      full.answers.set(typeof text === 'string' ? text : text(scope), () => rows);
    }
  }
  return full;
}
