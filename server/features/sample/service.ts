import { message } from '../../../contract/messages/message.ts';
import { basename } from 'node:path';
import { ENGINES } from '../../../connectors/engines.ts';
import type { Role } from '../../../contract/projects.ts';
import { timestampIn, today } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { ProblemError, conflict, notFound } from '../../platform/problem.ts';
import { generatePassword } from '../../platform/secrets.ts';
import { deleteAttemptsOfUsers } from '../auth/throttle-service.ts';
import { deleteHistoryOfUsers } from '../history/service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import type { SampleDatabases } from './databases/sample-databases.ts';
import { type ProofTools, startProof } from './start-proof.ts';

export interface SampleAccount {
  username: string;
  password: string;
  role: Role;
}

export interface SampleService {
  state(): Promise<{ Project_Id: number | null; empty_installation: boolean }>;
  /**
   * Makes databases, people and project, and starts its proof; passwords are returned this once.
   * @throws ProblemError `conflict` where it is there or being made, `unavailable` where its databases fail
   */
  load(actor: Actor): Promise<{ Project_Id: number; accounts: SampleAccount[] }>;
  /** Removes project, people, databases and what history says of them. */
  remove(): Promise<void>;
  /** Opens the sample's PostgreSQL again after a restart, where there is a sample. */
  resume(): Promise<void>;
  close(): Promise<void>;
}

const DAY = 24 * 60 * 60_000;
const ROLES_OF_SAMPLE = ['developer', 'tester'] as const;

/** Its databases are of this machine: what they fail with is not the caller's, and passes. */
const asUnavailable = (error: unknown): ProblemError =>
  error instanceof ProblemError
    ? error
    : new ProblemError('unavailable', message('sample.failed'), { retryAfter: 60, cause: error });

export function createSampleService(
  store: Store,
  databases: SampleDatabases,
  users: UserService,
  projects: ProjectService,
  proof: ProofTools,
): SampleService {
  const { db } = store;
  /** Loading and removing work on the same folder. */
  let busy = false;

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw conflict(message('sample.busy'));
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  };

  const findSample = async (): Promise<number | null> => {
    const row = await db
      .selectFrom('project')
      .select('id')
      .where('is_sample', '=', 1)
      .executeTakeFirst();
    return row?.id ?? null;
  };

  const createAccount = async (
    actor: Actor,
    role: Role,
  ): Promise<SampleAccount & { userId: number }> => {
    const wanted = `sample-${role}`;
    const taken = (await users.findByName(wanted)) !== undefined;
    const username = taken ? `${wanted}-${generatePassword().slice(0, 4)}` : wanted;
    const password = generatePassword();
    const user = await users.create(actor.userId, {
      username,
      password,
      isActive: true,
      passwordSetByAdmin: true,
      isSample: true,
    });
    return { username, password, role, userId: user.id };
  };

  const remove = async (): Promise<void> => {
    await store.transaction(async (tx) => {
      const people = await tx
        .selectFrom('app_user')
        .select('id')
        .where('is_sample', '=', 1)
        .execute();
      const ids = people.map((person) => person.id);
      const sample = await tx
        .selectFrom('project')
        .select('id')
        .where('is_sample', '=', 1)
        .execute();
      for (const { id } of sample) await projects.delete(tx, id);
      if (ids.length === 0) return;
      await deleteHistoryOfUsers(tx, ids);
      await deleteAttemptsOfUsers(tx, ids);
      await users.delete(tx, ids);
    });
    await databases.remove();
  };

  const load = async (actor: Actor) => {
    const { sqliteFile, postgres } = await databases.prepare();
    const accounts: Awaited<ReturnType<typeof createAccount>>[] = [];
    for (const role of ROLES_OF_SAMPLE) accounts.push(await createAccount(actor, role));
    const idsOf = (wanted: Role) =>
      accounts.filter(({ role }) => role === wanted).map(({ userId }) => userId);
    const inDays = (days: number) => timestampIn(days * DAY).slice(0, 10);
    const project = await projects.create(
      actor,
      {
        Project_Name: 'Sample: the bookshop moves',
        Client_Name: 'Harbour Street Books',
        Source_Database: ENGINES.sqlite.id,
        Target_Database: ENGINES.postgresql.id,
        Source_Name: 'Bookshop',
        Target_Name: 'Bookshop',
        Migration_Type: 'complete',
        Project_Status: 'inProgress',
        Planned_Start_Date: today(),
        Planned_End_Date: inDays(30),
        Actual_Start_Date: today(),
        Actual_End_Date: inDays(30),
        source_db_name: basename(sqliteFile),
        target_ip: postgres.host,
        target_port: postgres.port,
        target_db_name: postgres.database,
        target_username: postgres.username,
        target_db_password: postgres.password,
        developer: idsOf('developer'),
        tester: idsOf('tester'),
      },
      { isSample: true },
    );
    await startProof(proof, actor, project.Project_Id);
    return {
      Project_Id: project.Project_Id,
      accounts: accounts.map(({ userId: _userId, ...account }) => account),
    };
  };

  return {
    async state() {
      const first = await db.selectFrom('project').select('id').limit(1).executeTakeFirst();
      return { Project_Id: await findSample(), empty_installation: first === undefined };
    },

    load: (actor) =>
      alone(async () => {
        if ((await findSample()) !== null) throw conflict(message('sample.loaded'));
        try {
          return await load(actor);
        } catch (error) {
          await remove();
          throw asUnavailable(error);
        }
      }),

    remove: () =>
      alone(async () => {
        if ((await findSample()) === null) throw notFound('what.sampleProject');
        await remove();
      }),

    async resume() {
      const id = await findSample();
      if (id === null) return;
      const target = await db
        .selectFrom('project_connection')
        .select('port')
        .where('project_id', '=', id)
        .where('side', '=', 'target')
        .executeTakeFirst();
      if (target?.port) await databases.resume(target.port);
    },

    close: () => databases.close(),
  };
}
