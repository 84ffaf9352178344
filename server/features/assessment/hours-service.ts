import type { ObjectStatus } from '../../../contract/objects.ts';
import { type ObjectTypeId, objectTypeOf } from '../../../contract/engines.ts';
import type { AssessmentService } from './service.ts';

type Work = 'develop' | 'test';
interface Assessable {
  id: number;
  type_id: ObjectTypeId;
}

/** Work left on an object: development while it is pending, testing until it is verified. */
export const workLeft = ({ status }: { status: ObjectStatus }): readonly Work[] =>
  status === 'verified' ? [] : status === 'pending' ? ['develop', 'test'] : ['test'];

/** The user to whom a kind of work on an object is assigned. */
export const holderOf = (
  work: Work,
  one: { developer_id: number | null; tester_id: number | null },
): number | null => (work === 'develop' ? one.developer_id : one.tester_id);

/** Hours for an object about which nothing is known. */
const ONE_HOUR = 1;
/** Least hours of an object, so that work that takes no time is still assigned. */
const MIN_HOURS = 0.05;

export interface KnownHours {
  /** Whether the newest assessment includes the object. */
  isKnown(id: number): boolean;
  hoursOf(work: Work, object: Assessable): number;
}

/** Hours per object at the team's pace; an unassessed object gets the average of its type. */
export async function readHours(
  assessments: AssessmentService,
  projectId: number,
): Promise<KnownHours> {
  const assessed = await assessments.estimatesOf(projectId);
  const known = new Map<number, Record<Work, number>>();
  const sums = new Map<string, Record<Work | 'count', number>>();
  for (const { objectId, type, automatic, develop, test } of assessed?.estimates ?? []) {
    const { beliefs } = assessed!;
    const hours = {
      develop: develop * (automatic ? 1 : beliefs.develop.factor(type)),
      test: test * beliefs.test.factor(type),
    };
    known.set(objectId, hours);
    const sum = sums.get(type) ?? { develop: 0, test: 0, count: 0 };
    sums.set(type, {
      develop: sum.develop + hours.develop,
      test: sum.test + hours.test,
      count: sum.count + 1,
    });
  }
  return {
    isKnown: (id: number): boolean => known.has(id),
    hoursOf: (work: Work, { id, type_id: type }: Assessable): number => {
      const own = known.get(id)?.[work];
      if (own !== undefined) return Math.max(MIN_HOURS, own);
      const sum = sums.get(objectTypeOf(type));
      return sum ? Math.max(MIN_HOURS, sum[work] / sum.count) : ONE_HOUR;
    },
  };
}
