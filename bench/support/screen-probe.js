// Runs inside the page that is measured, ours and the plain one alike.
(() => {
  const row = (index) =>
    document.querySelector(`[role=grid] [data-index="${index}"]:not([aria-busy])`);
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rowCount = () => Number(document.querySelector('[role=grid]').ariaRowCount) - 1;

  /** Milliseconds from `act` to the first frame in which `done` is true. */
  async function until(act, done) {
    const started = performance.now();
    act();
    while (!done()) {
      if (performance.now() - started > 20_000) throw new Error(`Never happened: ${done}`);
      await frame();
    }
    return performance.now() - started;
  }

  /** Types all at once, as a paste does. */
  function type(text) {
    const input = document.querySelector('[role=searchbox]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    set.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  window.bench = {
    /** Milliseconds from the navigation. */
    async firstRows() {
      await until(
        () => {},
        () => row(0),
      );
      return performance.now();
    },
    sort: (column, first) =>
      until(
        () => document.querySelector(`[data-column="${column}"]`).click(),
        () => row(0)?.textContent.includes(first),
      ),
    search: (text, first, count) =>
      until(
        () => type(text),
        () => rowCount() === count && row(0)?.textContent.includes(first),
      ),
    selectAll: (count) =>
      until(
        () => document.querySelector('[role=grid] [type=checkbox]').click(),
        () =>
          [...document.querySelectorAll('output')].some((output) =>
            output.textContent.includes(`${count} rows selected`),
          ) && row(0)?.querySelector('[type=checkbox]').checked,
      ),
    /** Until something can be done with what is selected. */
    selectionReady: () =>
      until(
        () => {},
        () => !document.querySelector('[inert]'),
      ),
    /** Scrolls in every frame. Dropped: the frames that there would have been in the time of late ones. */
    async scroll(frames, pixels) {
      let box = document.querySelector('[role=grid]');
      while (box.scrollHeight <= box.clientHeight || getComputedStyle(box).overflowY === 'visible')
        box = box.parentElement;
      let longest = 0;
      const watcher = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      watcher.observe({ type: 'longtask' });
      const gaps = [];
      await frame();
      let before = await frame();
      for (let index = 0; index < frames; index += 1) {
        box.scrollTop += pixels;
        const now = await frame();
        gaps.push(now - before);
        before = now;
      }
      const usual = 1000 / 60;
      const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usual) - 1), 0);
      const last = Math.floor(box.scrollTop / 42) + 5;
      const settled = await until(
        () => {},
        () => row(last),
      );
      for (const { duration } of watcher.takeRecords()) longest = Math.max(longest, duration);
      return { dropped, longest, settled };
    },
  };
})();
