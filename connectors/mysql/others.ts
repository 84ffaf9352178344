import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/others.ts';
import { canSee, readGrants } from './grants.ts';
import type { Session } from './session.ts';

/** Filters by schema: a server that ignores case in schema names would return several. */
const asOwn =
  (session: Session, text: string, schema: string): ReadOthers =>
  async () => {
    const rows = await session.query<[string, string, string?]>(text, [schema]);
    return rows.filter(([owner]) => owner === schema).map(([, name, of]) => [name, of]);
  };

const TRIGGERS = `SELECT trigger_schema, trigger_name, event_object_table FROM information_schema.triggers
  WHERE trigger_schema = ?`;
const EVENTS = `SELECT event_schema, event_name FROM information_schema.events WHERE event_schema = ?`;
const SEQUENCES = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema = ? AND table_type = 'SEQUENCE'`;
const PACKAGES = `SELECT routine_schema, routine_name FROM information_schema.routines
  WHERE routine_schema = ? AND routine_type = 'PACKAGE'`;

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read = (text: string) => asOwn(session, text, schema);
  const { member, version } = session;
  const grants = await readGrants(session);
  const sees = {
    triggers: 'triggers',
    jobs: 'events',
    sequences: 'tables',
    packages: 'routines',
  } as const;
  return readOthers(
    {
      // Sequences and packages arrived in the same version.
      ...(member.packages && { sequences: read(SEQUENCES), packages: read(PACKAGES) }),
      ...(member.definitions(version)?.triggers !== false && { triggers: read(TRIGGERS) }),
      ...(member.routines && { jobs: read(EVENTS) }),
    },
    only,
    (kind) => canSee(session, grants, sees[kind as keyof typeof sees], schema),
  );
}
