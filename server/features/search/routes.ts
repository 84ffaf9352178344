import { type SqlBool, sql } from 'kysely';
import { objectTypeOf } from '../../../contract/engines.ts';
import * as contract from '../../../contract/search.ts';
import { containing, lowerAscii } from '../../platform/db/sql-parts.ts';
import type { Store } from '../../platform/db/store.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { MemberService } from '../members/service.ts';
import { usernameKey } from '../users/service.ts';

const EACH = 8;
/**
 * Most matches that are read; the nearest are shown. With this many, PostgreSQL searches a large table in parallel;
 * with a handful it would not.
 */
const CANDIDATES = 40;

/** Exact matches first, then prefixes, short names first. */
function sortByNearness<T extends { object_name: string }>(rows: T[], wanted: string): T[] {
  const typed = wanted.toLowerCase();
  const distance = ({ object_name }: T): number =>
    object_name.length + (object_name.toLowerCase().startsWith(typed) ? 0 : 1_000);
  return rows.toSorted((one, other) => distance(one) - distance(other));
}

export function searchRoutes({ longReads: db }: Store, members: MemberService): Route[] {
  return [
    route(contract.search, async ({ actor, query: { q } }) => {
      const wanted = q.trim();
      const matches = (column: string) =>
        sql<SqlBool>`lower(${sql.ref(column)}) like ${containing(lowerAscii(wanted))} escape '\\'`;
      const like = (column: string, key: string) =>
        sql<SqlBool>`${sql.ref(column)} like ${containing(key)} escape '\\'`;
      // An empty list is not valid SQL, and no id is 0.
      const visible = [0, ...(await members.listVisibleProjects(actor))];

      const [projects, objects, users] = await Promise.all([
        db
          .selectFrom('project')
          .select(['id as Project_Id', 'name as Project_Name', 'client_name as Client_Name'])
          .where('id', 'in', visible)
          .where((where) => where.or([matches('name'), matches('client_name')]))
          .orderBy('name')
          .limit(EACH)
          .execute(),
        db
          .selectFrom('object')
          .innerJoin('project', 'project.id', 'object.project_id')
          .select([
            'object.id',
            'object.side',
            'object.schema_name',
            'object.object_name',
            'object.type_id',
            'project.id as Project_Id',
            'project.name as Project_Name',
          ])
          // The search reads an index alone; only the rows to show are read from the table.
          .where('object.id', 'in', (select) =>
            select
              .selectFrom('object as found')
              .select('found.id')
              .where('found.project_id', 'in', visible)
              .where(like('found.search_key', wanted.toLowerCase()))
              .limit(CANDIDATES),
          )
          .orderBy('object.id')
          .execute(),
        actor.isAdmin
          ? db
              .selectFrom('app_user')
              .select(['id as user_id', 'username'])
              .where(like('username_key', usernameKey(wanted)))
              .orderBy('username_key')
              .limit(EACH)
              .execute()
          : [],
      ]);
      return {
        projects,
        objects: sortByNearness(objects, wanted)
          .slice(0, EACH)
          .map(({ type_id, ...row }) => ({ ...row, object_type: objectTypeOf(type_id) })),
        users,
      };
    }),
  ];
}
