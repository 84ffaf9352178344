import { type Message as Sentence, message as sentence } from '../../contract/messages/message.ts';
import { ConnectorError, type ConnectorErrorCode } from '../core/errors.ts';
import { MAX_MEGABYTES, MessageTooLarge } from './frames.ts';

/** A value without its functions and signals, and where in it they were. */
interface Packed {
  value: unknown;
  parts: { path: string[]; kind: 'function' | 'signal'; id: number }[];
}

interface PackedError {
  /** Null for a programming error. */
  code: ConnectorErrorCode | null;
  /** Only for a ConnectorError. */
  said: Sentence | null;
  message: string;
  stack: string;
  cause: { message: string; numbers: Record<string, string | number> } | null;
}

export type Message =
  | { kind: 'call'; id: number; of: number; args: Packed[] }
  | { kind: 'done'; id: number; value: Packed }
  | { kind: 'failed'; id: number; error: PackedError }
  | { kind: 'abort'; of: number };

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * How deep functions may be nested in what is sent: a reader in a connection, a signal in the options of an argument.
 */
const DEPTH = 2;

/**
 * One of two sides that call each other's functions. Functions and signals in arguments and results become proxies on
 * the other side, so that an interface of asynchronous methods works there as it does here; rows and other data are
 * copied.
 */
export interface Peer {
  /** Lets the other side call this function; the first one offered has the number 0. */
  offer(work: AnyFunction): number;
  /** Calls a function that the other side has offered. */
  call(of: number, args: unknown[]): Promise<unknown>;
  take(message: Message): void;
  /** Whether an answer is outstanding. */
  isWaiting(): boolean;
  /** Nothing more will come from the other side: rejects all pending calls with this error. */
  end(error: Error): void;
}

interface PendingCall {
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Functions in the arguments, which the other side may call until it has answered the call. */
  lent: number[];
}

/** @param send - throws MessageTooLarge */
export function createPeer(send: (message: Message) => void): Peer {
  const offered = new Map<number, AnyFunction>();
  const aborts = new Map<number, AbortController>();
  const waiting = new Map<number, PendingCall>();
  let ended: Error | null = null;
  let lastId = 0;
  let lastOffered = -1;

  const offer = (work: AnyFunction): number => {
    const id = (lastOffered += 1);
    offered.set(id, work);
    return id;
  };

  const offerSignal = (signal: AbortSignal): number => {
    const id = (lastId += 1);
    const abort = () => ended ?? send({ kind: 'abort', of: id });
    signal.addEventListener('abort', abort, { once: true });
    // Aborts only after the message that contains the signal has been sent.
    if (signal.aborted) queueMicrotask(abort);
    return id;
  };

  function pack(value: unknown): Packed {
    const parts: Packed['parts'] = [];
    const walk = (part: unknown, path: string[]): unknown => {
      if (typeof part === 'function') {
        parts.push({ path, kind: 'function', id: offer(part as AnyFunction) });
        return undefined;
      }
      if (part instanceof AbortSignal) {
        parts.push({ path, kind: 'signal', id: offerSignal(part) });
        return undefined;
      }
      if (path.length >= DEPTH || !isPlain(part)) return part;
      return Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [
          name,
          walk(typeof inner === 'function' ? inner.bind(part) : inner, [...path, name]),
        ]),
      );
    };
    return { value: walk(value, []), parts };
  }

  function unpack({ value, parts }: Packed): unknown {
    const root = { value } as Record<string, unknown>;
    for (const { path, kind, id } of parts) {
      const names = ['value', ...path];
      const last = names.pop()!;
      const holder = names.reduce((at, name) => at[name] as Record<string, unknown>, root);
      holder[last] = kind === 'function' ? remote(id) : receiveSignal(id);
    }
    return root['value'];
  }

  const remote =
    (id: number) =>
    (...args: unknown[]) =>
      call(id, args);

  const receiveSignal = (id: number): AbortSignal => {
    const abort = new AbortController();
    aborts.set(id, abort);
    return abort.signal;
  };

  const call = (of: number, args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      const packed = args.map((arg) => pack(arg));
      const functions = packed.flatMap(({ parts }) => parts.filter(isFunction));
      const id = (lastId += 1);
      waiting.set(id, { resolve, reject, lent: functions.map((part) => part.id) });
      try {
        send({ kind: 'call', id, of, args: packed });
      } catch (error) {
        takePending(id);
        reject(error as Error);
      }
    });

  const takePending = (id: number): PendingCall | undefined => {
    const asked = waiting.get(id);
    waiting.delete(id);
    for (const lent of asked?.lent ?? []) offered.delete(lent);
    return asked;
  };

  const answer = async ({ id, of, args }: Extract<Message, { kind: 'call' }>): Promise<void> => {
    try {
      const value = await offered.get(of)!(...args.map(unpack));
      if (!ended) send({ kind: 'done', id, value: pack(value) });
    } catch (error) {
      if (!ended) send({ kind: 'failed', id, error: packError(error) });
    }
  };

  return {
    offer,
    call,
    take(message) {
      if (message.kind === 'call') return void answer(message);
      if (message.kind === 'abort') return aborts.get(message.of)?.abort();
      const asked = takePending(message.id);
      if (message.kind === 'done') asked?.resolve(unpack(message.value));
      else asked?.reject(unpackError(message.error));
    },
    isWaiting: () => waiting.size > 0,
    end(error) {
      ended ??= error;
      for (const { reject } of waiting.values()) reject(ended);
      waiting.clear();
    },
  };
}

const isFunction = ({ kind }: Packed['parts'][number]): boolean => kind === 'function';

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function packError(thrown: unknown): PackedError {
  const error =
    thrown instanceof MessageTooLarge
      ? new ConnectorError(
          'limit',
          sentence('process.answerTooLarge', { megabytes: MAX_MEGABYTES }),
        )
      : thrown instanceof Error
        ? thrown
        : new Error(String(thrown));
  return {
    code: error instanceof ConnectorError ? error.code : null,
    said: error instanceof ConnectorError ? error.said : null,
    message: error.message,
    stack: error.stack ?? '',
    cause: packCause(error),
  };
}

/** The engine's own error and its codes. */
function packCause(error: Error): PackedError['cause'] {
  let { cause } = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return null;
  const numbers = ['code', 'sqlState', 'errno'].flatMap((name) => {
    const value: unknown = Reflect.get(cause, name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [];
  });
  return { message: cause.message, numbers: Object.fromEntries(numbers) };
}

function unpackError({ code, said, message: words, stack, cause }: PackedError): Error {
  const options =
    cause === null ? {} : { cause: Object.assign(new Error(cause.message), cause.numbers) };
  const error =
    code === null || said === null
      ? new Error(words, options)
      : new ConnectorError(code, said, options);
  // Keeps the stack of where the error happened, not of where it arrived.
  error.stack = stack;
  return error;
}
