import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { ObjectType } from '../../../contract/engines.ts';
import type {
  InventoryItem,
  summariseInventory,
  testConnection,
} from '../../../contract/inventory.ts';
import type { ReceivedMessage } from '../../lib/i18n/messages.ts';
import type { ConnectionValues } from './connection-form.ts';
import type { Reading } from './everything.ts';
import type { Imported } from './use-sliced-import.ts';

export type Tested = ResponseOf<typeof testConnection>;
export interface Report {
  /** Distinguishes the reports of this visit, so that a new report starts without selected rows. */
  number: number;
  /** Null for a report on all schemas, which includes all types. */
  schema: string | null;
  objectType: ObjectType | null;
  items: InventoryItem[];
  /** Objects that were imported but no longer exist in the database. */
  gone: InventoryItem[];
  warnings: string[];
  warnings_said: (ReceivedMessage | null)[];
  /** When it was read, where that was before this visit. */
  readAt?: string | null;
}
export type Summary = ResponseOf<typeof summariseInventory>;
export interface SideResults {
  /** The form values of the last successful connection. */
  connected: ConnectionValues | null;
  tested: Tested | null;
  schemas: string[] | null;
  report: Report | null;
  /** Progress of reading everything; kept after it has finished. */
  reading: Reading | null;
  summary: Summary | null;
  imported: Imported | null;
}
