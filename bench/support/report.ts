/** What a part of the benchmark is told. */
export interface Options {
  /** Also the sizes whose preparation takes minutes. */
  large: boolean;
}

/** A measured figure and what it may be at most. */
export interface Ratio {
  what: string;
  value: number;
  limit: number;
  unit: '×' | '%' | 'ms' | 'MB' | '';
}

export interface Table {
  title: string;
  columns: string[];
  rows: string[][];
}

/** Drawn with logarithmic axes. */
export interface Chart {
  /** Also the name of its file. */
  name: string;
  title: string;
  x: string;
  y: string;
  curves: { name: string; points: [x: number, y: number][] }[];
}

/** What a part hands back; every part exports `measure(options: Options): Promise<Report>`. */
export interface Report {
  title: string;
  ratios: Ratio[];
  tables?: Table[];
  charts?: Chart[];
  /** What a reader must know to judge the figures. */
  notes?: string[];
}

export const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
