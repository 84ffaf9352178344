import { message } from '../../../../../../contract/messages/message.ts';
import type { Stored } from '../../../../../../connectors/core/definitions.ts';
import { type CompareOptions, type RawFinding, finding } from '../raw-finding.ts';
import { isSameText } from './plain-text.ts';

type StoredText = Stored & { text: string | null };

/**
 * A finding about texts of SQL Server that were stored while settings were OFF: `= NULL` finds NULL then, or double quotes enclose texts,
 * so what is read of them may be wrong. Null where none was, and where one engine keeps one text with the same settings.
 */
export function findSettingsOff(
  source: StoredText,
  target: StoredText,
  { sameEngine }: Pick<CompareOptions, 'sameEngine'>,
  unclear: Pick<RawFinding, 'severity' | 'advice' | 'settledByRows'>,
): RawFinding | null {
  if (source.text === null || target.text === null) return null;
  const [was, is] = [source, target].map(({ settingsOff = [] }) => settingsOff);
  const settings = [...new Set([...was!, ...is!])].toSorted();
  const isOne = sameEngine && isSameText(source.text, target.text);
  if (
    settings.length === 0 ||
    (isOne && settings.length === was!.length && was!.length === is!.length)
  )
    return null;
  return finding('text.different', 'text', null, source.text, target.text, {
    ...unclear,
    answer: 'compatible',
    detail: message('definition.settingsOff', { settings: settings.join(', ') }),
  });
}
