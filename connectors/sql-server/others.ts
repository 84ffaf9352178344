import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/others.ts';
import { holdsDefinitions } from './permissions.ts';
import type { Session } from './session.ts';

// Microsoft Learn: "sys.sequences", "sys.synonyms", "sys.types", "sys.triggers (Transact-SQL)".
const inSchema = (view: string, where = '1 = 1') => `SELECT s.name, o.name
  FROM ${view} o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE s.name = @p1 AND ${where}`;
const TRIGGERS = `SELECT s.name, o.name, p.name FROM sys.triggers o
  JOIN sys.objects p ON p.object_id = o.parent_id JOIN sys.schemas s ON s.schema_id = p.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0`;

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read =
    (text: string): ReadOthers =>
    async () => {
      const rows = await session.query<[string, string, string?]>(text, [schema]);
      // The server's comparison may ignore case.
      return rows.filter(([owner]) => owner === schema).map(([, name, of]) => [name, of]);
    };
  const seesAll = await holdsDefinitions(session, schema);
  return readOthers(
    {
      sequences: read(inSchema('sys.sequences')),
      synonyms: read(inSchema('sys.synonyms')),
      types: read(inSchema('sys.types', 'o.is_user_defined = 1')),
      triggers: read(TRIGGERS),
      // Jobs belong to the server, not to a database: SQL Server Agent keeps them in msdb.
      jobs: null,
    },
    only,
    () => seesAll,
  );
}
