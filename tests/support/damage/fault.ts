import type { Verdict } from '../../../contract/proof/verdicts.ts';
import type { Name, Row, Shape } from './shapes.ts';

/** What happened to a table on its way, and what has to be named. */
export interface Fault {
  name: string;
  /** What it is like on both sides. */
  both?: (shape: Shape) => void;
  /** What it became on the target. */
  shape?: (shape: Shape, to: Name) => void;
  /** What became of its rows. */
  rows?: (rows: Row[]) => Row[];
  /** Statements on the target, once all is there; `{t}` is the table. */
  after?: string[];
  /** Engines of the target that have it; all of them where it is absent. */
  on?: readonly Name[];
  /** Findings that are more than a note: code and name, without the table's. */
  findings?: readonly string[] | ((to: Name) => readonly string[]);
  /** What becomes of the pair; it differs where this is absent. */
  verdict?: Verdict | ((to: Name) => Verdict);
  /** How many rows differ. */
  differ?: number;
  /** Causes: kind and column. */
  causes?: readonly string[];
}
