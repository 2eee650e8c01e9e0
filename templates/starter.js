// What the five starters share: one page with a form, the decision in words, and a receiver of webhooks.
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
// In a project of your own: npm install the folder sdks/javascript, and import from '@sealwright/sdk'.
import { ConnectionError, Sealwright, SealwrightError, verifyWebhook, WebhookVerificationError } from '../sdks/javascript/index.js'

/**
 * Serves one starter. A field is `{ name, label, hint?, type?, options?, optional?, pointer? }`; `pointer` is where the API
 * says that this field is wrong, if not `/name`. `ask` makes the call; `tell` turns its answer into lines for people.
 */
export function serveStarter(starter) {
  const { SEALWRIGHT_API_KEY, SEALWRIGHT_BASE_URL = 'http://localhost:3000', SEALWRIGHT_WEBHOOK_SECRET, PORT = '4000' } = process.env
  if (!SEALWRIGHT_API_KEY) {
    console.error('Set SEALWRIGHT_API_KEY to a sandbox key. The README says where to get one.')
    process.exit(1)
  }
  const client = new Sealwright({ apiKey: SEALWRIGHT_API_KEY, baseUrl: SEALWRIGHT_BASE_URL, timeoutMs: 15_000 })
  const seen = new Set()

  async function handle(request, response) {
    const path = request.url.split('?')[0]
    if (path === '/webhooks' && request.method === 'POST') return receive(request, response)
    if (path !== '/') return send(response, 404, page(starter, { alert: 'There is nothing at this address.' }))
    if (request.method === 'GET' || request.method === 'HEAD') return send(response, 200, page(starter, {}))
    if (request.method !== 'POST') return send(response, 405, page(starter, { alert: 'This page takes GET and POST.' }))

    const form = Object.fromEntries(new URLSearchParams((await bytesOf(request)).toString()))
    const values = Object.fromEntries(starter.fields.map(({ name }) => [name, (form[name] ?? '').trim()]))
    // A form sent twice is one call; a form that was changed is another.
    const idempotencyKey = `${form.attempt || randomUUID()}-${hash(JSON.stringify(values), 'hex')}`.replace(/[^\w-]/g, '').slice(0, 200)
    try {
      const answer = await starter.ask(client, values, { idempotencyKey })
      send(response, 200, page(starter, { values, answer }))
    } catch (error) {
      const { status, ...shown } = explain(starter, error)
      send(response, status, page(starter, { values, ...shown }))
    }
  }

  /** The signature is over the bytes as they arrived, so they are read before anything is parsed. */
  async function receive(request, response) {
    if (!SEALWRIGHT_WEBHOOK_SECRET) return send(response, 503, 'Set SEALWRIGHT_WEBHOOK_SECRET.', 'text/plain')
    try {
      const payload = await bytesOf(request)
      const event = await verifyWebhook({ payload, headers: request.headers, secret: SEALWRIGHT_WEBHOOK_SECRET })
      // The same event may come twice. A real product keeps the ids in its database, with what it did.
      if (!seen.has(event.id)) console.log(`event ${event.id} ${event.type} of ${event.resource.id}`)
      seen.add(event.id)
      send(response, 204, '')
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      send(response, 401, error.message, 'text/plain')
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      if (error instanceof TooLarge) return send(response, 413, 'The body is too large.', 'text/plain')
      console.error(error)
      send(response, 500, page(starter, { alert: 'Something went wrong here. Nothing was sent; please try again.' }))
    })
  })
  server.listen(Number(PORT), process.env.HOST ?? '127.0.0.1', () =>
    console.log(`${starter.title}: http://localhost:${server.address().port}`),
  )
}

/** What a person needs to know of an error: which field, what to do. What they typed stays. */
function explain({ fields }, error) {
  if (error instanceof SealwrightError) {
    const errors = {}
    for (const { pointer, detail, suggestion } of error.errors) {
      const field = fields.find(({ name, pointer: own }) => pointer === (own ?? `/${name}`))
      if (field) errors[field.name] = suggestion ? `${detail} Did you mean ${suggestion}?` : detail
    }
    if (Object.keys(errors).length) return { status: 422, errors, alert: 'Please look at the marked fields.' }
    return { status: error.status === 422 ? 422 : 502, alert: `${error.detail} (${error.code}, ${error.requestId ?? 'no request id'})` }
  }
  if (error instanceof ConnectionError)
    return { status: 502, alert: 'The compliance service did not answer. What you typed is still here; please send it again in a moment.' }
  throw error
}

