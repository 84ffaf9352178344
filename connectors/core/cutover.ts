/**
 * What people run by hand around a cutover, in the dialect of the engine; nobody here runs it. Each is a script for the
 * engine's own shell, of the database that the shell is in; empty where the engine has no such thing.
 */
export interface CutoverScripts {
  /** As the source. */
  source: {
    /** Stops all writes. */
    freeze: string;
    /** Reverts `freeze`. */
    thaw: string;
  };
  /** As the target. */
  target: {
    /** Lets numbering continue after the largest value: sets the next numbers, or prints the statements that do. */
    numbers: string;
    /** Updates the planner's statistics. */
    statistics: string;
    /** Lists who may do what. */
    grants: string;
    /** Lists what is broken or not enforced: nothing, where all is well. */
    smoke: string;
    /** Lists what is running, and what it waits for. */
    watch: string;
  };
}
