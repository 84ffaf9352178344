import { message } from '../../../contract/messages/message.ts';
import { basename } from 'node:path';
import { ENGINES } from '../../../connectors/engines.ts';
import type { SampleStep } from '../../../contract/sample.ts';
import type { Role } from '../../../contract/projects.ts';
import { asOf } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { Vault } from '../../platform/vault.ts';
import { ProblemError, conflict, notFound } from '../../platform/problem.ts';
import { generatePassword, verifyPassword } from '../../platform/secrets.ts';
import { deleteAttemptsOfUsers } from '../auth/throttle-service.ts';
import { deleteHistoryOfUsers } from '../history/service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { UserService } from '../users/service.ts';
import type { SampleDatabases } from './databases/sample-databases.ts';
import { type ProofTools, assessSource, importSide, planSample, proveBoth } from './prove.ts';
import { writeProofHistory } from './proof-history.ts';
import { rehearseSample } from './rehearse.ts';
import {
  BEGAN,
  daysAgo,
  inDays,
  PLANNED_END,
  planWorkingTime,
  playHistory,
  signSample,
} from './work-history.ts';

type SampleRole = Role | 'client';

export interface SampleAccount {
  username: string;
  password: string;
  role: SampleRole;
}

export interface SampleService {
  state(): Promise<{
    Project_Id: number | null;
    empty_installation: boolean;
    loading: SampleStep | null;
  }>;
  /** The sample's accounts; a password is null once it has been changed. */
  accounts(): Promise<(Omit<SampleAccount, 'password'> & { password: string | null })[]>;
  /**
   * Creates databases, people and project, three weeks of their work, and its proof.
   * @throws ProblemError `conflict` if the sample exists or is being created, `unavailable` if its databases fail
   */
  load(actor: Actor): Promise<{ Project_Id: number; accounts: SampleAccount[] }>;
  /** Removes project, people, databases and their history. */
  remove(): Promise<void>;
  /**
   * Reopens the sample's PostgreSQL after a restart, if there is a sample. One that was still being loaded when the server
   * ended is removed.
   */
  resume(): Promise<void>;
  close(): Promise<void>;
}

/** Usernames and roles of the sample's members. */
const PEOPLE = [
  ['sample-developer', 'developer'],
  ['sample-developer-2', 'developer'],
  ['sample-tester', 'tester'],
  ['sample-tester-2', 'tester'],
] as const;
/** The sample's client. */
const CLIENT = ['sample-client', 'client'] as const;

/** The place under which the vault seals the passwords. */
const SEALED_FOR = 'sample accounts';

/** The databases are on this machine: their errors are temporary, and not the caller's fault. */
const asUnavailable = (error: unknown): ProblemError =>
  error instanceof ProblemError
    ? error
    : new ProblemError('unavailable', message('sample.failed'), { retryAfter: 60, cause: error });

/** The project as somebody would have entered it three weeks ago. */
const projectOf = (
  sourceFile: string,
  postgres: Awaited<ReturnType<SampleDatabases['prepare']>>['postgres'],
  idsOf: (role: Role) => number[],
) =>
  ({
    Project_Name: 'Sample: the bookshop moves',
    Client_Name: 'Harbour Street Books',
    Source_Database: ENGINES.sqlite.id,
    Target_Database: ENGINES.postgresql.id,
    Source_Name: 'Bookshop',
    Target_Name: 'Bookshop',
    Migration_Type: 'complete',
    also_tracked: 'none',
    Project_Status: 'inProgress',
    Planned_Start_Date: inDays(BEGAN),
    Planned_End_Date: inDays(PLANNED_END),
    Actual_Start_Date: inDays(BEGAN),
    Actual_End_Date: inDays(PLANNED_END),
    source_db_name: sourceFile,
    target_ip: postgres.host,
    target_port: postgres.port,
    target_db_name: postgres.database,
    target_username: postgres.username,
    target_db_password: postgres.password,
    developer: idsOf('developer'),
    tester: idsOf('tester'),
  }) satisfies Parameters<ProjectService['create']>[1];

