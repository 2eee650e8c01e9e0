// Whether an installation works, however it was started: node deploy/smoke.mjs ADDRESS [KEY]. Waits for it to be ready, then looks at a
// page, the contract and, with an API key (scope sanctions:check), a check and a refusal. Says the first thing that is wrong, and ends with 1.
const [address, key] = process.argv.slice(2)
if (!address) fail('Give the address, such as https://seal.example, and an API key for a check.')
const MOST_MS = 180_000

const ask = async (path, { method = 'GET', body, token } = {}) => {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(new URL(path, address), {
    ...{ method, headers, redirect: 'manual' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: answer.status, text: await answer.text() }
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

const expect = (what, { status, text }, wanted) => {
  if (status !== wanted) fail(`${what}: ${status} instead of ${wanted}. ${text.slice(0, 400)}`)
  return text
}

for (const until = Date.now() + MOST_MS; ; ) {
  const ready = await ask('/readyz').catch((error) => ({ status: 0, text: error.cause?.message ?? error.message }))
  if (ready.status === 200) break
  if (Date.now() > until) fail(`/readyz did not become 200 in ${MOST_MS / 1_000} s: ${ready.status} ${ready.text.slice(0, 400)}`)
  await new Promise((resolve) => setTimeout(resolve, 500))
}
expect('/healthz', await ask('/healthz'), 200)
if (!expect('the home page', await ask('/'), 200).includes('</html>')) fail('The home page is not a whole page.')
JSON.parse(expect('the contract', await ask('/api/v1/openapi.json'), 200))
const check = { method: 'POST', body: { wallet_address: `0x${'5'.repeat(40)}` } }
expect('a check without a key', await ask('/api/v1/sanctions/check', check), 401)
if (key) {
  const decision = JSON.parse(expect('a check', await ask('/api/v1/sanctions/check', { ...check, token: key }), 200))
  if (typeof decision.decision?.id !== 'string') fail(`A check came without a decision: ${JSON.stringify(decision).slice(0, 400)}`)
}
console.log(`${address} works${key ? ', and decides' : ''}.`)
