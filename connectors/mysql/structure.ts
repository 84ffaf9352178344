import { sayEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import type {
  ObjectStructure,
  StructureReader,
  TableStructure,
  ViewStructure,
} from '../core/structure.ts';
import type { Selection } from './selection.ts';
import type { Session } from './session.ts';
import { readChecks } from './structure-checks.ts';
import { readColumns } from './structure-columns.ts';
import { readForeignKeys } from './structure-foreign-keys.ts';
import { noKeys, readKeys } from './structure-keys.ts';
import { readRoutines } from './structure-routines.ts';

/** Undefined where the server's catalogue tells too little. */
export function createStructureReader(session: Session): StructureReader | undefined {
  const facts = session.member.structure(session.version);
  if (!facts) return undefined;
  return {
    async readStructure(type, schema, names): Promise<ObjectStructure[]> {
      if (names.length === 0) return [];
      const selection = { session, facts, schema, names };
      switch (type) {
        case 'tables':
          return readTables(selection);
        case 'views':
          return readViews(selection);
        case 'functions':
        case 'procedures':
          return readRoutines(selection, type);
      }
    },
  };
}

type RelationRow = [name: string, type: string, rows: number | null, comment: string | null];

/** The server compares names without regard to case and accents, and may answer with others, too. */
async function readRelations(
  { session, schema, names }: Selection,
  isWanted: (type: string) => boolean,
): Promise<RelationRow[]> {
  const rows = await session.query<RelationRow>(
    `SELECT table_name, table_type, table_rows, table_comment FROM information_schema.tables
     WHERE table_schema = ? AND table_name IN (?)`,
    [schema, names],
  );
  const wanted = new Set(names);
  return rows.filter(([name, type]) => wanted.has(name) && isWanted(type));
}

async function readTables(selection: Selection): Promise<TableStructure[]> {
  const relations = await readRelations(selection, (type) => TABLES.has(type));
  const { checks, json } = await readChecks(selection);
  const columns = await readColumns(selection, json);
  const keys = await readKeys(selection);
  const foreignKeys = await readForeignKeys(selection);
  return relations.map(([name, , rows, comment]) => ({
    kind: 'table',
    name,
    columns: columns.get(name) ?? [],
    ...(keys.get(name) ?? noKeys()),
    foreignKeys: foreignKeys.get(name) ?? [],
    checks: checks.get(name) ?? [],
    comment: comment || null,
    estimatedRows: rows === null ? null : Number(rows),
  }));
}

const TABLES = new Set(['BASE TABLE', 'SYSTEM VERSIONED']);
const BROKEN = sayEnglish(message('reading.brokenMysqlView'));

async function readViews(selection: Selection): Promise<ViewStructure[]> {
  const { session, schema, names } = selection;
  const relations = await readRelations(selection, (type) => type === 'VIEW');
  const columns = await readColumns(selection, new Set());
  const texts = new Map(
    await session.query<[string, string | null]>(
      'SELECT table_name, view_definition FROM information_schema.views WHERE table_schema = ? AND table_name IN (?)',
      [schema, names],
    ),
  );
  return relations.map(([name, , , comment]) => ({
    kind: 'view',
    name,
    // A view hands on the defaults of its tables; they are not its own.
    columns: (columns.get(name) ?? []).map((column) => ({ ...column, default: null })),
    text: texts.get(name) || null,
    materialised: false,
    comment: null,
    broken: !columns.has(name) || /references invalid table/.test(comment ?? '') ? BROKEN : null,
  }));
}
