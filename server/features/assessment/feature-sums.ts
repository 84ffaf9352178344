import type { Risk } from '../../../contract/assessment.ts';
import type { Scored, StoredFinding } from './score.ts';

/** Totals of one kind of finding in an assessment; an object counts once, however often it has the finding. */
export interface FeatureSum {
  code: string;
  support: StoredFinding['support'];
  objects: number;
  count: number;
  minutes: number;
}

export interface Sums {
  features: FeatureSum[];
  risks: { risk: Risk; objects: number }[];
}

/** Adds up findings, object by object. */
export function createFeatureSums() {
  const features = new Map<string, FeatureSum>();
  const risks = new Map<Risk, number>();
  return {
    add({ findings, risks: own }: Pick<Scored, 'findings' | 'risks'>): void {
      for (const risk of own) risks.set(risk, (risks.get(risk) ?? 0) + 1);
      for (const { code, count, develop, test, support } of findings) {
        const known = features.get(code) ?? { code, support, objects: 0, count: 0, minutes: 0 };
        features.set(code, {
          ...known,
          objects: known.objects + 1,
          count: known.count + count,
          minutes: known.minutes + Math.round((develop + test) * 60),
        });
      }
    },
    list: (): Sums => ({
      features: [...features.values()].toSorted((a, b) => b.minutes - a.minutes),
      risks: [...risks].map(([risk, objects]) => ({ risk, objects })),
    }),
  };
}
