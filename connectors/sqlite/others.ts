import { type OtherList, readOthers } from '../core/others.ts';
import type { Session } from './session.ts';

export const listOthers = (session: Session): Promise<OtherList[]> =>
  readOthers({
    triggers: () =>
      session.query<[string, string]>(
        `SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger'`,
      ),
  });
