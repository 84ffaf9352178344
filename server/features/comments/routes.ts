import * as contract from '../../../contract/comments.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { CommentService } from './service.ts';

export const commentRoutes = (comments: CommentService): Route[] => [
  route(contract.listComments, ({ params, query }) => comments.list(params.id, query.before)),
  route(contract.addComment, ({ actor, params, body }) =>
    comments.add(actor, params.id, body.text),
  ),
  route(contract.changeComment, ({ actor, params, body }) =>
    comments.change(actor, params.id, params.comment, body),
  ),
  route(contract.listPeople, ({ params }) => comments.people(params.id)),
];
