import { message } from '../../../contract/messages/message.ts';
import type { Log } from '../../platform/log.ts';
import type { Route } from '../../platform/http/route.ts';
import type { CalendarService } from '../calendar/service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import { createLeasedWorker } from '../databases/leased-work-service.ts';
import { assessmentJobs } from './repository.ts';
import { assessmentRoutes } from './routes.ts';
import { createAssessmentService } from './service.ts';
import { createWeightService } from './weights-service.ts';
import { type WorkTools, workOnAssessment } from './work.ts';

interface Needs extends WorkTools {
  users: UserService;
  projects: ProjectService;
  calendars: CalendarService;
  log: Log;
}

/** Creates the assessment feature: its calls, and the worker for waiting jobs. */
export function createAssessment({ users, projects, calendars, log, ...tools }: Needs) {
  const assessments = createAssessmentService(tools.store, users, projects, calendars);
  const worker = createLeasedWorker(
    {
      name: 'assessment',
      unexpectedError: message('assessment.wentWrong'),
      jobs: assessmentJobs,
      work: ({ job, ...working }) => workOnAssessment(tools, { assessment: job, ...working }),
    },
    tools.store,
    log,
  );
  const routes: Route[] = assessmentRoutes(assessments, createWeightService(tools.store, projects));
  return {
    assessments,
    routes,
    task: { isWaiting: assessments.hasWork, runWaiting: worker.runWaiting },
    stop: worker.stop,
  };
}
