import {
  namesIn,
  type Callable,
  type WrittenCall,
} from '../../../../connectors/core/calls/call-text.ts';
import type { Connector } from '../../../../connectors/core/connector.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { ObjectDefinition } from '../../../../connectors/core/definitions.ts';
import type { CallParameter, CallProposal } from '../../../../contract/proof/calls.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import { withEnglish } from '../../../../contract/messages/english.ts';
import { type MessageOrText, message } from '../../../../contract/messages/message.ts';

type BySide<T> = Record<Side, T>;

/** An object to be called, and what is known of it. */
export interface Called {
  connector: Connector;
  path: [schema: string, name: string];
  isRoutine: boolean;
  /** As read last; null where it was never read. */
  definition: ObjectDefinition | null;
}

/**
 * A first call for both sides that runs once its parameters have values: a routine by its definition, for anything else the
 * number of rows. One set of values serves both sides.
 * @param isDisposable - whether calls may write on both sides: then one whose text does is proposed as a call that writes
 */
export function proposeCall(objects: BySide<Called>, isDisposable = false): CallProposal {
  const names = nameParameters(objects);
  const found = {
    source: propose(objects.source, names.source),
    target: propose(objects.target, names.target),
  };
  const textOf = (side: Side) => ('text' in found[side] ? found[side].text : null);
  const texts = { source: textOf('source'), target: textOf('target') };
  const written = SIDES.flatMap((side) => ('text' in found[side] ? [found[side]] : []));
  return {
    ...texts,
    writes:
      written.some(({ writes }) => writes) ||
      (isDisposable && SIDES.some((side) => hasWritingWord(objects[side]))),
    parameters: listParameters(objects, names),
    values: Object.assign({}, ...written.map(({ values }) => values)) as CallProposal['values'],
    ...withEnglish(
      'reasons',
      SIDES.flatMap((side) => {
        const one = found[side];
        if (!('reason' in one)) return [];
        return message('call.noCallProposed', {
          side: message(`word.${side}`),
          finding: one.reason,
        });
      }),
    ),
  };
}

const WRITING = new Set(['insert', 'update', 'delete', 'merge', 'truncate']);

const hasWritingWord = ({ connector, definition }: Called): boolean =>
  definition?.kind === 'routine' &&
  namesIn(definition.text ?? '', connector.callSyntax).some((word) =>
    WRITING.has(word.toLowerCase()),
  );

/** The routines' own names of each placeholder, all in lower case. */
export function nameOwn(objects: BySide<Called>): Map<string, Set<string>> {
  const names = nameParameters(objects);
  const found = new Map<string, Set<string>>();
  for (const side of SIDES)
    for (const { index, own } of slotsOf(callableOf(objects[side]))) {
      const name = fold(names[side][index] ?? null);
      if (name && own) found.set(name, (found.get(name) ?? new Set()).add(own.toLowerCase()));
    }
  return found;
}

/** The parameters that the placeholders stand for. */
function listParameters(objects: BySide<Called>, names: BySide<string[]>): CallParameter[] {
  const found = new Map<string, CallParameter>();
  for (const side of SIDES)
    for (const [index, { mode, type, canonical }] of (
      callableOf(objects[side])?.parameters ?? []
    ).entries()) {
      const name = names[side][index];
      if (!name || mode === 'table') continue;
      const one = found.get(name) ?? { name, source: null, target: null, canonical };
      found.set(name, { ...one, [side]: type });
    }
  return [...found.values()];
}

type Found = (WrittenCall & { writes: boolean }) | { reason: MessageOrText };

function propose(called: Called, names: readonly string[]): Found {
  const { connector, path, isRoutine } = called;
  const { callWriter } = connector;
  if (!isRoutine) {
    const text = `SELECT COUNT(*) AS total FROM ${callWriter.name(path)}`;
    return checked(connector, { text, values: {} }, []);
  }
  const callable = callableOf(called);
  if (!callable || !callWriter.call) return { reason: message('call.notReadYet') };
  if (callable.signature.obstacle !== null) return { reason: callable.signature.obstacle };
  return checked(connector, callWriter.call(callable, names), names);
}

/** Proposes no call that would be refused, and marks a call as writing only where it must be. */
function checked(connector: Connector, call: WrittenCall, names: readonly string[]): Found {
  const parameters = Object.fromEntries(
    [...names, ...Object.keys(call.values)].map((name) => [name, null]),
  );
  const refusalOf = (writes: boolean): ConnectorError | null => {
    try {
      connector.checkCall?.({ text: call.text, parameters, writes });
      return null;
    } catch (error) {
      if (error instanceof ConnectorError) return error;
      throw error;
    }
  };
  const writes = refusalOf(false) !== null;
  const refusal = writes ? refusalOf(true) : null;
  return refusal ? { reason: refusal.said } : { ...call, writes };
}

function callableOf({ isRoutine, definition }: Called): Callable | null {
  if (!isRoutine || definition?.kind !== 'routine' || !definition.signature) return null;
  return { ...definition, signature: definition.signature };
}

/** A parameter of a call, by its place in the routine. */
interface Slot {
  index: number;
  /** Its own name, where a placeholder can have it. */
  own: string | null;
  isOutput: boolean;
}

const slotsOf = (callable: Callable | null): Slot[] =>
  (callable?.parameters ?? []).flatMap(({ name, mode }, index) => {
    const own = /^@?([\p{L}_][\p{L}\p{N}_]{0,59})$/u.exec(name ?? '')?.[1] ?? null;
    return mode === 'table' ? [] : [{ index, own, isOutput: mode === 'out' || mode === 'inout' }];
  });

const fold = (name: string | null): string | null => name?.toLowerCase() ?? null;

/**
 * Names the placeholders for all parameters of both sides: as on the source, paired by name where both sides have the same
 * names, else by place. Outputs are compared by name: where one side names them itself, the other follows.
 */
function nameParameters(objects: BySide<Called>): BySide<string[]> {
  const source = slotsOf(callableOf(objects.source));
  const target = slotsOf(callableOf(objects.target));
  const doesFollow =
    objects.target.connector.callWriter.namesOutputs &&
    !objects.source.connector.callWriter.namesOutputs;
  const ofTarget = new Set(target.map(({ own }) => fold(own)));
  const isByName =
    source.length === ofTarget.size &&
    source.length === target.length &&
    source.every(({ own }) => own !== null && ofTarget.has(fold(own)));
  const partnerOf = (slot: Slot, place: number): Slot | undefined =>
    isByName ? target.find(({ own }) => fold(own) === fold(slot.own)) : target[place];

  const taken = new Set<string>();
  const name = (wanted: (string | null | undefined)[], place: number): string => {
    const free = [...wanted, `value${place + 1}`].find((one) => one && !taken.has(fold(one)!));
    const found = free ?? `value${place + 1}_${taken.size}`;
    taken.add(fold(found)!);
    return found;
  };
  const names = { source: [] as string[], target: [] as string[] };
  const named = new Set<Slot>();
  source.forEach((slot, place) => {
    const partner = partnerOf(slot, place);
    const isOutput = slot.isOutput || partner?.isOutput;
    const own = name(
      doesFollow && isOutput ? [partner?.own, slot.own] : [slot.own, partner?.own],
      place,
    );
    names.source[slot.index] = own;
    if (!partner) return;
    names.target[partner.index] = own;
    named.add(partner);
  });
  target.forEach((slot, place) => {
    if (!named.has(slot)) names.target[slot.index] = name([slot.own], place);
  });
  return names;
}
