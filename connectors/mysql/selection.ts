import type { DefinitionFacts } from './family.ts';
import type { Session } from './session.ts';

/** Some objects of one database, and what its server's catalogue can say about them. */
export interface Selection {
  session: Session;
  facts: DefinitionFacts;
  schema: string;
  names: readonly string[];
}
