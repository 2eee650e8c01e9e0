// Shows what the receipt in this file proves. It stands below the verifier, in the same script.
const page = document.getElementById('main')
const put = (name, text, parent = page, className = '') => {
  const made = document.createElement(name)
  if (text !== null) made.textContent = text
  if (className) made.className = className
  parent.append(made)
  return made
}
const WORDS = { allow: 'Allowed', deny: 'Denied', review: 'In review', needs_info: 'In review: something is missing' }
const HELD = ['pass', 'not_applicable']

function pairs(list) {
  const drawn = put('dl', null)
  for (const [name, value] of list) {
    put('dt', name, drawn)
    put('code', value, put('dd', null, drawn))
  }
}

function rule(one, parent) {
  const item = put('li', null, parent)
  put('code', `${one.code}${one.subject ? ` of ${one.subject}` : ''}: ${one.result.replaceAll('_', ' ')}`, item)
  if (one.message) put('div', one.message, item)
  put('div', one.citation.label + (one.citation.url ? ` (${one.citation.url})` : ''), item, 'soft')
  if (one.facts.length === 0) return
  const more = put('details', null, item)
  put('summary', `${one.facts.length} facts read`, more)
  put('pre', one.facts.map((fact) => `${fact.path}: ${JSON.stringify(fact.value)} (${fact.source})`).join('\n'), more)
}

function result(evaluation) {
  const groups = [
    ['Stands in the way', (one) => ['fail', 'needs_info', 'review'].includes(one.result)],
    ['Noted', (one) => ['warn', 'info'].includes(one.result)],
    ['Held', (one) => one.result === 'pass'],
    ['Did not apply', (one) => one.result === 'not_applicable'],
  ]
  for (const [title, fits] of groups) {
    const rules = evaluation.rules.filter(fits)
    if (rules.length === 0) continue
    const more = put('details', null)
    more.open = !HELD.includes(rules[0].result)
    put('summary', `${title}: ${rules.length}`, more)
    const list = put('ul', null, more)
    for (const one of rules) rule(one, list)
  }
  put('h2', 'Lists and rules')
  pairs([
    ['rules', `${evaluation.ruleset.id} ${evaluation.ruleset.version} ${evaluation.ruleset.sha256}`],
    ...evaluation.lists.map((list) => [list.source, `${list.version} ${list.sha256 ?? ''}`]),
  ])
}

function proven(answer, receipt) {
  const { entry, checkpoint, log } = answer.receipt
  const { details } = entry
  const evaluation = receipt.documents.result_hash
  const first = evaluation?.rules.find((one) => one.code === evaluation.primary && one.message)
  put('h1', `${WORDS[details.outcome] ?? details.outcome}${first ? `: ${first.message}` : ''}`)
  put('p', 'Proven on this machine, without a network: this is what the log holds.', page, 'good')
  pairs([
    ['decision', receipt.subject.id],
    ['check', String(details.check)],
    ['entered', receipt.timestamp],
    ['environment', String(entry.environment)],
    ['result hash', String(details.result_hash)],
    ['place', `${receipt.index} of ${receipt.size} in ${receipt.origin}`],
  ])
  if (evaluation) result(evaluation)
  else put('p', 'The result itself is not in this file: the entry holds its hash, its outcome and its check.', page, 'soft')
  put('h2', 'What was checked')
  pairs([
    ['leaf to root', `${log.proof.length} hashes`],
    ['key of the log', answer.verifier_key],
  ])
  put('pre', checkpoint)
  put(
    'p',
    'Compare the key with the one you got from the operator of the log and kept. Whoever changed this file could have changed the key and the script too: with a key of your own, tools/verify-receipt.mjs or @sealwright/verify check the same receipt.',
    page,
    'soft',
  )
}

const given = JSON.parse(document.getElementById('receipt').textContent)
const state = document.getElementById('state')
try {
  const receipt = await proveReceipt(given, { keys: [given.verifier_key], decisionId: given.decision_id })
  state.remove()
  proven(given, receipt)
} catch (error) {
  state.className = 'bad'
  state.textContent = `Not proven: ${error.message}. Nothing of this file is shown.`
}