export function createSampleService(
  store: Store,
  databases: SampleDatabases,
  users: UserService,
  projects: ProjectService,
  proof: ProofTools,
  vault: Vault,
): SampleService {
  const { db } = store;
  /** Whether the sample is being loaded or removed, which must not overlap. */
  let busy = false;
  let loading: SampleStep | null = null;

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy) throw conflict(message('sample.busy'));
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
      loading = null;
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

  const createAccount = async <R extends SampleRole>(
    actor: Actor,
    [wanted, role]: readonly [string, R],
  ) => {
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
    loading = 'people';
    const { sqliteFile, postgres, made } = await databases.prepare();
    const [client, ...people] = await asOf(daysAgo(-BEGAN), () =>
      Promise.all([
        createAccount(actor, CLIENT),
        ...PEOPLE.map((person) => createAccount<Role>(actor, person)),
      ]),
    );
    const accounts = [...people, client].map(({ userId: _userId, ...account }) => account);
    await databases.keep(vault.seal(JSON.stringify(accounts), SEALED_FOR));
    const idsOf = (wanted: Role) =>
      people.filter(({ role }) => role === wanted).map(({ userId }) => userId);
    loading = 'databases';
    const projectId = await asOf(daysAgo(-BEGAN), async () => {
      const { Project_Id } = await projects.create(
        actor,
        projectOf(basename(sqliteFile), postgres, idsOf),
        { isSample: true },
      );
      await proof.clients.add(actor, Project_Id, client.userId);
      await planWorkingTime(proof.calendars, actor, Project_Id, people);
      await importSide(proof, actor, Project_Id, 'source');
      return Project_Id;
    });
    // Work that needs only the source is done while the target is created.
    await Promise.all([made, assessSource(proof, actor, projectId)]);
    loading = 'inventory';
    await asOf(daysAgo(-BEGAN), () => importSide(proof, actor, projectId, 'target'));
    loading = 'work';
    await playHistory(proof.objects, actor, projectId, people, () =>
      proof.forecasts.keep(projectId),
    );
    loading = 'comparison';
    const signAs = async (role: Role, wave: number | null, remark: string) => {
      const person = people.find((one) => one.role === role);
      if (person) await signSample(proof.signoffs, projectId, person, wave, remark);
    };
    await proveBoth(proof, actor, projectId, {
      table: 'readings',
      before: () => signAs('developer', null, 'All is moved; what is open is in the list.'),
      make: databases.changeSource,
    });
    await writeProofHistory(proof, projectId);
    const pilot = await planSample(proof, actor, projectId, {
      owner: idsOf('developer')[0] ?? actor.userId,
      dayIn: (days) => inDays(BEGAN + days),
    });
    if (pilot !== undefined)
      await signAs(
        'tester',
        pilot,
        'Tested. What is open of it is known, and comes with the next load.',
      );
    await rehearseSample(proof, actor, projectId, {
      people,
      startsAt: `${inDays(PLANNED_END)}T20:00:00.000Z`,
      rehearsedAt: daysAgo(2),
    });
    await databases.finish();
    return { Project_Id: projectId, accounts };
  };

  /** The accounts as created; without passwords on another machine, or if the key has changed. */
  const readMade = async (): Promise<SampleAccount[]> => {
    const sealed = await databases.kept();
    try {
      if (sealed !== null) return JSON.parse(vault.open(sealed, SEALED_FOR)) as SampleAccount[];
    } catch {
      // Sealed with a former key.
    }
    return [...PEOPLE, CLIENT].map(([username, role]) => ({ username, role, password: '' }));
  };

  /** The password, if the account still exists and still has it. */
  const readPassword = async ({ username, password }: SampleAccount): Promise<string | null> => {
    const user = await users.findByName(username);
    const isOld = user?.is_sample === 1 && (await verifyPassword(user.password_hash, password));
    return isOld ? password : null;
  };

  return {
    async state() {
      const first = await db.selectFrom('project').select('id').limit(1).executeTakeFirst();
      return { Project_Id: await findSample(), empty_installation: first === undefined, loading };
    },

    async accounts() {
      if ((await findSample()) === null) return [];
      return Promise.all(
        (await readMade()).map(async (account) => ({
          ...account,
          password: await readPassword(account),
        })),
      );
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
      if (await databases.isUnfinished()) return alone(remove);
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
