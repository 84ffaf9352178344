import type { ChangeOf, GrantedObject, NamedRoutine, Place, Writers } from './ddl-changes.ts';
import type { Grantee } from '../catalogue/grants.ts';

/** How an engine writes grants. */
interface Spelling {
  /** What stands behind ON. */
  object(on: GrantedObject, place: Place): string;
  /** Null where the engine has no words for it. */
  account(to: Grantee, place: Place): string | null;
  /** What a REVOKE ends in that also revokes dependent grants. */
  cascade?: string;
}
type Writing = ChangeOf<'grant'> | ChangeOf<'revoke'>;

const rightsText = ({ rights }: Pick<Writing, 'rights'>, { quote }: Place): string =>
  rights
    .map(
      ({ right, columns }) =>
        `${right.toUpperCase()}${columns === null ? '' : ` (${columns.map(quote).join(', ')})`}`,
    )
    .join(', ');

/** GRANT and REVOKE as SQL's standard has them. */
export const grantWriters = ({ object, account, cascade = '' }: Spelling) =>
  ({
    grant: (change, place) => {
      const to = account(change.to, place);
      return to === null
        ? null
        : [
            `GRANT ${rightsText(change, place)} ON ${object(change.on, place)} TO ${to}${change.option ? ' WITH GRANT OPTION' : ''}`,
          ];
    },
    revoke: (change, place) => {
      const from = account(change.to, place);
      const what = `${change.option ? 'GRANT OPTION FOR ' : ''}${rightsText(change, place)}`;
      return from === null
        ? null
        : [`REVOKE ${what} ON ${object(change.on, place)} FROM ${from}${cascade}`];
    },
  }) satisfies Partial<Writers>;

/** The routine's qualified name, without the argument types that lists show. */
export const routineName = ({ name }: NamedRoutine, { path, quote }: Place): string =>
  [...path.slice(0, -1), name].map(quote).join('.');
