/** Options of a part of the benchmark. */
export interface Options {
  /** Includes sizes whose preparation takes minutes. */
  large: boolean;
}

/** A measured ratio and its limit. */
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

/** A chart with logarithmic axes. */
export interface Chart {
  /** The name of the chart and of its file. */
  name: string;
  title: string;
  x: string;
  y: string;
  curves: { name: string; points: [x: number, y: number][] }[];
}

/** The result of a part; every part exports `measure(options: Options): Promise<Report>`. */
export interface Report {
  title: string;
  ratios: Ratio[];
  tables?: Table[];
  charts?: Chart[];
  /** What a reader must know to judge the figures. */
  notes?: string[];
}

export const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
