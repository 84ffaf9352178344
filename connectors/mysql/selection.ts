import type { DefinitionFacts } from './family.ts';
import type { Session } from './session.ts';

/** Some objects of one database, and how its server tells what they are made of. */
export interface Selection {
  session: Session;
  facts: DefinitionFacts;
  schema: string;
  names: readonly string[];
}
