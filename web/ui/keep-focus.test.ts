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
  return pass(100);
};
const pass = async (milliseconds: number) => {
  // Mutations are told in a microtask.
  await Promise.resolve();
  await vi.advanceTimersByTimeAsync(milliseconds);
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

it('goes to the part of the page rather than to a neighbour that does something else', async () => {
  show(
    `<section id="part"><p><button id="accept">Accept</button><button>Delete</button></p></section>`,
  );
  press('accept');
  expect(await focusedAfter(() => at('accept').remove())).toBe('part');
  expect(at('part').tabIndex).toBe(-1);
  // It can have the focus only as long as it has it.
  at('part').blur();
  expect(at('part').hasAttribute('tabindex')).toBe(false);
});

it('goes to the same row of a list drawn anew', async () => {
  const rows = [...Array(10).keys()]
    .map((row) => `<li><button id="row${row}">Delete</button></li>`)
    .join('');
  show(`<section><ul id="list">${rows}</ul></section>`);
  press('row2');
  const draw = () => {
    at('list').innerHTML = rows;
  };
  expect(await focusedAfter(draw)).toBe('row2');
  // A row that is not ready is left out.
  const drawBusy = () => {
    draw();
    at('row2').toggleAttribute('disabled', true);
  };
  expect(await focusedAfter(drawBusy)).toBe('row3');
});

it('knows buttons without words by their label, and none without either', async () => {
  const icons = `<button>⋯</button><button aria-label="Up"><i></i></button>
    <button id="down" aria-label="Down"><i></i></button><button></button>
    <button id="mute"></button><a href="/">Down</a><b aria-label="Down"></b>`;
  show(`<section id="icons">${icons}</section>`);
  const draw = () => {
    at('icons').innerHTML = icons;
  };
  press('down');
  expect(await focusedAfter(draw)).toBe('down');
  press('mute');
  expect(await focusedAfter(draw)).toBe('icons');
});

it('goes from a closed form back to what opened it, also where that was drawn anew', async () => {
  const card = `<input type="checkbox" role="switch"><div id="body"><button id="edit">Edit</button>
    <button>Delete</button></div>`;
  const form = '<form><input id="url"><button id="cancel">Cancel</button></form>';
  show(`<div id="top"><button id="add">Add</button></div><section id="card">${card}</section>`);
  for (const [box, opener] of [
    ['body', 'edit'],
    ['top', 'add'],
  ] as const) {
    const before = at(box).innerHTML;
    press(opener);
    at(box).innerHTML = form;
    press('url');
    press('cancel');
    const close = () => {
      at(box).innerHTML = before;
    };
    expect(await focusedAfter(close)).toBe(opener);
  }
  // Where what opened it is gone, it stays in the part of the page, though the focus has been elsewhere before.
  press('edit');
  at('body').innerHTML = form;
  press('cancel');
  expect(await focusedAfter(() => at('body').replaceChildren())).toBe('card');
});

it('stays in the part of a closed form that nothing in there has opened', async () => {
  show(`${ROWS}<section id="card"><section><form id="old"><input id="name"></form></section>
    <form id="new"><input id="url"></form></section>`);
  press('a');
  press('name');
  press('url');
  const close = () => {
    at('old').remove();
    at('new').remove();
  };
  expect(await focusedAfter(close)).toBe('card');
});

it('goes on from a row that was disabled before it was removed', async () => {
  show(ROWS);
  press('b');
  const remove = () => {
    at('b').blur();
    at('b').toggleAttribute('disabled', true);
    at('b').parentElement!.remove();
  };
  expect(await focusedAfter(remove)).toBe('c');
});

it('takes only elements of the same kind for the same', async () => {
  show(`<section id="part"><ul><li id="one">Same</li><li id="two" tabindex="0">Same</li></ul>
    <p id="other" tabindex="0">Same</p></section>`);
  press('two');
  expect(await focusedAfter(() => at('two').remove())).toBe('part');
});

it('returns to what opened a dialog with many fields', async () => {
  show(ROWS);
  press('a');
  const box = document.createElement('div');
  box.setAttribute('role', 'dialog');
  box.innerHTML = '<form><input></form>'.repeat(30);
  document.body.append(box);
  for (const field of box.querySelectorAll('input')) field.focus();
  expect(await focusedAfter(() => box.remove())).toBe('a');
});

it('stays in a dialog that is open', async () => {
  show(
    `<button id="open">Open</button><div role="dialog" id="dialog" tabindex="-1"><button id="x">X</button></div>`,
  );
  press('open');
  press('x');
  expect(await focusedAfter(() => at('x').remove())).toBe('dialog');
  at('open').focus();
  expect(at('dialog').hasAttribute('tabindex')).toBe(true);
});

it('does not go to what is hidden', async () => {
  show(`<section id="part"><p id="old"><button id="a">More</button></p>
    <p><button>More</button><button id="c">More</button></p></section>`);
  press('a');
  const hide = () => {
    at('a').blur();
    at('old').style.display = 'none';
    at('c').previousElementSibling!.setAttribute('style', 'display: none');
    at('old').append('…');
  };
  expect(await focusedAfter(hide)).toBe('c');
});

it('stays on an element that is moved', async () => {
  show(ROWS);
  press('b');
  const sort = () => {
    // As browsers do by themselves.
    at('b').blur();
    at('rows').append(at('b').parentElement!);
  };
  expect(await focusedAfter(sort)).toBe('b');
  // A click beside everything takes it all the same.
  expect(await focusedAfter(() => at('b').blur())).toBe('');
  expect(await focusedAfter(() => at('a').parentElement!.remove())).toBe('');
});

it('lets others set the focus first', async () => {
  show(ROWS);
  press('b');
  at('rows').append('…');
  await pass(25);
  at('b').parentElement!.remove();
  expect(await pass(10)).toBe('');
  at('a').focus();
  expect(await pass(100)).toBe('a');
  expect(hold('a')).toBe(true);
  // Whoever presses a key meanwhile goes on without it.
  at('a').parentElement!.remove();
  await pass(10);
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(await pass(100)).toBe('');
});

it('returns while everything around goes on changing', async () => {
  show(ROWS);
  press('b');
  at('b').parentElement!.remove();
  for (let turn = 0; turn < 10; turn += 1) {
    at('rows').append('…');
    await pass(10);
  }
  expect(document.activeElement?.id).toBe('c');
});

const hold = (id: string) => fireEvent.keyDown(at(id), { key: 'Enter', repeat: true });

it('keeps a key that is held down from pressing what the focus returns to', async () => {
  show(ROWS);
  const heard = vi.fn<() => void>();
  at('rows').addEventListener('keydown', heard);
  press('b');
  fireEvent.keyDown(at('b'), { key: 'Enter' });
  expect(hold('b')).toBe(true);
  expect(await focusedAfter(() => at('b').parentElement!.remove())).toBe('c');
  heard.mockClear();
  expect(hold('c')).toBe(false);
  expect(heard).not.toHaveBeenCalled();
  // Elsewhere, and once it was let go of, it does what it does.
  at('a').focus();
  expect(hold('a')).toBe(true);
  at('c').focus();
  expect(hold('c')).toBe(false);
  expect(fireEvent.keyDown(at('c'), { key: 'Enter' })).toBe(true);
  expect(hold('c')).toBe(true);
});

it('does nothing once it has ended', async () => {
  show(ROWS);
  press('b');
  expect(await focusedAfter(() => at('b').parentElement!.remove())).toBe('c');
  end();
  expect(hold('c')).toBe(true);
  end = keepFocus();
  at('a').focus();
  at('a').parentElement!.remove();
  await pass(10);
  end();
  expect(await pass(100)).toBe('');
  at('c').focus();
  expect(await focusedAfter(() => at('c').parentElement!.remove())).toBe('');
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

it('does not return to a button after another key', async () => {
  show('<button id="compare">Compare</button>');
  const disable = (isDisabled: boolean) => () => {
    if (isDisabled) at('compare').blur();
    at('compare').toggleAttribute('disabled', isDisabled);
  };
  press('compare');
  expect(await focusedAfter(disable(true))).toBe('');
  // The key that pressed it may still be held down.
  fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
  expect(await focusedAfter(disable(false))).toBe('compare');
  expect(at('compare').hasAttribute('tabindex')).toBe(false);
  expect(await focusedAfter(disable(true))).toBe('');
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(await focusedAfter(disable(false))).toBe('');
  press('compare');
  expect(await focusedAfter(disable(true))).toBe('');
  fireEvent.pointerDown(document.body);
  expect(await focusedAfter(disable(false))).toBe('');
});

it('returns from a dialog that is closed by a touch, which leaves the focus where it is', async () => {
  show(
    `${ROWS}<div role="dialog" id="dialog"><input id="name"><button id="close">×</button></div>`,
  );
  press('a');
  press('name');
  fireEvent.pointerDown(at('close'));
  expect(await focusedAfter(() => at('dialog').remove())).toBe('a');
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
  show(ROWS);
  press('a');
  expect(await focusedAfter(() => at('a').parentElement!.remove())).toBe('b');
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
  // Nor does what is closed there return to what was focused on the page before.
  at('rows').insertAdjacentHTML(
    'afterend',
    '<div role="dialog" id="dialog"><input id="name"></div>',
  );
  press('name');
  expect(await focusedAfter(() => at('dialog').remove())).toBe('');
  history.pushState(null, '', before);
});

it('goes back from a dialog that the window closes before the document hears of the key', async () => {
  show('<button id="opener">Weights</button>');
  press('opener');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<div id="dialog" role="dialog"><input id="field" /></div>',
  );
  at('field').focus();
  const close = new AbortController();
  const escape = () => at('dialog').remove();
  window.addEventListener('keydown', escape, { capture: true, signal: close.signal });
  const closed = () => fireEvent.keyDown(at('field'), { key: 'Escape' });
  expect(await focusedAfter(closed)).toBe('opener');
  close.abort();
});
