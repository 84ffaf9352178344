/**
 * What people run by hand around a cutover, in the dialect of the engine; nobody here runs it. Each is a script for the
 * engine's own shell, of the database that the shell is in; empty where the engine has no such thing.
 */
export interface CutoverScripts {
  /** As the source. */
  source: {
    /** Nothing is written any more. */
    freeze: string;
    /** Takes `freeze` back. */
    thaw: string;
  };
  /** As the target. */
  target: {
    /** Next numbers go on behind the largest value: sets them, or gives the statements that do. */
    numbers: string;
    /** Statistics of the planner. */
    statistics: string;
    /** Lists who may do what. */
    grants: string;
    /** Lists what is broken or not enforced: nothing, where all is well. */
    smoke: string;
    /** What runs just now, and what it waits for. */
    watch: string;
  };
}
