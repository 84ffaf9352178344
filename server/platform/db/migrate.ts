import { type Kysely, type Migration, Migrator } from 'kysely';
import { columnTypes } from './columns.ts';
import { baseline } from './migrations/0026-baseline.ts';
import { messages } from './migrations/0027-messages.ts';
import {
  projectNotes,
  pairCandidates,
  warnedPairs,
  belonging,
  toleratedUntil,
  projectTolerances,
  alsoTracked,
  returned,
  proofDays,
  lastLogin,
  dueDates,
  deliveries,
  runningCall,
} from './migrations/0028-to-0042.ts';
import { comments } from './migrations/0036-comments.ts';
import {
  assessments,
  gate,
  knownServers,
  dependencies,
  forecast,
  waves,
  signoffs,
} from './migrations/0043-to-0049.ts';
import { gateSignoffs } from './migrations/0050-gate-signoffs.ts';
import {
  runbooks,
  calendar,
  signoffReopened,
  cutoverRuns,
  runOrder,
  gateRehearsals,
  clients,
  waysBack,
  countedFirst,
  nextNumbers,
  answers,
  keptInventories,
  snapshotFormats,
  registrations,
} from './migrations/0051-to-0065.ts';
import { gatesOfBefore } from './migrations/0060-gates-of-before.ts';
import { projectExpressions } from './migrations/0066-project-expressions.ts';
import { ProblemError } from '../problem.ts';
import type { Store } from './store.ts';

/** The store cannot be migrated to this program's version; `message` is for the operator. */
export class MigrationError extends Error {}

const BASELINE = '0026-baseline';
/** The last of the steps that the baseline replaces. */
const LAST_STEP = '0026-rows-outdated';

const migrationsOf = (kind: Store['kind']): Record<string, Migration> => {
  const types = columnTypes(kind);
  return {
    [BASELINE]: baseline(types),
    '0027-messages': messages(kind),
    '0028-project-notes': projectNotes(types),
    '0029-pair-candidates': pairCandidates(types),
    '0030-warned-pairs': warnedPairs(types),
    '0031-belonging': belonging(types),
    '0032-tolerated-until': toleratedUntil(types),
    '0033-project-tolerances': projectTolerances(types),
    '0034-also-tracked': alsoTracked(types),
    '0035-returned': returned(types),
    '0036-comments': comments(types),
    '0037-proof-days': proofDays(types),
    '0038-last-login': lastLogin(types),
    '0040-due-dates': dueDates(types),
    '0041-deliveries': deliveries(types),
    '0042-running-call': runningCall(types),
    '0044-gate': gate(types),
    '0043-assessments': assessments(types),
    '0045-known-servers': knownServers(types),
    '0046-dependencies': dependencies(types),
    '0047-forecast': forecast(types),
    '0048-waves': waves(types),
    '0049-signoffs': signoffs(types),
    '0050-gate-signoffs': gateSignoffs(),
    '0051-runbooks': runbooks(types),
    '0052-calendar': calendar(types),
    '0053-signoff-reopened': signoffReopened(types),
    '0054-cutover-runs': cutoverRuns(types),
    '0055-run-order': runOrder(types),
    '0056-gate-rehearsals': gateRehearsals(),
    '0057-clients': clients(types),
    '0058-ways-back': waysBack(types),
    '0059-counted-first': countedFirst(types),
    '0060-gates-of-before': gatesOfBefore(),
    '0061-next-numbers': nextNumbers(),
    '0062-answers': answers(),
    '0063-kept-inventories': keptInventories(types),
    '0064-snapshot-formats': snapshotFormats(),
    '0065-registrations': registrations(types),
    '0066-project-expressions': projectExpressions(types),
  };
};

/**
 * Migrates the tables to this program's version, under a lock, each step once.
 * @throws MigrationError if a newer program created the store, its version is too old, or a step fails
 */
export async function migrate(store: Store): Promise<void> {
  const migrations = migrationsOf(store.kind);
  const migrator = new Migrator({
    db: store.db,
    provider: { getMigrations: async () => migrations },
  });
  const applied = await adoptBaseline(store);
  const newer = applied.filter((name) => !(name in migrations));
  if (newer.length > 0) {
    throw new MigrationError(
      `The store was made by a newer version of this program (it has ${newer.join(', ')}). Start that version, or restore a backup.`,
    );
  }
  const { error } = await migrator.migrateToLatest();
  if (error) {
    throw new MigrationError(`The store could not be brought up to date: ${describe(error)}`, {
      cause: error,
    });
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error instanceof ProblemError && error.cause ? describe(error.cause) : error.message;
};

/**
 * Marks the baseline as applied in a store whose tables were created by all of the steps it replaces.
 * @returns the applied migrations
 */
async function adoptBaseline({ db: store }: Store): Promise<string[]> {
  const tables = await store.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const db = store as unknown as Kysely<{ kysely_migration: { name: string; timestamp: string } }>;
  const rows = await db
    .selectFrom('kysely_migration')
    .select(['name', 'timestamp'])
    .orderBy('name')
    .execute();
  const names = rows.map((row) => row.name);
  if (names.length === 0 || names.includes(BASELINE)) return names;
  const last = rows.find((row) => row.name === LAST_STEP);
  if (!last)
    throw new MigrationError(
      `The store was made by a version that is too old (its last step is ${names.at(-1)}). Start a version whose last step is ${LAST_STEP} with it first, or restore a backup.`,
    );
  await db.transaction().execute(async (tx) => {
    const steps = await tx
      .deleteFrom('kysely_migration')
      .where('name', '<=', LAST_STEP)
      .returning('name')
      .execute();
    // Another process that started at the same time may have been faster.
    if (steps.length > 0)
      await tx
        .insertInto('kysely_migration')
        .values({ ...last, name: BASELINE })
        .execute();
  });
  return [BASELINE, ...names.filter((name) => name > LAST_STEP)];
}
