import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Sideways } from './sideways.tsx';

afterEach(() => vi.restoreAllMocks());

/** The box with a table of this width in a place of 300 pixels; nothing is laid out here. */
function show(width: number, direction: 'ltr' | 'rtl' = 'ltr') {
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  render(
    <div style={{ direction }}>
      <Sideways label="By wave">
        <table />
      </Sideways>
    </div>,
  );
  const box = screen.getByRole('group', { name: 'By wave' });
  return {
    box,
    more: () => box.parentElement!.dataset['more'],
    scrollTo(left: number) {
      box.scrollLeft = left;
      fireEvent.scroll(box);
    },
  };
}

it('says at which edge there is more, and takes the focus to get there', () => {
  const { box, more, scrollTo } = show(500);
  expect(more()).toBe('right');
  expect(box.tabIndex).toBe(0);
  scrollTo(120);
  expect(more()).toBe('left right');
  scrollTo(200);
  expect(more()).toBe('left');
});

it('says it of the other edge where lines run from right to left', () => {
  const { more, scrollTo } = show(500, 'rtl');
  expect(more()).toBe('left');
  scrollTo(-200);
  expect(more()).toBe('right');
});

it('says nothing and takes no focus where all of it is in sight', () => {
  const { box, more } = show(300);
  expect(more()).toBe('');
  expect(box.hasAttribute('tabindex')).toBe(false);
});
