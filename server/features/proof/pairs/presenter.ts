import { withEnglish } from '../../../../contract/messages/english.ts';
import { type MessageOrText, readMessageOrText } from '../../../../contract/messages/message.ts';
import { objectTypeOf } from '../../../../contract/engines.ts';
import { OBJECT_STATUSES } from '../../../../contract/objects.ts';
import {
  type Coverage,
  PAIR_FIELDS,
  type PairObject,
  type PairRow,
} from '../../../../contract/proof/pairs.ts';
import { readFields } from '../../../platform/db/field-columns.ts';
import type { JudgedPair, PairMember } from './repository.ts';

/** A decision has a person's own words as its reason, everything else a message. */
const reasonOf = (
  { state, reason, verdict }: Pick<JudgedPair, 'state' | 'reason' | 'verdict'>,
  members: readonly PairMember[],
): MessageOrText | null => {
  if (verdict === 'belongs') {
    const found = members.find(({ belongs_to }) => belongs_to !== null)?.belongs_to;
    return found ? readMessageOrText(found) : null;
  }
  return reason === null || state === 'dropped' || state === 'new'
    ? reason
    : readMessageOrText(reason);
};

/** A stored pair with its objects as clients see it. @param names - usernames by id */
export function presentPair(
  pair: JudgedPair,
  members: readonly PairMember[],
  names: ReadonlyMap<number, string>,
): PairRow {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  const present = (member: PairMember): PairObject => ({
    id: member.id,
    schema_name: member.schema_name,
    object_name: member.object_name,
    status: member.status,
    missing_since: member.missing_since,
    stale_since: member.stale_since,
    stale_reason: member.stale_reason,
    developer_name: nameOf(member.developer_id),
    tester_name: nameOf(member.tester_id),
  });
  const onSide = (side: PairMember['side']) =>
    members.filter((member) => member.side === side).map(present);
  const least = Math.min(...members.map(({ status }) => OBJECT_STATUSES.indexOf(status)));
  return {
    ...readFields(PAIR_FIELDS, pair),
    object_type: objectTypeOf(pair.type_id),
    source: onSide('source'),
    target: onSide('target'),
    ...withEnglish('reason', reasonOf(pair, members)),
    status: OBJECT_STATUSES[least] ?? 'pending',
    stale: members.some(({ stale_since }) => stale_since !== null) ? 1 : 0,
    verdict: pair.verdict,
    next_numbers: pair.next_numbers,
    data_coverage:
      pair.data_coverage === null ? null : (JSON.parse(pair.data_coverage) as Coverage),
    data_look:
      pair.data_look === null ? null : (JSON.parse(pair.data_look) as PairRow['data_look']),
    has_candidates: pair.state === 'unmatched' && pair.candidates !== null ? 1 : 0,
  };
}
