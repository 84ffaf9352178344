import { message } from '../../../contract/messages/message.ts';
import type { Log } from '../../platform/log.ts';
import { createLeasedWorker } from '../databases/leased-work-service.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { UserService } from '../users/service.ts';
import { reads } from './repository.ts';
import { dependencyRoutes } from './routes.ts';
import { createDependencyService } from './service.ts';
import { type WorkTools, workOnRead } from './work.ts';

interface Needs extends WorkTools {
  users: UserService;
  pairs: PairService;
  log: Log;
}

/** Creates the dependencies feature: its calls, and the worker for waiting readings. */
export function createDependencies({ users, pairs, log, ...tools }: Needs) {
  const { store, definitions } = tools;
  const dependencies = createDependencyService(store, { users, pairs, definitions });
  const worker = createLeasedWorker(
    {
      name: 'reading of dependencies',
      unexpectedError: message('dependencies.wentWrong'),
      jobs: reads,
      work: (working) => workOnRead(tools, working),
    },
    store,
    log,
  );
  return {
    dependencies,
    routes: dependencyRoutes(dependencies),
    task: { isWaiting: dependencies.hasWork, runWaiting: worker.runWaiting },
    stop: worker.stop,
  };
}
