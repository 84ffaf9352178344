/** Number of elements that are remembered: those of a dialog, and where it was opened from. */
const REMEMBERED = 20;
/** Others that set the focus, such as a new dialog, come first. Milliseconds. */
const OTHERS_FIRST = 30;

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** What is closed as a whole: the focus goes back to where it was opened from, not to what is beside it in the document. */
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Outside of these, nothing belongs to what was pressed. */
const BOUNDARY = `main, section, form, [role="tabpanel"], [role="region"], ${OVERLAY}`;

/** Where an element was before it was removed. */
interface Place {
  parent: Node;
  next: Node | null;
}

const isUsable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility();

/**
 * Keeps the focus from getting lost. If the element that had it is removed, such as the button of a deleted row or a closed
 * dialog, the focus returns to where it was before or goes to what is next; if it is disabled, it returns once it is enabled.
 * @returns a function that ends this
 */
export function keepFocus(): () => void {
  /** What had the focus, newest last. */
  let recent: HTMLElement[] = [];
  /** What has the focus, or has lost it against its will. */
  let current: HTMLElement | null = null;
  let path = '';
  /** Whether the last input was a click or a touch. */
  let isPointed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const places = new WeakMap<Node, Place>();

  const isLost = () => document.activeElement === document.body || !document.activeElement;

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    // A page that was left has nothing to return to.
    const before = path === location.pathname ? recent.filter((one) => one !== target) : [];
    recent = [...before, target].slice(-REMEMBERED);
    path = location.pathname;
    current = target;
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) return;
    // A click beside everything takes the focus on purpose.
    setTimeout(() => {
      if (current && isLost() && isUsable(current)) current = null;
    });
  };

  const returnFocus = () => {
    if (!current || !isLost() || path !== location.pathname) return;
    for (const element of recent.toReversed()) {
      if (element.isConnected && element.matches(':disabled')) {
        // Until it is enabled again.
        current = element;
        return;
      }
      if (isUsable(element)) return element.focus({ preventScroll: true });
      if (element.closest(OVERLAY)) continue;
      // Who points needs no place to go on from.
      if (isPointed) return;
      const target = nearest(element, places);
      if (target) return target.focus({ preventScroll: true });
    }
  };

  const observer = new MutationObserver((records) => {
    for (const { type, target, removedNodes, nextSibling } of records) {
      if (type !== 'childList') continue;
      for (const node of removedNodes) places.set(node, { parent: target, next: nextSibling });
    }
    if (!current || !isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(returnFocus, OTHERS_FIRST);
  });

  const input = new AbortController();
  const options = { capture: true, signal: input.signal };
  document.addEventListener('focusin', onFocusIn, options);
  document.addEventListener('focusout', onFocusOut, options);
  const onPointerDown = () => {
    isPointed = true;
    if (isLost()) current = null;
  };
  const onKeyDown = () => {
    isPointed = false;
  };
  document.addEventListener('pointerdown', onPointerDown, options);
  document.addEventListener('keydown', onKeyDown, options);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    clearTimeout(timer);
    input.abort();
    observer.disconnect();
  };
}

/** What follows a removed element in the same part of the page, or else precedes it, or else that part itself. */
function nearest(element: HTMLElement, places: WeakMap<Node, Place>): HTMLElement | null {
  let place = places.get(element.getRootNode());
  while (place && !place.parent.isConnected) place = places.get(place.parent.getRootNode());
  if (!place) return null;
  const { parent, next } = place;
  const isAfter = (other: Node) =>
    next?.parentNode === parent
      ? next.contains(other) || isFollowing(next, other)
      : !parent.contains(other) && isFollowing(parent, other);
  let scope = parent instanceof HTMLElement && parent.closest(BOUNDARY) ? parent : null;
  while (scope) {
    const others = [...scope.querySelectorAll<HTMLElement>(TABBABLE)].filter(
      (other) => other.tabIndex >= 0 && isUsable(other),
    );
    // The same button of the next row, or of the same part drawn anew, is the nearest.
    const twins = others.filter((other) => isTwin(element, other));
    const found = twins.find(isAfter) ?? twins.at(-1) ?? others.find(isAfter) ?? others.at(-1);
    if (found) return found;
    if (scope.matches(BOUNDARY)) {
      scope.tabIndex = -1;
      return scope;
    }
    scope = scope.parentElement;
  }
  return null;
}

const isTwin = (one: HTMLElement, other: HTMLElement): boolean =>
  one.tagName === other.tagName && one.textContent !== '' && one.textContent === other.textContent;

const isFollowing = (node: Node, other: Node): boolean =>
  (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
