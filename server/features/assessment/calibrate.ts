import type { Calibration } from '../../../contract/assessment.ts';
import { OBJECT_TYPE_NAMES, type ObjectType } from '../../../contract/engines.ts';

/** A finished object with its estimate and its actual time, in hours. */
export interface Completion {
  type: ObjectType;
  estimate: number;
  actual: number;
}

/**
 * Prior standard deviations of the logarithms of factors by which estimates are off, before a team's own times are
 * known.
 */
const PRIOR = { overall: 0.5, type: 0.4, object: 0.75, weight: 10 };
/** With fewer finished objects of a type, the prior dominates its factor. */
const FEW = 4;
/** A ratio above eight (or below an eighth) has other causes, so it is clipped. */
const MAX_OFF = Math.log(8);
/** 80 % of a normal distribution lie within so many standard deviations. */
const DEVIATIONS = 1.28;

export interface Calibrated extends Calibration {
  /** Standard deviation of the factor's logarithm. */
  deviation: number;
}
export type Calibrations = Readonly<Record<ObjectType, Calibrated>>;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Posterior beliefs about estimates, from a team's own times: factors by type, shrunk towards the factor common to
 * all types.
 */
export interface Beliefs {
  /** Standard deviation of ln(actual / estimate) among the objects of one type. */
  noise: number;
  /** Number of finished objects. */
  finished: (type: ObjectType) => number;
  /** The median factor by which to multiply estimates. */
  factor: (type: ObjectType) => number;
  /** Standard deviation of the factor's logarithm. */
  deviation: (type: ObjectType) => number;
  /** Draws factors from the posterior. @param normal - gives random numbers: mean 0, deviation 1 */
  draw: (normal: () => number) => (type: ObjectType) => number;
}

export function believe(completions: readonly Completion[]): Beliefs {
  const byType = new Map<ObjectType, number[]>();
  for (const { type, estimate, actual } of completions) {
    if (!(estimate > 0 && actual > 0)) continue;
    const ratio = Math.log(actual / estimate);
    const known = byType.get(type) ?? [];
    known.push(Math.max(-MAX_OFF, Math.min(MAX_OFF, ratio)));
    byType.set(type, known);
  }
  const groups = [...byType.values()];
  const freedom = groups.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = groups.reduce((sum, values) => {
    const middle = mean(values);
    return sum + values.reduce((all, value) => all + (value - middle) ** 2, 0);
  }, 0);
  const noise = (squares + PRIOR.weight * PRIOR.object ** 2) / (freedom + PRIOR.weight);
  const between = PRIOR.type ** 2;
  let [precision, weighted] = [1 / PRIOR.overall ** 2, 0];
  for (const values of groups) {
    const own = 1 / (between + noise / values.length);
    precision += own;
    weighted += own * mean(values);
  }
  const overall = { mean: weighted / precision, variance: 1 / precision };

  const finished = (type: ObjectType): number => byType.get(type)?.length ?? 0;
  /** The posterior of one type, given the `common` mean of all. */
  const of = (type: ObjectType, common: number) => {
    const sum = byType.get(type)?.reduce((all, value) => all + value, 0) ?? 0;
    const own = 1 / between + finished(type) / noise;
    return { mean: (common / between + sum / noise) / own, variance: 1 / own };
  };
  return {
    noise: Math.sqrt(noise),
    finished,
    factor: (type) => Math.exp(of(type, overall.mean).mean),
    deviation: (type) => {
      const { variance } = of(type, overall.mean);
      return Math.sqrt(variance + (variance / between) ** 2 * overall.variance);
    },
    draw: (normal) => {
      const common = overall.mean + normal() * Math.sqrt(overall.variance);
      const drawn = new Map<ObjectType, number>();
      return (type) => {
        const known = drawn.get(type);
        if (known !== undefined) return known;
        const own = of(type, common);
        const factor = Math.exp(own.mean + normal() * Math.sqrt(own.variance));
        drawn.set(type, factor);
        return factor;
      };
    },
  };
}

/** Beliefs by type, as reports show them. */
export function calibrate(completions: readonly Completion[]): Calibrations {
  const beliefs = believe(completions);
  return Object.fromEntries(
    OBJECT_TYPE_NAMES.map((type) => [
      type,
      {
        object_type: type,
        factor: beliefs.factor(type),
        finished: beliefs.finished(type),
        mostly_prior: beliefs.finished(type) < FEW,
        deviation: beliefs.deviation(type),
      },
    ]),
  ) as Record<ObjectType, Calibrated>;
}

/**
 * An 80 % range for the total hours of some objects. Errors are correlated within a type and between types, so they
 * do not cancel out.
 */
export function rangeOf(
  parts: readonly { type: ObjectType; hours: number }[],
  calibrations: Calibrations,
): { low: number; high: number } {
  const total = parts.reduce((sum, { hours }) => sum + hours, 0);
  if (total === 0) return { low: 0, high: 0 };
  const deviation =
    parts.reduce((sum, { type, hours }) => sum + hours * calibrations[type].deviation, 0) / total;
  return {
    low: total * Math.exp(-DEVIATIONS * deviation),
    high: total * Math.exp(DEVIATIONS * deviation),
  };
}
