import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  end = keepFocus();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

const show = (html: string) => {
  document.body.innerHTML = `<main><a href="/">Home</a>${html}<a href="/">Foot</a></main>`;
};
const at = (id: string) => document.getElementById(id)!;
/** Focuses an element as a key does. */
const press = (id: string) => {
  fireEvent.keyDown(document.body, { key: 'Tab' });
  at(id).focus();
};
const focusedAfter = async (change: () => void) => {
  change();
  // Mutations are told in a microtask.
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(100);
  return document.activeElement?.id;
};

const ROWS = `<section id="rows"><h2>Rows</h2>
  <p><button id="a">Delete</button></p>
  <p><button id="b">Delete</button></p>
  <p><button>Edit</button><button id="c">Delete</button></p></section>`;

it('goes to what follows a removed row, from the last one to the one before', async () => {
  show(ROWS);
  press('b');
  expect(await focusedAfter(() => at('b').parentElement!.remove())).toBe('c');
  expect(await focusedAfter(() => at('c').parentElement!.remove())).toBe('a');
  // With no row left, the section has the focus, not what lies outside of it.
  expect(await focusedAfter(() => at('a').parentElement!.remove())).toBe('rows');
});

it('goes on from a removed button within its row', async () => {
  show(`<section><div><button id="title">Last batch</button><p><button id="accept">Accept</button></p></div>
    <div><button id="next">Next</button></div></section>`);
  press('accept');
  expect(await focusedAfter(() => at('accept').remove())).toBe('title');
});

it('returns from a dialog to what opened it, or to what follows that', async () => {
  show(ROWS);
  const dialog = () => {
    const box = document.createElement('div');
    box.innerHTML = '<div role="dialog"><button id="add">Add</button><input id="reason"></div>';
    document.body.append(box);
    at('add').focus();
    at('reason').focus();
    return box;
  };
  document.body.insertAdjacentHTML('beforeend', '<button>Close the notification</button>');
  press('a');
  const first = dialog();
  at('add').remove();
  expect(await focusedAfter(() => first.remove())).toBe('a');
  const second = dialog();
  at('a').parentElement!.remove();
  expect(document.activeElement?.id).toBe('reason');
  expect(await focusedAfter(() => second.remove())).toBe('b');
});

it('returns to a button once it is enabled again', async () => {
  show('<button id="compare">Compare</button>');
  press('compare');
  const lose = () => {
    // As browsers do by themselves.
    at('compare').blur();
    at('compare').toggleAttribute('disabled', true);
  };
  expect(await focusedAfter(lose)).toBe('');
  expect(await focusedAfter(() => at('compare').toggleAttribute('disabled', false))).toBe(
    'compare',
  );
});

it('leaves the focus where somebody or something else has put it', async () => {
  show(ROWS);
  press('b');
  const elsewhere = () => {
    at('b').parentElement!.remove();
    at('a').focus();
  };
  expect(await focusedAfter(elsewhere)).toBe('a');
  // A click beside everything.
  expect(await focusedAfter(() => at('a').blur())).toBe('');
  expect(await focusedAfter(() => at('a').parentElement!.remove())).toBe('');
  // Who points chooses the next place, too.
  fireEvent.pointerDown(at('c'));
  at('c').focus();
  expect(await focusedAfter(() => at('c').parentElement!.remove())).toBe('');
});

it('leaves the focus alone on another page', async () => {
  show(ROWS);
  press('b');
  const before = location.pathname;
  const leave = () => {
    history.pushState(null, '', '/elsewhere');
    at('b').parentElement!.remove();
  };
  expect(await focusedAfter(leave)).toBe('');
  history.pushState(null, '', before);
});
