import type { OtherKind } from '../../contract/proof/others.ts';
import { type OtherList, readOthers } from '../core/others.ts';
import type { Session } from './session.ts';

export const listOthers = (
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> =>
  readOthers(
    {
      triggers: () =>
        session.query<[string, string]>(
          `SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' AND ? = 'main'`,
          [schema],
        ),
    },
    only,
  );
