import { message } from '../../../contract/messages/message.ts';
import type { Log } from '../../platform/log.ts';
import { createLeasedWorker } from '../databases/leased-work-service.ts';
import { claimAssessment, leaveAssessment, renewLease } from './repository.ts';
import { type WorkTools, workOnAssessment } from './work.ts';

/** Carries out assessments that wait. */
export const createAssessmentWorker = (tools: WorkTools, log: Log) =>
  createLeasedWorker(
    {
      name: 'assessment',
      wentWrong: message('assessment.wentWrong'),
      claim: (owner) => claimAssessment(tools.store, owner),
      renew: ({ id }, owner, progress) => renewLease(tools.store.db, id, owner, progress),
      work: ({ job, ...working }) => workOnAssessment(tools, { assessment: job, ...working }),
      leave: (assessment, owner, state, failure) =>
        tools.store.transaction((tx) => leaveAssessment(tx, assessment, owner, state, failure)),
    },
    log,
  );
