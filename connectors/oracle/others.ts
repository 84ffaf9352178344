import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/others.ts';
import { findScope, readUser } from './catalogue.ts';
import type { Session } from './session.ts';
import * as sql from './sql.ts';

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const scope = await findScope(session);
  const isOwner = scope === 'all' && (await readUser(session)) === schema;
  const read =
    (text: (scope: sql.Scope) => string): ReadOthers =>
    () =>
      session.query<[string, string?]>(text(scope), { owner: schema });
  return readOthers(
    {
      sequences: read(sql.sequences),
      synonyms: read(sql.synonyms),
      types: read(sql.types),
      triggers: read(sql.triggers),
      jobs: read(sql.jobs),
      packages: read(sql.packages),
      links: read(sql.links),
    },
    only,
    () => scope === 'dba' || isOwner,
  );
}
