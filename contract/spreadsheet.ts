import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { objectType } from './engines.ts';
import { MAX_LIST, blankAsNull, date, flag, id, requiredText, side, text } from './fields.ts';
import { objectStatus } from './objects.ts';
import { list } from './list.ts';
import { message, fault } from './messages/message.ts';

const optional = (max: number) => blankAsNull(text(max).nullish());

/** A row of an imported list. Absent and empty cells leave the stored values unchanged. */
export const spreadsheetRow = z.object({
  side,
  object_type: objectType,
  schema_name: requiredText(500),
  object_name: requiredText(500),
  status: blankAsNull(objectStatus.nullish()),
  /** Usernames of developer and tester. */
  developer: optional(100),
  tester: optional(100),
  due_date: blankAsNull(date.nullish()),
  test_call: optional(100_000),
  test_result: optional(100_000),
  comments: optional(100_000),
});
export type SpreadsheetRow = z.output<typeof spreadsheetRow>;

export const importSpreadsheet = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/spreadsheet',
  summary:
    'Bring in inventory, assignments and statuses from a list: all rows or none; 422 names the rows',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: z.object({
    /** 1: report the outcome without changing anything. */
    dry_run: flag.default(0),
    rows: list(spreadsheetRow, MAX_LIST, {
      error: fault('field.notList', { things: message('thing.rows') }),
      items: message('thing.rows'),
    }),
  }),
  response: z.object({ rows: z.int(), added: z.int(), changed: z.int(), unchanged: z.int() }),
  bulk: true,
});
