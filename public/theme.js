// Runs before the first paint: the remembered theme, and whether to expect a signed-in visitor. Kept outside the page so that no inline script is needed.
;(() => {
  const root = document.documentElement
  root.setAttribute('data-js', '')
  try {
    const theme = localStorage.getItem('sealwright.theme')
    if (theme === 'light' || theme === 'dark') root.setAttribute('data-theme', theme)
    if (localStorage.getItem('sealwright.user')) root.setAttribute('data-session', 'expected')
  } catch {
    // Storage may be closed to us; the system's theme then holds.
  }
})()
