import { useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { MAX_LIST } from '../../../contract/fields.ts';
import { UnknownFile, type Sheet } from './read-table.ts';
import { countRows, liftHeadings } from './mapping.ts';
import { readFile } from './read-file.ts';
import { fieldNames, useSpreadsheetTexts } from './texts.ts';

/** The file that was chosen, what is in it, or why it cannot be read. */
export function useFile() {
  const t = useSpreadsheetTexts();
  const [file, setFile] = useState<File | null>(null);
  const [sheets, setSheets] = useState<Sheet[] | null>(null);
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef<File | null>(null);

  const choose = async (next: File | null): Promise<Sheet | null> => {
    latest.current = next;
    setFile(next);
    setSheets(null);
    setSheet(null);
    setFailure(null);
    if (!next) return null;
    try {
      const names = fieldNames(t);
      const read = (await readFile(next)).map(({ name, rows }) => ({
        name,
        rows: liftHeadings(rows, names),
      }));
      // Another file was chosen while this one was read.
      if (latest.current !== next) return null;
      setSheets(read);
      // Most workbooks have one sheet with rows in it.
      const first = read.find(({ rows }) => rows.length > 1) ?? read[0] ?? null;
      return pick(first);
    } catch (error) {
      if (latest.current !== next) return null;
      const known = error instanceof UnknownFile;
      setFailure(known ? t('noFile') : t('notRead', { reason: errorText(error) }));
      return null;
    }
  };
  const pick = (next: Sheet | null): Sheet | null => {
    const rows = next ? countRows(next.rows) : 0;
    setFailure(
      rows < 1
        ? t('noRows')
        : rows > MAX_LIST
          ? t('tooMany', { rows: formatNumber(rows), max: formatNumber(MAX_LIST) })
          : null,
    );
    setSheet(next);
    return rows >= 1 && rows <= MAX_LIST ? next : null;
  };
  const reading = file !== null && sheets === null && failure === null;
  return { file, sheets, sheet, failure, reading, choose, pick };
}
