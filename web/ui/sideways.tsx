import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import classes from './sideways.module.css';

/** Whether a box scrolls at all, and at which of its edges there is more. */
function useScrolling(box: RefObject<HTMLElement | null>) {
  const [more, setMore] = useState('');
  const [scrolls, setScrolls] = useState(false);
  // Again after each rendering: the content may be another element.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      const hidden = element.scrollWidth - element.clientWidth;
      const isRtl = getComputedStyle(element).direction === 'rtl';
      // Where lines run from right to left, it counts down from 0.
      const left = element.scrollLeft + (isRtl ? hidden : 0);
      setMore([left > 1 && 'left', left < hidden - 1 && 'right'].filter(Boolean).join(' '));
      setScrolls(hidden > 1 || element.scrollHeight - element.clientHeight > 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  });
  return { more, scrolls };
}

interface FrameProps {
  /** What scrolls in it. */
  box: RefObject<HTMLElement | null>;
  className?: string | undefined;
  children: ReactNode;
}

/** Around a box that scrolls: a shadow stands at the edge behind which there is more. */
export function Frame({ box, className = '', children }: FrameProps) {
  const { more } = useScrolling(box);
  return (
    <div className={`${classes.frame} ${className}`} data-more={more}>
      {children}
    </div>
  );
}

interface Props {
  label: string;
  className?: string | undefined;
  /** In pixels; what is higher scrolls, too. */
  maxHeight?: number;
  children: ReactNode;
}

/** What may be wider than its place: it then scrolls, also by keyboard, and shows where there is more. */
export function Sideways({ label, className = '', maxHeight, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { more, scrolls } = useScrolling(box);
  return (
    <div className={classes.frame} data-more={more}>
      <div
        ref={box}
        className={`${classes.box} ${className}`}
        style={{ maxHeight }}
        role="group"
        aria-label={label}
        {...(scrolls && { tabIndex: 0 })}
      >
        {children}
      </div>
    </div>
  );
}
