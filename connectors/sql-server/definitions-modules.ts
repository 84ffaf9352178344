import type { Stored } from '../core/definitions.ts';
import type { ModuleRow } from './definitions-sql.ts';

/** A text, and the settings that were OFF when it was stored. */
export function toText([, text = null, ...settings]: Partial<ModuleRow> = []): Stored & {
  text: string | null;
} {
  const settingsOff = settings.filter((one) => typeof one === 'string');
  return { text, ...(settingsOff.length > 0 && { settingsOff }) };
}
