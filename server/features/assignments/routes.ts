import * as contract from '../../../contract/assignments.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { MemberService } from '../members/service.ts';
import type { ProposalService } from './proposal-service.ts';
import type { AssignmentService } from './service.ts';

export function assignmentRoutes(
  assignments: AssignmentService,
  members: MemberService,
  proposals: ProposalService,
): Route[] {
  return [
    route(contract.assignProject, ({ actor, body }) =>
      assignments.assign(actor, body.Project_Id, body.user_id, body.role),
    ),
    route(contract.removeAssignment, async ({ actor, params }) => ({
      unassigned_objects: await assignments.remove(actor, params.id, params.user_id, params.role),
    })),
    route(contract.proposeAssignments, ({ params, body }) => proposals.propose(params.id, body)),
    route(contract.applyAssignments, ({ actor, params, body: { seen, ...asked } }) =>
      proposals.apply(actor, params.id, seen, asked),
    ),
    route(contract.listDevelopers, ({ params }) => members.listActive(params.id, 'developer')),
    route(contract.listTesters, ({ params }) => members.listActive(params.id, 'tester')),
  ];
}
