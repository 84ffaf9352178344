import { type Kysely, type Migration, Migrator } from 'kysely';
import { columnTypes } from './columns.ts';
import { foundation } from './migrations/0001-foundation.ts';
import { overview } from './migrations/0002-overview.ts';
import { unfinished } from './migrations/0003-unfinished.ts';
import { proof } from './migrations/0005-proof.ts';
import { lists } from './migrations/0006-lists.ts';
import { latest } from './migrations/0007-latest.ts';
import { proofGrowth } from './migrations/0008-proof-growth.ts';
import { endedAcceptances } from './migrations/0009-ended-acceptances.ts';
import { registered } from './migrations/0010-registered.ts';
import { attempts } from './migrations/0012-attempts.ts';
import { verifyFull } from './migrations/0013-verify-full.ts';
import { verdicts } from './migrations/0015-verdicts.ts';
import { againstEvidence } from './migrations/0018-against-evidence.ts';
import { accountRights } from './migrations/0020-account-rights.ts';
import { heldDifferences } from './migrations/0021-held-differences.ts';
import { connectionFailed } from './migrations/0023-connection-failed.ts';
import { callGaps } from './migrations/0024-call-gaps.ts';
import { rowsOutdated } from './migrations/0026-rows-outdated.ts';
import { projectNotes } from './migrations/0028-project-notes.ts';
import { ProblemError } from '../problem.ts';
import type { Store } from './store.ts';

/** Why the store cannot be brought to this program's version; `message` is for the operator. */
export class MigrationError extends Error {}

const migrationsOf = (kind: Store['kind']): Record<string, Migration> => {
  const types = columnTypes(kind);
  return {
    '0001-foundation': foundation(types),
    '0002-overview': overview(types),
    '0003-unfinished': unfinished(types),
    '0005-proof': proof(types),
    '0006-lists': lists,
    '0007-latest': latest,
    '0008-proof-growth': proofGrowth,
    '0009-ended-acceptances': endedAcceptances(types),
    '0010-registered': registered(kind, types),
    '0012-attempts': attempts,
    '0013-verify-full': verifyFull,
    '0015-verdicts': verdicts(types),
    '0018-against-evidence': againstEvidence(types),
    '0020-account-rights': accountRights(types),
    '0021-held-differences': heldDifferences(types),
    '0023-connection-failed': connectionFailed,
    '0024-call-gaps': callGaps(types),
    '0026-rows-outdated': rowsOutdated(types),
    '0028-project-notes': projectNotes(types),
  };
};

/**
 * Brings the tables to this program's version, under a lock, each step once.
 * @throws MigrationError when the store was made by a newer version, or a step fails
 */
export async function migrate(store: Store): Promise<void> {
  const migrations = migrationsOf(store.kind);
  const migrator = new Migrator({
    db: store.db,
    provider: { getMigrations: async () => migrations },
  });
  const applied = await readApplied(store);
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

async function readApplied(store: Store): Promise<string[]> {
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const db = store.db as unknown as Kysely<{ kysely_migration: { name: string } }>;
  const rows = await db.selectFrom('kysely_migration').select('name').execute();
  return rows.map((row) => row.name);
}