class TooLarge extends Error {}
async function bytesOf(request, limit = 300_000) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limit) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const hash = (text, encoding) => createHash('sha256').update(text).digest(encoding)
const html = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1c1b22, #eceaf2); --soft: light-dark(#575463, #b3b0c0);
  --paper: light-dark(#fbfaf7, #16151b); --raised: light-dark(#fff, #201f27); --rule: light-dark(#8d8a99, #77748a);
  --good: light-dark(#17643a, #7bd8a3); --bad: light-dark(#a3161f, #ff9c9c); --wait: light-dark(#7a4b00, #f2c46d); --link: light-dark(#3a3aa8, #b4b4ff) }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 40rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem } h2 { margin: 0 0 .5rem }
p { margin: .4rem 0 } a { color: var(--link) } .soft { color: var(--soft) }
form { display: grid; gap: 1.1rem; margin-top: 1.75rem } form > div { min-width: 0 } label { font-weight: 600; display: block }
input, select { font: inherit; color: inherit; background: var(--raised); width: 100%; padding: .6rem .7rem; border: 1px solid var(--rule); border-radius: .4rem }
[aria-invalid=true] { border: 2px solid var(--bad) } .wrong { color: var(--bad) }
button { font: inherit; font-weight: 600; justify-self: start; padding: .7rem 1.4rem; border: 0; border-radius: .4rem; background: var(--ink); color: var(--paper); cursor: pointer }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
section { margin-top: 1.75rem; padding: 1.25rem; background: var(--raised); border: 1px solid var(--rule); border-left: .4rem solid var(--tone, var(--rule)); border-radius: .4rem }
section h2 { color: var(--tone) } li { margin: .5rem 0 } ul { padding-left: 1.2rem }
.allow { --tone: var(--good) } .deny, .alert { --tone: var(--bad) } .review { --tone: var(--wait) }`

const WORDS = { allow: 'Allowed', deny: 'Not allowed', review: 'A person looks at this first' }

/** What it came to: where a fact is missing nobody looks at anything before it is there. */
function told({ missing = [], decision }) {
  if (!decision) return ['', 'Received']
  const open = decision.outcome !== 'deny' && missing.length + decision.missing.length > 0
  return open ? ['review', 'More is needed first'] : [decision.outcome, WORDS[decision.outcome] ?? decision.outcome]
}

function page(starter, { values = {}, errors = {}, alert, answer }) {
  const decision = answer?.decision
  const rules = (decision?.rules ?? []).map(({ message, citation, code }) => {
    const source = citation?.url ? `<a href="${html(citation.url)}">${html(citation.label)}</a>` : html(citation?.label ?? '')
    return `<li>${html(message)}<br><span class="soft">${source} · <code>${html(code)}</code></span></li>`
  })
  const result = answer
    ? `<section class="${html(told(answer)[0])}" tabindex="-1" autofocus aria-labelledby="outcome">
<h2 id="outcome">${html(told(answer)[1])}</h2>
${starter
  .tell(answer)
  .filter(Boolean)
  .map((line) => `<p>${html(line)}</p>`)
  .join('\n')}
${rules.length ? `<ul>${rules.join('\n')}</ul>` : '<p>No rule stands against it.</p>'}
${decision ? `<p class="soft">Decision <code>${html(decision.id)}</code>, rules of ${html(decision.policy.version)}</p>` : ''}
</section>`
    : ''
  const fields = starter.fields.map((field) => control(field, values[field.name] ?? '', errors[field.name]))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${alert ? 'Error: ' : ''}${html(starter.title)}</title><style>${STYLE}</style>
<main><h1>${html(starter.title)}</h1><p class="soft">${html(starter.lead)}</p>
${alert ? `<section class="alert" role="alert" tabindex="-1" autofocus><p>${html(alert)}</p></section>` : ''}${result}
<form method="post" action="/" novalidate><input type="hidden" name="attempt" value="${randomUUID()}">
${fields.join('\n')}
<button>${html(starter.button)}</button></form></main></html>`
}

function control({ name, label, hint, type = 'text', options, optional, autocomplete = 'off' }, value, wrong) {
  const said = [hint && `${name}-hint`, wrong && `${name}-wrong`].filter(Boolean).join(' ')
  const common = `id="${name}" name="${name}"${said ? ` aria-describedby="${said}"` : ''}${wrong ? ' aria-invalid="true"' : ''}${optional ? '' : ' required'}`
  const input = options
    ? `<select ${common}>${options.map(([key, text]) => `<option value="${html(key)}"${key === value ? ' selected' : ''}>${html(text)}</option>`).join('')}</select>`
    : `<input ${common} type="${type}" autocomplete="${autocomplete}" spellcheck="false" value="${html(value)}">`
  return `<div><label for="${name}">${html(label)}${optional ? ' <span class="soft">(optional)</span>' : ''}</label>
${hint ? `<p class="soft" id="${name}-hint">${html(hint)}</p>` : ''}${input}${wrong ? `<p class="wrong" id="${name}-wrong">${html(wrong)}</p>` : ''}</div>`
}

function send(response, status, body, type = 'text/html') {
  if (response.headersSent) return response.end()
  response.writeHead(status, {
    ...(status !== 204 && { 'content-type': `${type}; charset=utf-8` }),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash(STYLE, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  })
  response.end(body)
}
