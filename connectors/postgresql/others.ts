import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/others.ts';
import { notOfExtension } from './catalogue.ts';
import type { Session } from './session.ts';

/** Names of one catalogue's rows in a schema, without those that belong to an extension. */
const named = (
  session: Session,
  catalogue: string,
  [name, schema, where]: [name: string, schema: string, where: string],
) => `SELECT o.${name} FROM ${catalogue} o JOIN pg_namespace n ON n.oid = o.${schema}
  WHERE n.nspname = $1 AND ${where} ${notOfExtension(session, catalogue, 'o.oid')}`;

/** Sequences of serial and identity columns belong to their table. */
const STANDING_ALONE = `o.relkind = 'S' AND NOT EXISTS (SELECT 1 FROM pg_depend d
  WHERE d.classid = 'pg_class'::regclass AND d.objid = o.oid AND d.refclassid = 'pg_class'::regclass
    AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))`;

/** Every table has a type as well: only those made with CREATE TYPE or CREATE DOMAIN count. */
const OWN_TYPES = `(o.typtype IN ('e', 'd', 'r') OR (o.typtype = 'c'
  AND EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = o.typrelid AND c.relkind = 'c')))`;

/** Partitions repeat the triggers of their parent. */
const triggers = (session: Session) => `SELECT t.tgname, c.relname
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND NOT t.tgisinternal ${session.serverVersionNumber >= 130_000 ? 'AND t.tgparentid = 0' : ''}
    ${notOfExtension(session, 'pg_trigger', 't.oid')}`;

export function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read =
    (text: string): ReadOthers =>
    () =>
      session.query<[string, string?]>(text, [schema]);
  return readOthers(
    {
      sequences: read(named(session, 'pg_class', ['relname', 'relnamespace', STANDING_ALONE])),
      types: read(named(session, 'pg_type', ['typname', 'typnamespace', OWN_TYPES])),
      triggers: read(triggers(session)),
      extensions: read(
        `SELECT e.extname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE n.nspname = $1`,
      ),
    },
    only,
  );
}
