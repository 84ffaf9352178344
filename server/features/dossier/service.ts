import type { Dossier, SealKeyShown } from '../../../contract/dossier.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/log.ts';
import type { Actor } from '../../platform/http/route.ts';
import { versionsOfProjects } from '../history/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import type { ProjectService } from '../projects/service.ts';
import { FORMAT, type SealKey, VERSION, fingerprintOf } from './manifest.ts';
import { partsOf } from './parts.ts';
import { countRecords } from './records.ts';
import type { Sources } from './sources.ts';
import type { StampServer } from './stamp-server.ts';
import { stamp } from './stamp.ts';
import { writeContainer } from './write-container.ts';

/** The proof of a project as one sealed file. */
export interface DossierService {
  /** @throws ProblemError `not-found` */
  describe(projectId: number): Promise<Dossier>;
  /** Streams a dossier, produced while it is read. @throws ProblemError `not-found` */
  write(
    actor: Actor,
    projectId: number,
  ): Promise<{ project: ProjectRow; bytes: AsyncIterable<Uint8Array> }>;
  key(): Promise<SealKeyShown>;
}

export function createDossierService(
  store: Store,
  projects: ProjectService,
  sources: Omit<Sources, 'db'>,
  readKey: () => Promise<SealKey>,
  stampServer: StampServer | null,
  log: Log,
): DossierService {
  const key = async (): Promise<SealKeyShown> => {
    const { publicKey } = await readKey();
    return { fingerprint: fingerprintOf(publicKey), public_key: publicKey };
  };
  /** Changes whenever somebody does something, or a run, which writes no history, finds something. */
  const versionOf = async (projectId: number): Promise<string> => {
    const { newest } = await store.db
      .selectFrom('evidence')
      .select(({ fn }) => fn.max('id').as('newest'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();
    const done = (await versionsOfProjects(store.db, [projectId])).get(projectId);
    return `${done} ${newest}`;
  };

  return {
    key,
    async describe(projectId) {
      await expectProject(store.db, projectId);
      return {
        ...(await countRecords(store.longReads, projectId)),
        key: await key(),
        time_stamp_server: stampServer?.url.host ?? null,
      };
    },

    async write(actor, projectId) {
      const project = await projects.get(actor, projectId);
      const [seal, before] = [await readKey(), await versionOf(projectId)];
      const began_at = timestampNow();
      const about = { writtenBy: actor.username, at: began_at, key: fingerprintOf(seal.publicKey) };
      const bytes = writeContainer(
        {
          format: FORMAT,
          version: VERSION,
          project: { id: projectId, name: project.Project_Name },
          written_by: actor.username,
          began_at,
        },
        partsOf({ ...sources, db: store.longReads }, project, about),
        seal,
        {
          end: async () => ({
            ended_at: timestampNow(),
            changed_meanwhile: (await versionOf(projectId)) !== before,
          }),
          stamp: (sealed) => stamp(sealed, seal, stampServer, project.Project_Name, log),
        },
      );
      return { project, bytes };
    },
  };
}
