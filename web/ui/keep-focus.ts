/** Others that set the focus, such as a new dialog, come first. Milliseconds. */
const OTHERS_FIRST = 30;

/** What is closed as a whole: the focus goes back to where it was opened from, not to what is around it in the document. */
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Parts of a page, outside of which nothing belongs to what was pressed. */
const PART = `main, section, form, [role="tabpanel"], [role="region"], ${OVERLAY}`;

/** What had the focus, and where it was. */
interface Stop {
  element: HTMLElement;
  /** The parts around it, innermost first, up to its overlay. */
  parts: HTMLElement[];
  /** Which of its twins it was. */
  index: number;
}

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled') && element.checkVisibility();

/**
 * Keeps the focus from getting lost. If the element that had it is removed, such as the button of a deleted row or of a closed
 * dialog, the focus goes to the same button of the next row, to what opened the dialog, or else to the part of the page, but
 * never to a neighbour that does something else. If the element is disabled, the focus returns once it is enabled.
 * @returns a function that ends this
 */
export function keepFocus(): () => void {
  /** The last stop in each part of this page, newest last. */
  let stops: Stop[] = [];
  /** What has the focus, or has lost it against its will. */
  let current: HTMLElement | null = null;
  /** What the focus was given to while a key may still be held down. */
  let returned: HTMLElement | null = null;
  let path = '';
  /** Whether the last input was a click or a touch. */
  let isPointed = false;
  let wasMoved = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isLost = () => document.activeElement === document.body || !document.activeElement;

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const stop = stopAt(target);
    const [part] = stop.parts;
    // A page that was left has nothing to return to, nor has a part that was removed.
    const others = path === location.pathname ? stops : [];
    stops = others.filter(({ parts }) => parts[0] !== part && parts[0]?.isConnected !== false);
    stops.push(stop);
    path = location.pathname;
    current = target;
    wasMoved = false;
  };
  const onFocusOut = () => {
    // A click beside everything takes the focus on purpose.
    setTimeout(() => {
      if (current && isLost() && isUsable(current) && !wasMoved) current = null;
    });
  };
  const returnFocus = () => {
    timer = undefined;
    if (!current || !isLost() || path !== location.pathname) return;
    returned = whereToReturn(stops, isPointed);
    if (returned) focus(returned);
  };

  const observer = new MutationObserver((records) => {
    if (!isLost()) return;
    wasMoved ||= records.some(({ removedNodes }) =>
      [...removedNodes].some((node) => node.contains(current)),
    );
    timer ??= setTimeout(returnFocus, OTHERS_FIRST);
  });
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });

  const onPointerDown = () => {
    isPointed = true;
    if (isLost()) current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    isPointed = false;
    if (!event.repeat) {
      returned = null;
      // Whoever goes on without the focus, such as by scrolling, does not expect it back.
      if (isLost()) current = null;
    } else if (returned && returned === document.activeElement) {
      // A key that is still held down was not meant for this.
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const input = new AbortController();
  const options = { capture: true, signal: input.signal };
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('focusout', onFocusOut, options);
  document.addEventListener('pointerdown', onPointerDown, options);
  // Before the kit's own listener there, after which a dialog is gone already.
  window.addEventListener('keydown', onKeyDown, options);
  return () => {
    clearTimeout(timer);
    input.abort();
    observer.disconnect();
  };
}

function stopAt(element: HTMLElement): Stop {
  const parts: HTMLElement[] = [];
  let part = element.closest<HTMLElement>(PART);
  while (part) {
    parts.push(part);
    part = part.matches(OVERLAY) ? null : (part.parentElement?.closest<HTMLElement>(PART) ?? null);
  }
  return { element, parts, index: parts[0] ? twinsOf(element, parts[0]).indexOf(element) : 0 };
}

function whereToReturn(stops: readonly Stop[], isPointed: boolean): HTMLElement | null {
  /** The part of the page that the focus does not leave. */
  let within: HTMLElement | null = null;
  for (const { element, parts, index } of stops.toReversed()) {
    const part = parts.find(isUsable);
    if (within && !(part && within.contains(part))) continue;
    if (isUsable(element)) return element;
    // Until it is enabled again.
    if (element.isConnected && element.matches(':disabled')) return null;
    if (!part) continue;
    // Who points needs no place to go on from.
    if (isPointed) return null;
    within ??= part;
    // A form that was closed within the page goes back to what opened it, as an overlay does.
    if (part !== parts[0]) continue;
    const twins = twinsOf(element, part);
    return twins.slice(index).find(isUsable) ?? twins.slice(0, index).findLast(isUsable) ?? within;
  }
  return within;
}

/** The same button of all rows, or that of the same row drawn anew. */
function twinsOf(element: HTMLElement, part: HTMLElement): HTMLElement[] {
  const name = nameOf(element);
  if (name === '') return [];
  return [...part.querySelectorAll<HTMLElement>(element.localName)].filter(
    (other) => other.tabIndex === element.tabIndex && nameOf(other) === name,
  );
}

const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ?? element.textContent;

/** Focuses an element, also a part of the page, which can have the focus only as long as it has it. */
function focus(element: HTMLElement) {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
