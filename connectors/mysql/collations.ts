import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Column } from '../core/definitions.ts';

/** How values of a column compare. */
export const comparisonOf = (
  canonical: CanonicalType,
  collation: string | null,
): Pick<Column, 'caseSensitive' | 'accentBlind' | 'padSpace' | 'collation'> =>
  canonical.kind === 'text'
    ? {
        caseSensitive: isCaseSensitive(collation),
        ...(isAccentBlind(collation) && { accentBlind: true }),
        ...((canonical.fixed || isPadSpace(collation)) && { padSpace: true }),
        ...(collation !== null && { collation }),
      }
    : { caseSensitive: null };

const isCaseSensitive = (collation: string | null): boolean | null =>
  collation === null ? null : !/_ci(_|$)/i.test(collation);

/** MySQL manual, "Collation Naming Conventions": where a name does not say it, accents count if case does. */
const isAccentBlind = (collation: string | null): boolean =>
  collation !== null &&
  (/_ai(_|$)/i.test(collation) || (/_ci(_|$)/i.test(collation) && !/_as(_|$)/i.test(collation)));

/**
 * MySQL manual, "The binary Collation Compared to _bin Collations", MariaDB, "NOPAD Collations": all others pad. CHAR drops
 * blanks at the end, whatever its collation.
 */
const isPadSpace = (collation: string | null): boolean =>
  collation !== null && !/_(?:0900|nopad)_|^binary$/i.test(collation);
