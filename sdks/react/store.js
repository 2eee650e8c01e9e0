const FIRST_MS = 5_000
const MOST_MS = 60_000
/** Timers take no longer time. */
const LONGEST_MS = 2_147_000_000

/**
 * How the person stands, for every component at once. Nothing is read before somebody looks, so nothing on a server. While something is waited for
 * it is read again, less and less often; what is verified stops being so at its time, also where nobody answers.
 */
export function createStore(read) {
  let state = { standing: null, error: null }
  const listeners = new Set()
  let timer
  let end
  let wait = FIRST_MS
  let reading = null

  const set = (next) => {
    state = next
    for (const listener of listeners) listener()
  }
  const expire = (standing, left) => {
    clearTimeout(end)
    if (left > LONGEST_MS) return
    end = setTimeout(
      () => {
        if (state.standing !== standing) return
        set({ standing: { ...standing, status: 'expired', level: null, valid_until: null }, error: null })
        reload()
      },
      Math.max(0, left),
    )
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(reload, wait)
    wait = Math.min(wait * 1.5, MOST_MS)
  }

  function reload() {
    reading ??= read()
      .then(
        (standing) => {
          set({ standing, error: null })
          // By the clock of the answer, whatever this machine's says.
          if (standing.status === 'verified' && standing.valid_until)
            expire(standing, Date.parse(standing.valid_until) - Date.parse(standing.as_of))
          if (standing.status === 'pending') later()
          else wait = FIRST_MS
        },
        // What was read before may be so no longer, and nobody can say.
        (error) => set({ standing: null, error }),
      )
      .finally(() => {
        reading = null
      })
    return reading
  }
  const seen = () => document.visibilityState === 'visible' && reload()

  return {
    read: () => state,
    reload,
    subscribe(listener) {
      if (listeners.size === 0) {
        document.addEventListener('visibilitychange', seen)
        reload()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', seen)
        clearTimeout(timer)
        clearTimeout(end)
      }
    },
  }
}
