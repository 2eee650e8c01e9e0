export const SkipLink = () => (
  <a href="#main" className="no-print -translate-y-20 fixed top-3 left-3 z-50 rounded-md bg-ink px-4 py-2 text-paper focus:translate-y-0">
    Skip to content
  </a>
)
