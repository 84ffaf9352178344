import { sql } from 'kysely';
import { groupBy } from '../../../connectors/core/group.ts';
import type { AssessmentReport, AssessmentSums, Risk } from '../../../contract/assessment.ts';
import { type ObjectType, objectTypeOf } from '../../../contract/engines.ts';
import type { Db } from '../../platform/db/store.ts';
import { type Calibrations, rangeOf } from './calibrate.ts';
import { isChangedSince } from './list-objects.ts';
import { presentCalibration, rounded, wordsOf } from './present.ts';
import type { StoredAssessment } from './repository.ts';
import type { Rule } from './rules.ts';
import type { Scored, StoredFinding } from './score.ts';

/** Totals of one kind of finding in an assessment; an object counts once, however often it has the finding. */
interface FeatureSum {
  code: string;
  support: StoredFinding['support'];
  objects: number;
  count: number;
  minutes: number;
}

interface Sums {
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

/** Counts of one type in one schema. */
interface Group {
  schema_name: string;
  type: ObjectType;
  objects: number;
  simple: number;
  medium: number;
  complex: number;
  automatic: number;
  develop_minutes: number;
  /** The part of `develop_minutes` for objects that move automatically. */
  automatic_minutes: number;
  test_minutes: number;
  rows: number;
  /** Number of tables whose row count is known. */
  counted: number;
  lines: number;
  statements: number;
}

/** The totals of an assessment, counted from its objects. */
export async function readReport(
  db: Db,
  stored: StoredAssessment,
  rules: ReadonlyMap<string, Rule>,
  calibrations: Calibrations,
): Promise<Omit<AssessmentReport, 'assessment'>> {
  const groups = await readGroups(db, stored.id);
  const sumsOf = (some: readonly Group[]) => addUp(some, calibrations);
  const byType = groupBy(groups, ({ type }) => type);
  const bySchema = groupBy(groups, ({ schema_name: schema }) => schema);
  const { features, risks } = JSON.parse(stored.features ?? '{"features":[],"risks":[]}') as Sums;
  const unused = await db
    .selectFrom('assessed_object')
    .select(({ fn }) => ['unused', fn.countAll<number>().as('objects')])
    .where('assessment_id', '=', stored.id)
    .where('unused', 'is not', null)
    .groupBy('unused')
    .execute();
  const changed = await db
    .selectFrom('assessed_object')
    .leftJoin('snapshot', 'snapshot.object_id', 'assessed_object.object_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('assessment_id', '=', stored.id)
    .where(isChangedSince, '=', 1)
    .executeTakeFirstOrThrow();
  const sum = (of: (group: Group) => number) => groups.reduce((all, one) => all + of(one), 0);
  return {
    total: sumsOf(groups),
    by_type: [...byType].map(([type, some]) => ({ object_type: type, sums: sumsOf(some) })),
    by_schema: [...bySchema].map(([name, some]) => ({
      schema_name: name,
      sums: sumsOf(some),
    })),
    by_feature: features.map(({ code, support, objects, count, minutes }) => ({
      code,
      ...wordsOf(rules, code),
      support,
      objects,
      count,
      hours: rounded(minutes / 60),
    })),
    risks: risks.toSorted((one, other) => other.objects - one.objects),
    unused: unused.flatMap(({ unused: reason, objects }) => (reason ? [{ reason, objects }] : [])),
    calibration: [...byType.keys()].map((type) => presentCalibration(calibrations[type])),
    rows: sum(({ counted }) => counted) === 0 ? null : sum(({ rows }) => rows),
    lines: sum(({ lines }) => lines),
    statements: sum(({ statements }) => statements),
    changed_since: changed.count,
    not_read: stored.not_read,
  };
}

async function readGroups(db: Db, assessmentId: number): Promise<Group[]> {
  const rows = await db
    .selectFrom('assessed_object')
    .select(({ fn }) => [
      'schema_name',
      'type_id',
      fn.countAll<number>().as('objects'),
      sql<number>`sum(case complexity when 'simple' then 1 else 0 end)`.as('simple'),
      sql<number>`sum(case complexity when 'medium' then 1 else 0 end)`.as('medium'),
      sql<number>`sum(case complexity when 'complex' then 1 else 0 end)`.as('complex'),
      fn.sum<number>('automatic').as('automatic'),
      fn.sum<number>('develop_minutes').as('develop_minutes'),
      sql<number>`sum(automatic * develop_minutes)`.as('automatic_minutes'),
      fn.sum<number>('test_minutes').as('test_minutes'),
      sql<number>`coalesce(sum(row_count), 0)`.as('rows'),
      fn.count<number>('row_count').as('counted'),
      fn.sum<number>('lines').as('lines'),
      fn.sum<number>('statements').as('statements'),
    ])
    .where('assessment_id', '=', assessmentId)
    .groupBy(['schema_name', 'type_id'])
    .orderBy('type_id')
    .orderBy('schema_name')
    .execute();
  // PostgreSQL returns sums of integers as texts if they may be large.
  return rows.map(({ schema_name, type_id, ...counts }) => ({
    schema_name,
    type: objectTypeOf(type_id),
    ...(Object.fromEntries(
      Object.entries(counts).map(([name, count]) => [name, Number(count)]),
    ) as typeof counts),
  }));
}

function addUp(groups: readonly Group[], calibrations: Calibrations): AssessmentSums {
  const sum = (of: (group: Group) => number) => groups.reduce((all, one) => all + of(one), 0);
  const developOf = ({ type, develop_minutes: all, automatic_minutes: automatic }: Group) =>
    (automatic + (all - automatic) * calibrations[type].factor) / 60;
  const parts = groups.map((group) => ({
    type: group.type,
    hours: developOf(group) + group.test_minutes / 60,
  }));
  const { low, high } = rangeOf(parts, calibrations);
  return {
    objects: sum(({ objects }) => objects),
    simple: sum(({ simple }) => simple),
    medium: sum(({ medium }) => medium),
    complex: sum(({ complex }) => complex),
    automatic: sum(({ automatic }) => automatic),
    effort: {
      develop: rounded(sum(developOf)),
      test: rounded(sum(({ test_minutes: minutes }) => minutes / 60)),
      low: rounded(low),
      high: rounded(high),
    },
  };
}
