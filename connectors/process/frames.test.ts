import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { MAX_MEGABYTES, MessageTooLarge, openFrames } from './frames.ts';

/** A stream that brings back what is sent through it. */
function openHere() {
  const stream = new PassThrough();
  const taken: unknown[] = [];
  let refused = 0;
  const send = openFrames(
    stream,
    (message) => void taken.push(message),
    () => {
      refused += 1;
    },
  );
  return { stream, send, taken, refusals: () => refused };
}
const headerOf = (bytes: number): Buffer => {
  const header = Buffer.alloc(4);
  header.writeUInt32LE(bytes);
  return header;
};
const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

it('a message arrives whole, however it is cut up', async () => {
  const whole = openHere();
  const parts = openHere();
  const bytes: Buffer[] = [];
  whole.stream.on('data', (part: Buffer) => void bytes.push(part));
  const messages = [[1, { kind: 'call' }], null, 'x'.repeat(1_000)];
  for (const message of messages) whole.send(message);
  await expect.poll(() => whole.taken).toEqual(messages);
  for (const byte of Buffer.concat(bytes)) parts.stream.write(Buffer.of(byte));
  await expect.poll(() => parts.taken).toEqual(messages);
});

it('one that says it is larger than 64 MB is refused at once, and nothing is read after it', async () => {
  const { stream, send, taken, refusals } = openHere();
  send('before');
  stream.write(headerOf(MAX_MEGABYTES * 1024 * 1024 + 1));
  await expect.poll(refusals).toBe(1);
  for (let again = 0; again < 3; again += 1) stream.write(headerOf(0xff_ff_ff_ff));
  send('after');
  await turn();
  expect(refusals()).toBe(1);
  expect(taken).toEqual(['before']);
});

it('none that is larger is sent', () => {
  const { stream, send } = openHere();
  expect(() => send(Buffer.alloc(MAX_MEGABYTES * 1024 * 1024))).toThrow(MessageTooLarge);
  expect(stream.readableLength).toBe(0);
});
