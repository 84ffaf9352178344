import * as contract from '../../../contract/projects.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { ProjectService } from './service.ts';

/** Clients of the specification show `sqlMessage` first when a project cannot be added. */
function withSqlMessage(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  throw new ProblemError(error.kind, error.message, { ...error.extras, sqlMessage: error.message });
}

export function projectRoutes(projects: ProjectService): Route[] {
  return [
    route(contract.listProjects, ({ query }) => projects.listAll(query.archived === 1)),
    route(contract.listMyProjects, ({ params }) => projects.listOf(params.id)),
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
