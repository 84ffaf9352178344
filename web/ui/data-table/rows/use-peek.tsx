import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type UIEvent,
} from 'react';
import classes from '../data-table.module.css';

interface Peek {
  cell: HTMLElement;
  style: CSSProperties;
}

const isCut = (element: Element) =>
  element.clientWidth > 0 &&
  (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2);

/** What stands for a word in a cell, such as dots and marks (`ui/marks.tsx`). */
const SIGN = '[data-sign]';

/**
 * Shows the full text of the focused cell if it is truncated, and what it means where that is known. A cell that was clicked
 * says that in the browser's own tooltip.
 */
export function usePeek() {
  const [peek, setPeek] = useState<Peek | null>(null);
  const isClicked = useRef(false);
  const isTouched = useRef(false);
  const hide = () => setPeek(null);
  // What a finger opened has no focus to lose: touching anything else closes it.
  const shownFor = peek?.cell;
  useEffect(() => {
    if (!shownFor) return undefined;
    const onPointerDown = ({ target }: Event) => {
      if (!shownFor.contains(target as Node)) setPeek(null);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [shownFor]);
  const release = () => {
    isClicked.current = false;
  };
  const show = (cell: HTMLElement) =>
    setPeek({ cell, style: placeBeside(cell.getBoundingClientRect()) });
  return {
    on: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        isClicked.current = pointerType === 'mouse';
        isTouched.current = pointerType === 'touch';
        if (isClicked.current) hide();
      },
      onPointerUp: release,
      onPointerCancel: release,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        if (isClicked.current) return;
        const says =
          target.matches('td[aria-description]') ||
          (target.matches('td[title]') && [...target.querySelectorAll('*')].some(isCut));
        if (says) show(target);
        else hide();
      },
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent) => {
        // A button that was let go of elsewhere was not told here.
        release();
        if (event.key === 'Escape') hide();
      },
    },
    /** A finger on a sign asks what it means: there is no hovering. Returns whether that was so. */
    explains: ({ target }: MouseEvent): boolean => {
      const sign = isTouched.current && (target as Element).closest(SIGN);
      const cell = sign && sign.closest<HTMLElement>('td[aria-description]');
      if (cell) show(cell);
      return Boolean(cell);
    },
    /** Focusing a cell scrolls to it: the text follows while the cell is visible. */
    onScroll: ({ currentTarget }: UIEvent) => {
      if (!peek) return;
      const place = peek.cell.getBoundingClientRect();
      const box = currentTarget.getBoundingClientRect();
      const inSight = place.bottom > box.top && place.top < box.bottom;
      setPeek(inSight ? { ...peek, style: placeBeside(place) } : null);
    },
    // Hidden from screen readers, which read the cell itself.
    bubble: peek && (
      <div className={classes.peek} style={peek.style} aria-hidden="true" dir="auto">
        {peek.cell.title}
      </div>
    ),
  };
}

/** Places the text below the cell, or above if there is more room, within the window. */
function placeBeside({ left, right, top, bottom }: DOMRect): CSSProperties {
  const { innerWidth, innerHeight } = window;
  return {
    ...(left + right < innerWidth
      ? { left: Math.max(8, left) }
      : { right: Math.max(8, innerWidth - right) }),
    ...(top + bottom < innerHeight * 1.2 ? { top: bottom + 2 } : { bottom: innerHeight - top + 2 }),
  };
}
