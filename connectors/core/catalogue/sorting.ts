/** How PostgreSQL sorts the texts of a column. */
export interface Sorting {
  /** Its own collation, in the engine's words: without a schema where every server has it; absent: that of the database. */
  declared?: string;
  /** The same for all collations that sort alike. */
  by: string;
  /** Whether texts of other letters may be one value, as the collation is nondeterministic. */
  loose?: true;
}
