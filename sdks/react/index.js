'use client'
import {
  createContext,
  createElement as h,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createClient, SealwrightError } from './client.js'
import { messages as english, fill, merge } from './messages.js'
import { createStore } from './store.js'

export { english as messages, SealwrightError }

const Context = createContext(null)

/** Around the components: which installation, where tokens come from, and in which words and colours. */
export function SealwrightProvider({ apiUrl, getToken, messages, locale, theme = 'auto', children }) {
  const latest = useRef(getToken)
  latest.current = getToken
  const call = useMemo(() => createClient(apiUrl, () => latest.current()), [apiUrl])
  const store = useMemo(() => createStore(() => call('GET', '/standing')), [call])
  const value = useMemo(() => {
    const words = merge(english, messages)
    const date = (iso) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso))
    const failure = (error) => (error.code === 'unreachable' ? words.unreachable : fill(words.failed, { reason: error.message }))
    return { apiUrl, call, store, words, date, failure, theme }
  }, [apiUrl, call, store, messages, locale, theme])
  return h(Context.Provider, { value }, children)
}

function useSealwright() {
  const value = useContext(Context)
  if (!value) throw new Error('Put <SealwrightProvider> around the components of @sealwright/react.')
  return value
}

/** How the person stands, for parts of your own: read once for all of them, and read again while something is waited for. */
export function useStanding() {
  const { store } = useSealwright()
  const state = useSyncExternalStore(store.subscribe, store.read, store.read)
  return { ...state, reload: store.reload }
}

const root = (theme, name, className) => ({
  className: ['sw', `sw-${name}`, className].filter(Boolean).join(' '),
  'data-sw-theme': theme === 'auto' ? undefined : theme,
})

/** Says what changed to whoever does not see it. */
const Live = ({ children }) => h('p', { className: 'sw-live', role: 'status', 'aria-live': 'polite' }, children)

function Failure({ error, retry }) {
  const { words, failure } = useSealwright()
  return h(
    'div',
    { className: 'sw-failure', role: 'alert' },
    h('p', null, failure(error)),
    retry && h('button', { type: 'button', className: 'sw-button sw-quiet', onClick: retry }, words.retry),
  )
}

/** In words and with a sign, never by colour alone. Green is only what counts now. */
export function StatusBadge({ className }) {
  const { words, date, theme } = useSealwright()
  const { standing, error } = useStanding()
  const status = standing?.status ?? (error ? 'unknown' : 'loading')
  const text =
    status === 'verified' && standing.valid_until
      ? fill(words.status.verified_until, { date: date(standing.valid_until) })
      : (words.status[status] ?? words.status.unknown)
  return h(
    'span',
    { ...root(theme, 'badge', className), 'data-status': status, role: 'status' },
    h('span', { className: 'sw-sign', 'aria-hidden': true }, SIGNS[status] ?? '?'),
    text,
  )
}

const SIGNS = { verified: '✓', pending: '…', loading: '…', expired: '!', suspended: '!', revoked: '×', rejected: '×', none: '–' }

const ENDS = ['verified', 'rejected', 'expired', 'cancelled']
const FIRST_MS = 3_000
const MOST_MS = 30_000

/**
 * Opens the page on which the person proves who they are: in a dialog, a window of its own or in place of this page. What the page says by
 * message only makes us look: what counts is what the API answers. So it works where cookies of other sites are blocked.
 */
