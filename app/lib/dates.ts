// Written out here, because the browser's own date formats take longer to load than a page's whole script. The same text on
// server and client: English, UTC.

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

const two = (value: number) => String(value).padStart(2, '0')

/** `21 November 2026`, for an ISO date or moment. */
export function longDate(iso: string): string {
  const at = new Date(iso)
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** `21 Nov 2026`. */
export function shortDate(iso: string): string {
  const at = new Date(iso)
  return `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]!.slice(0, 3)} ${at.getUTCFullYear()}`
}

/** `21 Nov`: where the year stands elsewhere. */
export const dayAndMonth = (iso: string): string => shortDate(iso).replace(/ \d{4}$/, '')

/** `21 Nov 2026, 16:05`. */
export function dateTime(iso: string): string {
  const at = new Date(iso)
  return `${shortDate(iso)}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}
