import type { MessageOrText } from '../../contract/messages/message.ts';

/** How a routine is called, besides what its structure says. */
export interface RoutineSignature {
  /** Its qualified name in the engine's spelling: schema, package where there is one, and name. */
  path: string[];
  /**
   * `rows`: a table function; `window`: a function that needs OVER; `block`: one that a query cannot
   * call, because it also returns values in its parameters.
   */
  form: 'procedure' | 'function' | 'rows' | 'window' | 'block';
  /** Types of its parameters, as a call has to name or cast to them, followed by its return type. */
  types: string[];
  /** Why no call of it can be written; null where one can. Older records hold plain text instead of a message. */
  obstacle: MessageOrText | null;
}
