import type { ClientPair, ClientView, listClientPairs } from '../../../contract/client-views.ts';
import { type ClientProject, clientProject } from '../../../contract/clients.ts';
import type { RequestOf } from '../../../contract/endpoint.ts';
import type { PairRow } from '../../../contract/proof/pairs.ts';
import type { Actor, RowStream } from '../../platform/http/route.ts';
import type { PairService } from '../proof/pairs/service.ts';
import type { ProjectService } from '../projects/service.ts';
import type { ClientService } from './service.ts';

/** The view of projects for clients: it contains only the fields that are listed here. */
export interface ClientViews {
  list(actor: Actor): Promise<ClientProject[]>;
  /** @throws ProblemError `not-found` */
  read(actor: Actor, projectId: number): Promise<ClientView>;
  pairs(
    projectId: number,
    query: RequestOf<typeof listClientPairs>['query'],
  ): Promise<RowStream<ClientPair>>;
}

export function createClientViews(
  clients: Pick<ClientService, 'listProjectsOf'>,
  projects: Pick<ProjectService, 'get'>,
  pairs: Pick<PairService, 'list' | 'countByType'>,
): ClientViews {
  const present = async (actor: Actor, id: number): Promise<ClientProject> =>
    clientProject.parse(await projects.get(actor, id));

  return {
    async list(actor) {
      const ids = await clients.listProjectsOf(actor.userId);
      return Promise.all(ids.map((id) => present(actor, id)));
    },

    async read(actor, projectId) {
      const project = await present(actor, projectId);
      return { ...project, by_type: await pairs.countByType(projectId) };
    },

    async pairs(projectId, query) {
      const { total, chunks } = await pairs.list(projectId, query);
      return { total, chunks: presentPairs(chunks) };
    },
  };
}

async function* presentPairs(chunks: AsyncIterable<PairRow[]>): AsyncGenerator<ClientPair[]> {
  for await (const rows of chunks) yield rows.map(presentPair);
}

const presentPair = (row: PairRow): ClientPair => ({
  id: row.id,
  name: row.name,
  target: row.target.map((object) => `${object.schema_name}.${object.object_name}`),
  object_type_id: row.object_type_id,
  verdict: row.verdict,
  structure_result: row.structure_result,
  data_result: row.data_result,
  call_result: row.call_result,
  compared_at: newest([row.structure_at, row.data_at, row.call_at]),
});

const newest = (times: readonly (string | null)[]): string | null =>
  times
    .filter((time) => time !== null)
    .toSorted()
    .at(-1) ?? null;
