import { message } from '../../../contract/messages/message.ts';
import * as contract from '../../../contract/objects.ts';
import { undoEdits } from '../../../contract/undo-edits.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectQuery } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { type Actor, type Route, route } from '../../platform/http/route.ts';
import { forbidden, invalid } from '../../platform/problem.ts';
import type { Choice, ObjectScope, ObjectService } from './service.ts';

interface ObjectRequest {
  user_id?: number | null | undefined;
  Project_Id: number;
}

/** Objects assigned to a person. Only administrators see other people's; under their own id they see all. */
function assignedScope(
  actor: Actor,
  { user_id, Project_Id }: ObjectRequest,
  side: Side,
  role: Role,
): ObjectScope {
  const userId = user_id ?? actor.userId;
  const own = userId === actor.userId;
  if (!own && !actor.isAdmin) throw forbidden(message('access.notShown'));
  const all = own && actor.isAdmin;
  return {
    projectId: Project_Id,
    side,
    ...(!all && (role === 'tester' ? { testerId: userId } : { developerId: userId })),
  };
}

type ChosenId = number | null | undefined;

/**
 * The user chosen for a row: from its `role` field, else from the dropdown's name, which may be the former one if a
 * row is sent back whole. Null removes the assignment.
 */
function readChoice(
  objectId: number,
  chosen: { role?: ChosenId; named?: ChosenId },
  field: string,
): Choice {
  const { role, named } = chosen;
  if (role === undefined && named === undefined)
    throw invalid([{ field, message: message('field.required') }]);
  return { objectId, userId: role ?? named ?? null };
}

export function objectRoutes(objects: ObjectService): Route[] {
  const list = (projectId: number, side: Side, query: ObjectQuery) =>
    objects.list({ projectId, side }, query);

  return [
    route(contract.listSourceObjects, ({ params, query }) => list(params.id, 'source', query)),
    route(contract.listTargetObjects, ({ params, query }) => list(params.id, 'target', query)),
    route(contract.listTesterSource, ({ actor, body, query }) =>
      objects.list(assignedScope(actor, body, 'source', 'tester'), query),
    ),
    route(contract.listTesterTarget, ({ actor, body, query }) =>
      objects.list(assignedScope(actor, body, 'target', 'tester'), query),
    ),
    route(contract.listDeveloperSource, ({ actor, body, query }) =>
      objects.list(assignedScope(actor, body, 'source', 'developer'), query),
    ),
    route(contract.updateObject, ({ actor, params, body }) => objects.edit(actor, params.id, body)),
    route(contract.undoEdit, ({ actor, params, body }) =>
      objects.undoEdit(actor, params.id, body.version),
    ),
    route(contract.objectHistory, ({ params }) => objects.history(params.id)),
    route(contract.getObject, ({ params }) => objects.get(params.id)),
    route(contract.listObjectIds, ({ actor, params, query: { side, mine, ...query } }) =>
      objects.listIds(
        mine
          ? assignedScope(actor, { Project_Id: params.id }, side, mine)
          : { projectId: params.id, side },
        query,
      ),
    ),
    route(contract.editObjects, ({ actor, body: { ids, ...edit } }) => {
      if (edit.due_date !== undefined && !actor.isAdmin) throw forbidden();
      return objects.editMany(actor, ids, edit);
    }),
    route(undoEdits, ({ actor, body }) => objects.undoEdits(actor, body.changed)),
    route(contract.listContradictions, ({ actor, body }) =>
      objects.contradictions(actor, body.ids, body.status),
    ),
    route(contract.readHolders, ({ body }) => objects.holders(body.ids, body.role)),
    route(contract.undoAssignment, async ({ actor, body }) => ({
      restored: await objects.undoAssignment(actor, body.undo),
    })),
    route(contract.assignDevelopers, async ({ actor, body }) => {
      const choices = body.map((row, index) =>
        readChoice(
          row.source_objectid,
          { role: row.role, named: row.developer },
          `${index}.developer`,
        ),
      );
      return objects.assign(actor, 'source', 'developer', choices);
    }),
    route(contract.assignSourceTesters, async ({ actor, body }) => {
      const choices = body.map((row, index) =>
        readChoice(row.source_objectid, { role: row.role, named: row.tester }, `${index}.tester`),
      );
      return objects.assign(actor, 'source', 'tester', choices);
    }),
    route(contract.assignTargetTesters, async ({ actor, body }) => {
      const choices = body.map((row, index) =>
        readChoice(row.target_objectid, { role: row.role, named: row.tester }, `${index}.tester`),
      );
      return objects.assign(actor, 'target', 'tester', choices);
    }),
  ];
}
