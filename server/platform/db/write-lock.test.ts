import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWriteLock } from './write-lock.ts';

it('is given to one holder at a time, first come first served', async () => {
  const lock = createWriteLock();
  const order: number[] = [];
  let holders = 0;
  const hold = async (index: number) => {
    const release = await lock.acquire();
    holders += 1;
    expect(holders).toBe(1);
    order.push(index);
    await sleep(index % 3);
    holders -= 1;
    release();
  };
  const first = Array.from({ length: 10 }, (_, index) => hold(index));
  await sleep(2);
  const later = Array.from({ length: 10 }, (_, index) => hold(10 + index));
  await Promise.all([...first, ...later]);
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

it('given back twice it is still one', async () => {
  const lock = createWriteLock();
  const first = await lock.acquire();
  let second = false;
  const waiting = lock.acquire().then((release) => {
    second = true;
    return release;
  });
  await sleep(1);
  expect(second).toBe(false);
  first();
  first();
  (await waiting)();
  (await lock.acquire())();
});
