import { message } from '../../../contract/messages/message.ts';
import { OBJECT_TYPES } from '../../../contract/engines.ts';
import type { FieldFault } from '../../../contract/problems.ts';
import type { Role } from '../../../contract/projects.ts';
import type { SpreadsheetRow } from '../../../contract/spreadsheet.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { invalid } from '../../platform/problem.ts';
import type { MemberService } from '../members/service.ts';
import type { ListResult, ListedObject, ObjectService } from '../objects/service.ts';
import { expectProject } from '../projects/lookup-service.ts';

export interface SpreadsheetService {
  /** @throws ProblemError `invalid` naming all invalid rows, before anything is written */
  import(
    actor: Actor,
    projectId: number,
    rows: SpreadsheetRow[],
    dryRun: boolean,
  ): Promise<ListResult & { rows: number }>;
}

const identity = (row: SpreadsheetRow): string =>
  JSON.stringify([row.side, row.object_type, row.schema_name, row.object_name]);

/** Rows that repeat an earlier row's object. */
function findRepeated(rows: SpreadsheetRow[]): FieldFault[] {
  const first = new Map<string, number>();
  return rows.flatMap((row, index) => {
    const key = identity(row);
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, index);
      return [];
    }
    return [
      {
        field: `rows.${index}.object_name`,
        message: message('field.repeated', { row: before + 1 }),
      },
    ];
  });
}

/** Values that do not apply to the target side. */
function findMisplaced(rows: SpreadsheetRow[]): FieldFault[] {
  return rows.flatMap((row, index) => {
    if (row.side === 'source') return [];
    const errors: FieldFault[] = [];
    if (row.status === 'migrated') {
      errors.push({
        field: `rows.${index}.status`,
        message: message('field.notMigrated'),
      });
    }
    if (row.developer) {
      errors.push({
        field: `rows.${index}.developer`,
        message: message('field.notOnTarget'),
      });
    }
    return errors;
  });
}

export function createSpreadsheetService(
  { db }: Store,
  members: MemberService,
  objects: ObjectService,
): SpreadsheetService {
  /** Members with the role, by name. */
  const readPeople = async (projectId: number, role: Role): Promise<Map<string, number>> => {
    const people = await members.listActive(projectId, role);
    return new Map(people.map(({ username, user_id }) => [username.toLowerCase(), user_id]));
  };

  return {
    async import(actor, projectId, rows, dryRun) {
      await expectProject(db, projectId);
      const people = {
        developer: await readPeople(projectId, 'developer'),
        tester: await readPeople(projectId, 'tester'),
      };
      const errors = [...findRepeated(rows), ...findMisplaced(rows)];
      const find = (role: Role, name: string | null | undefined, index: number) => {
        if (!name) return undefined;
        const id = people[role].get(name.trim().toLowerCase());
        if (id === undefined) {
          errors.push({
            field: `rows.${index}.${role}`,
            message: message('field.namesStranger', { name, role: message(`word.${role}`) }),
          });
        }
        return id;
      };
      const listed = rows.map((row, index): ListedObject => ({
        side: row.side,
        typeId: OBJECT_TYPES[row.object_type],
        schemaName: row.schema_name,
        objectName: row.object_name,
        status: row.status ?? undefined,
        developerId: find('developer', row.developer, index),
        testerId: find('tester', row.tester, index),
        dueDate: row.due_date ?? undefined,
        testCall: row.test_call ?? undefined,
        testResult: row.test_result ?? undefined,
        comments: row.comments ?? undefined,
      }));
      if (errors.length > 0) throw invalid(errors);
      return { rows: rows.length, ...(await objects.applyList(actor, projectId, listed, dryRun)) };
    },
  };
}
