// What every public page needs is one file: it compresses better than twenty small ones and is cached once.
const packages = /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|clsx)[\\/]/
const lucide =
  /[\\/]node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])|[\\/]lucide-react[\\/].*[\\/]icons[\\/](menu|x|moon|sun|chevron-down|circle-question-mark|loader-circle|arrow-right|plus)\./
const own =
  /[\\/]app[\\/](root\.|routes[\\/]site-layout\.|lib[\\/](cn|session|meta|structured-data|origin|nav|seal-name|first-paint|watch-uncaught|web-vitals)\.|ui[\\/](button|breadcrumb|skeleton)\.|components[\\/](logo|disclosure|theme-toggle|site-header|site-footer|mobile-menu|late|scroll-progress|help-button|route-announcer|skip-link|failure|section|hero-actions|call-to-action)\.|content[\\/]site\.)/

/** What tells a state by colour, icon and word stands on most pages, in pieces too small to travel alone. */
const marks =
  /[\\/]app[\\/]ui[\\/](alert|badge|copy-button)\.|[\\/]lucide-react[\\/].*[\\/]icons[\\/](circle-check|circle-x|circle-alert|circle-exclamation-point|triangle-alert|triangle-exclamation-point|info|clock|check|copy)\./

export const marksChunk = { name: 'marks', test: (id: string) => marks.test(id) }
export const shellChunk = { name: 'shell', test: (id: string) => packages.test(id) || lucide.test(id) || own.test(id) }
