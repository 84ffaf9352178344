import * as contract from '../../../contract/projects.ts';
import { pageRows } from '../../platform/http/page-rows.ts';
import { type Route, route, sendPage } from '../../platform/http/route.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { ProjectService } from './service.ts';

/** Clients written to the specification show `sqlMessage` first if a project cannot be added. */
function withSqlMessage(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  throw new ProblemError(error.kind, error.said, { ...error.extras, sqlMessage: error.message });
}

export function projectRoutes(projects: ProjectService): Route[] {
  return [
    route(contract.listProjects, async ({ query, http }) =>
      sendPage(http, pageRows(await projects.listAll(query.archived === 1), query, 'Project_Id')),
    ),
    route(contract.listMyProjects, async ({ params, query, http }) =>
      sendPage(http, pageRows(await projects.listOf(params.id), query, 'Project_Id')),
    ),
    route(contract.getProject, ({ actor, params }) => projects.get(actor, params.id)),
    route(contract.createProject, ({ actor, body }) =>
      projects.create(actor, body).catch(withSqlMessage),
    ),
    route(contract.updateProject, ({ actor, params, body }) =>
      projects.update(actor, params.id, body),
    ),
    route(contract.archiveProject, ({ actor, params, body }) =>
      projects.setArchived(actor, params.id, body.archived),
    ),
  ];
}
