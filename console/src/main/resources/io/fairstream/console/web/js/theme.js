// Runs before the first paint, so that a page that was told to be dark is never white first.
(() => {
  try {
    const chosen = localStorage.getItem('theme');
    if (chosen === 'light' || chosen === 'dark') {
      document.documentElement.dataset.theme = chosen;
    }
  } catch {
    // Storage may be forbidden: then the theme is that of the system.
  }
})();