export function VerifyButton({ display = 'dialog', returnUrl, onResult, onOpen, className, children }) {
  const { words, call, store, theme } = useSealwright()
  const { standing } = useStanding()
  const [state, setState] = useState({ phase: 'idle' })
  const button = useRef(null)
  const told = useRef(null)
  const tell = useRef(onResult)
  tell.current = onResult
  const session = state.session

  const start = async () => {
    if (state.phase === 'opening') return
    // While the press still counts as one: afterwards browsers open no window.
    const popup = display === 'popup' ? window.open('', 'sealwright-verify', 'popup,width=520,height=760') : null
    setState({ phase: 'opening' })
    try {
      const back = returnUrl ?? (display === 'redirect' ? window.location.href.split('#')[0] : undefined)
      const opened = await call('POST', '/identity-sessions', back ? { return_url: back } : {})
      if (!/^https?:$/.test(new URL(opened.url).protocol)) throw new SealwrightError('unreachable', 'The address is not one of a page.', 0)
      if (display === 'redirect') return window.location.assign(opened.url)
      if (popup) popup.location.replace(opened.url)
      told.current = null
      setState({ phase: popup ? 'popup' : 'dialog', session: opened })
    } catch (error) {
      popup?.close()
      setState({ phase: 'idle', error })
    }
  }

  const look = useCallback(
    async (id) => {
      const now = await call('GET', `/identity-sessions/${encodeURIComponent(id)}`)
      setState((before) => (before.session?.id === id ? { ...before, session: { ...before.session, status: now.status } } : before))
      if (told.current === now.status) return now.status
      told.current = now.status
      if (now.status !== 'open') {
        tell.current?.({ id, status: now.status })
        store.reload()
      }
      return now.status
    },
    [call, store],
  )

  const stop = useCallback(() => {
    setState({ phase: 'idle' })
    store.reload()
  }, [store])

  const open = state.phase === 'dialog' || state.phase === 'popup'
  const was = useRef(false)
  const tellOpen = useRef(onOpen)
  tellOpen.current = onOpen
  useEffect(() => {
    if (was.current === open) return
    was.current = open
    // Once the dialog is gone: as long as it is there, nothing behind it takes the focus.
    if (!open) button.current?.focus()
    tellOpen.current?.(open)
  }, [open])

  const id = session?.id
  useEffect(() => {
    if (!id) return
    let wait = FIRST_MS
    let ended = false
    let timer
    const again = () => {
      timer = setTimeout(async () => {
        const status = await look(id).catch(() => null)
        if (ended || ENDS.includes(status)) return
        wait = Math.min(wait * 1.3, MOST_MS)
        again()
      }, wait)
    }
    again()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [id, look])

  const status = session?.status
  const word = status && (status === 'verified' ? words.verify.done : words.verify[status])
  const again = ['expired', 'revoked', 'rejected'].includes(standing?.status)
  return h(
    'span',
    root(theme, 'verify', className),
    h(
      'button',
      {
        ref: button,
        type: 'button',
        className: 'sw-button',
        onClick: start,
        'aria-busy': state.phase === 'opening' || undefined,
        'aria-haspopup': display === 'dialog' ? 'dialog' : undefined,
      },
      state.phase === 'opening' ? words.verify.opening : (children ?? (again ? words.verify.again : words.verify.start)),
    ),
    state.error && h(Failure, { error: state.error }),
    state.phase === 'popup' &&
      h(
        'span',
        { className: 'sw-waiting' },
        h(Live, null, ENDS.includes(status) ? word : words.verify.elsewhere),
        h(
          'button',
          { type: 'button', className: 'sw-button sw-quiet', onClick: stop },
          ENDS.includes(status) ? words.verify.close : words.verify.cancel,
        ),
      ),
    state.phase === 'dialog' && h(VerifyDialog, { session, word, look, stop }),
  )
}

function VerifyDialog({ session, word, look, stop }) {
  const { words } = useSealwright()
  const dialog = useRef(null)
  const frame = useRef(null)
  const title = useId()
  const { id, url } = session
  useEffect(() => {
    const at = dialog.current
    if (!at.open) at.showModal()
    return () => at.close()
  }, [])
  useEffect(() => {
    const origin = new URL(url).origin
    const hear = ({ origin: from, source, data }) => {
      // Of that page, in that frame, about that session; and even then it is only a reason to look.
      if (from !== origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'sealwright.identity_session' && data.id === id) look(id).catch(() => {})
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [id, url, look])
  return h(
    'dialog',
    {
      ref: dialog,
      className: 'sw-dialog',
      'aria-labelledby': title,
      onCancel: (event) => {
        event.preventDefault()
        stop()
      },
    },
    h(
      'div',
      { className: 'sw-dialog-head' },
      h('h2', { id: title, className: 'sw-title' }, words.verify.title),
      h('button', { type: 'button', className: 'sw-button sw-quiet', onClick: stop }, words.verify.close),
    ),
    h('iframe', {
      ref: frame,
      className: 'sw-frame',
      src: url,
      title: words.verify.title,
      referrerPolicy: 'no-referrer',
      allow: 'digital-credentials-get',
    }),
    h(
      'div',
      { className: 'sw-dialog-foot' },
      h(Live, null, word),
      h('a', { className: 'sw-link', href: url, target: '_blank', rel: 'noopener noreferrer' }, words.verify.window),
    ),
  )
}

/** What is done, what waits and what is missing, with the button for what the person can do here. */
export function Onboarding({ display, returnUrl, onResult, className, actions = {} }) {
  const { words, theme } = useSealwright()
  const { standing, error, reload } = useStanding()
  const title = useId()
  const heading = useRef(null)
  // What somebody has open stays, whatever the step has become meanwhile.
  const [open, setOpen] = useState(false)
  const steps = standing?.steps ?? []
  const toProve = steps.some(({ name, state }) => name === 'identity' && state === 'to_do')
  const proving = open || toProve
  const opened = (now) => {
    setOpen(now)
    if (!now && !toProve) heading.current?.focus()
  }
  const finished = standing && steps.every(({ state }) => state === 'done')
  const missing = (name) => standing.missing.filter(({ area }) => area === name)
  return h(
    'section',
    { ...root(theme, 'onboarding', className), 'aria-labelledby': title, 'aria-busy': (!standing && !error) || undefined },
    h('h2', { id: title, ref: heading, tabIndex: -1, className: 'sw-title' }, words.onboarding.title),
    !standing && !error && h('p', { className: 'sw-soft' }, words.status.loading),
    error && h(Failure, { error, retry: reload }),
    standing &&
      h(
        'ol',
        { className: 'sw-steps' },
        steps.map(({ name, state }) =>
          h(
            'li',
            { key: name, className: 'sw-step', 'data-state': state },
            h(
              'div',
              { className: 'sw-step-head' },
              h('span', { className: 'sw-step-name' }, fill(words.onboarding[name], { organization: standing.organization })),
              h('span', { className: 'sw-step-state' }, words.onboarding[state]),
            ),
            state !== 'done' && missing(name).length > 0 && h(Missing, { facts: missing(name) }),
            name === 'identity' && proving && h(VerifyButton, { display, returnUrl, onResult, onOpen: opened }),
            state === 'to_do' && name !== 'identity' && (actions[name] ?? null),
          ),
        ),
      ),
    h(Live, null, finished ? words.onboarding.all_done : ''),
  )
}

function Missing({ facts }) {
  const { words } = useSealwright()
  const texts = [...new Set(facts.map(({ fact, means }) => words.facts[fact] ?? means ?? fact))]
  return h(
    'div',
    { className: 'sw-soft' },
    h('p', null, words.onboarding.missing),
    h(
      'ul',
      { className: 'sw-list' },
      texts.map((text) => h('li', { key: text }, text)),
    ),
  )
}

/** What is read when a part is shown, and read again after each act. */
function useRead(path) {
  const { call } = useSealwright()
  const [state, setState] = useState({ data: null, error: null })
  const read = useCallback(async () => {
    try {
      setState({ data: await call('GET', path), error: null })
    } catch (error) {
      setState(({ data }) => ({ data, error }))
    }
  }, [call, path])
  useEffect(() => {
    read()
  }, [read])
  return { ...state, read }
}

/** What was refused and can be appealed, and how appeals stand. */
export function Appeal({ onAppeal, className }) {
  const { words, date, theme } = useSealwright()
  const { data, error, read } = useRead('/appeals')
  const [sent, setSent] = useState('')
  const title = useId()
  const heading = useRef(null)
  const done = async (appeal) => {
    setSent(words.appeal.sent)
    onAppeal?.(appeal)
    await read()
    // The form that had the focus is gone.
    heading.current?.focus()
  }
  const told = ({ status, opened_at, answer_by }) =>
    fill(status === 'in_review' ? words.appeal.in_review : status === 'upheld' ? words.appeal.upheld : words.appeal.still_refused, {
      date: date(opened_at),
      until: date(answer_by),
    })
  return h(
    'section',
    { ...root(theme, 'appeal', className), 'aria-labelledby': title, 'aria-busy': (!data && !error) || undefined },
    h('h2', { id: title, ref: heading, tabIndex: -1, className: 'sw-title' }, words.appeal.title),
    error && h(Failure, { error, retry: read }),
    h(Live, null, sent),
    data && data.refusals.length === 0 && data.appeals.length === 0 && h('p', { className: 'sw-soft' }, words.appeal.none),
    data?.refusals.map((refusal) => h(AppealForm, { key: refusal.id, refusal, done })),
    data?.appeals.map((appeal) => h('p', { key: appeal.id, className: 'sw-row' }, told(appeal))),
  )
}

function AppealForm({ refusal, done }) {
  const { words, date, call } = useSealwright()
  const [state, setState] = useState({ busy: false, short: false, error: null })
  const field = useRef(null)
  const id = useId()
  const submit = async (event) => {
    event.preventDefault()
    if (state.busy) return
    const statement = field.current.value.trim()
    if (statement.length < 10) {
      setState({ busy: false, short: true, error: null })
      field.current.focus()
      return
    }
    setState({ busy: true, short: false, error: null })
    try {
      await done(await call('POST', '/appeals', { refusal: refusal.id, statement }))
    } catch (error) {
      setState({ busy: false, short: false, error })
    }
  }
  return h(
    'form',
    { className: 'sw-row', onSubmit: submit, noValidate: true },
    h(
      'p',
      { className: 'sw-strong' },
      refusal.refused_at ? fill(words.appeal.refused_on, { date: date(refusal.refused_at) }) : words.appeal.refused,
      ': ',
      refusal.reason_classes.map((one) => words.appeal.reasons[one] ?? words.appeal.reasons.other).join(', '),
    ),
    h('label', { htmlFor: id, className: 'sw-label' }, words.appeal.statement),
    h('p', { id: `${id}-hint`, className: 'sw-soft' }, fill(words.appeal.until, { date: date(refusal.possible_until) })),
    h('textarea', {
      id,
      ref: field,
      className: 'sw-field',
      rows: 4,
      maxLength: 4_000,
      required: true,
      'aria-invalid': state.short || undefined,
      'aria-describedby': state.short ? `${id}-hint ${id}-error` : `${id}-hint`,
    }),
    state.short && h('p', { id: `${id}-error`, className: 'sw-error' }, words.appeal.too_short),
    state.error && h(Failure, { error: state.error }),
    h(
      'button',
      { type: 'submit', className: 'sw-button', 'aria-busy': state.busy || undefined },
      state.busy ? words.appeal.sending : words.appeal.send,
    ),
  )
}

/** What the organisation relies on by the person's leave: shown, taken back and given again. */
export function Consent({ display, returnUrl, onChange, className }) {
  const { words, date, call, store, theme } = useSealwright()
  const { data, error, read } = useRead('/consents')
  const [state, setState] = useState({ asking: null, busy: false, error: null, said: '' })
  const title = useId()
  const heading = useRef(null)
  const act = async (consent, what) => {
    if (state.busy) return
    setState((before) => ({ ...before, busy: true, error: null }))
    try {
      await call('POST', `/consents/${encodeURIComponent(consent.id)}/${what}`, {})
      await read()
      store.reload()
      setState({
        asking: null,
        busy: false,
        error: null,
        said: what === 'withdraw' ? words.consent.was_withdrawn : words.consent.was_given,
      })
      onChange?.({ id: consent.id, given: what === 'renew' })
      heading.current?.focus()
    } catch (failed) {
      setState((before) => ({ ...before, busy: false, error: failed }))
    }
  }
  const press = (text, onClick, quiet) =>
    h(
      'button',
      { type: 'button', className: quiet ? 'sw-button sw-quiet' : 'sw-button', onClick, 'aria-busy': state.busy || undefined },
      state.busy ? words.consent.busy : text,
    )
  return h(
    'section',
    { ...root(theme, 'consent', className), 'aria-labelledby': title, 'aria-busy': (!data && !error) || undefined },
    h('h2', { id: title, ref: heading, tabIndex: -1, className: 'sw-title' }, words.consent.title),
    error && h(Failure, { error, retry: read }),
    h(Live, null, state.said),
    data?.consents.length === 0 && h('p', { className: 'sw-soft' }, words.consent.none),
    data?.consents.map((consent) => {
      const { id, organization, levels, given_at, withdrawn_at, again } = consent
      return h(
        'div',
        { key: id, className: 'sw-row' },
        h(
          'p',
          { className: 'sw-strong' },
          withdrawn_at
            ? fill(words.consent.withdrawn, { date: date(withdrawn_at) })
            : fill(words.consent.given, { organization, date: date(given_at) }),
        ),
        h('p', { className: 'sw-soft' }, fill(words.consent.levels, { levels: levels.join(', ') })),
        state.error && h(Failure, { error: state.error }),
        !withdrawn_at &&
          state.asking !== id &&
          press(words.consent.withdraw, () => setState({ asking: id, busy: false, error: null, said: '' }), true),
        !withdrawn_at &&
          state.asking === id &&
          h(
            'div',
            { className: 'sw-ask', role: 'group', 'aria-label': words.consent.withdraw },
            h(Arrival, null, fill(words.consent.sure, { organization })),
            press(words.consent.yes, () => act(consent, 'withdraw')),
            press(
              words.consent.no,
              () => {
                setState({ asking: null, busy: false, error: null, said: '' })
                heading.current?.focus()
              },
              true,
            ),
          ),
        again === 'here' && press(words.consent.give, () => act(consent, 'renew')),
        again === 'presentation' &&
          h(
            'div',
            null,
            h('p', { className: 'sw-soft' }, words.consent.present),
            h(VerifyButton, { display, returnUrl, onOpen: (open) => open || read() }),
          ),
      )
    }),
  )
}

/** A question takes the focus of the button that asked it. */
function Arrival({ children }) {
  const at = useRef(null)
  useEffect(() => at.current?.focus(), [])
  return h('p', { ref: at, tabIndex: -1, className: 'sw-strong' }, children)
}
