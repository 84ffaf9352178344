// Before the first paint: the colours, the contrast and the direction that were shown last. See web/lib/display.ts.
(function () {
  try {
    const shown = JSON.parse(localStorage.getItem('display')) || {};
    const auto = shown.scheme !== 'dark' && shown.scheme !== 'light';
    const dark = auto
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : shown.scheme === 'dark';
    const scheme = dark ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    document.querySelector('meta[name="color-scheme"]').content = scheme;
    const more =
      shown.contrast === 'more' ||
      (shown.contrast !== 'normal' && matchMedia('(prefers-contrast: more)').matches);
    document.documentElement.dataset.contrast = more ? 'more' : 'normal';
    document.documentElement.dir = shown.direction === 'rtl' ? 'rtl' : 'ltr';
    document.documentElement.lang = shown.language || 'en';
  } catch {
    // The defaults, then.
  }
})();
