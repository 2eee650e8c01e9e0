import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Part } from './section.tsx'

type Checked = { good: string[]; place: string } | { bad: string }

interface Answer {
  decision_id: string
  verifier_key: string
  receipt: { log: { index: number; size: number; proof: string[]; origin: string }; entry: { details: Record<string, unknown> } }
}

/** Proves in the reader's own browser that an answer of ours is what the log holds. `hash` and `outcome` are those that the page shows. */
async function check(answer: Answer, id: string, hash: string): Promise<Checked> {
  const { proveReceipt } = await import('#credentials/portable/receipt.ts')
  try {
    const proven = await proveReceipt(answer, { keys: [answer.verifier_key], decisionId: id })
    const { log, entry } = answer.receipt
    if (entry.details.result_hash !== hash) return { bad: 'The log holds another result than this page shows.' }
    const documents = Object.keys(proven.documents)
    return {
      place: `Entry ${proven.index.toLocaleString('en-US')} of ${proven.size.toLocaleString('en-US')} in ${proven.origin}`,
      good: [
        'The entry was hashed to its leaf.',
        `${log.proof.length} ${log.proof.length === 1 ? 'hash leads' : 'hashes lead'} from the leaf to the root of the tree.`,
        'That root stands in the checkpoint, which the key of the log signed.',
        ...(documents.length > 0
          ? ['Record and result were hashed: the entry holds just these.']
          : ['The entry holds the hash of the result and the outcome; record and result themselves are not in this receipt.']),
        'The hash of the result is the one that this page shows.',
      ],
    }
  } catch (error) {
    return { bad: (error as Error).message }
  }
}

/** Where the decision stands in the public log, proven in the page. `entry`: of who came by the share link. */
export function Receipt({ id, hash, entry }: { id: string; hash: string; entry: string | null }) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState(false)
  const query = entry ? `?entry=${encodeURIComponent(entry)}` : ''
  async function prove() {
    setBusy(true)
    try {
      const response = await fetch(`/d/${id}/receipt${query}`)
      setChecked(
        response.ok ? await check((await response.json()) as Answer, id, hash) : { bad: 'There is no receipt yet. Try again in a minute.' },
      )
    } catch {
      setChecked({ bad: 'The receipt could not be read. Try again when you are online.' })
    }
    setBusy(false)
  }
  return (
    <Part
      id="receipt"
      title="Receipt"
      lead="The decision is an entry of a public, append-only log. Its receipt proves that to anybody, without us."
    >
      <p className="flex flex-wrap items-center gap-3">
        <Button type="button" variant="outline" size="sm" className="js-only" aria-disabled={busy} onClick={() => void prove()}>
          {busy ? 'Checking…' : 'Check the proof here'}
        </Button>
        <a className="link inline-flex min-h-8 items-center" href={`/d/${id}/receipt${query}`} download={`${id}.receipt.json`}>
          Receipt (JSON)
        </a>
        <a className="link inline-flex min-h-8 items-center" href={`/d/${id}/file${query}`} download>
          Save as a file that proves itself
        </a>
      </p>
      <div aria-live="polite" className="mt-4" data-testid="proof">
        {checked && 'bad' in checked ? (
          <Alert tone="error" title="Not proven">
            {checked.bad}
          </Alert>
        ) : null}
        {checked && 'good' in checked ? (
          <Alert tone="success" title="Proven in your browser">
            {checked.place}.
            <ol className="mt-1 list-decimal pl-5">
              {checked.good.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ol>
          </Alert>
        ) : null}
      </div>
      <p className="mt-3 max-w-[68ch] text-[0.9375rem] text-soft">
        Compare the key with the one of{' '}
        <a className="link" href="/.well-known/sealwright-log">
          the log
        </a>{' '}
        as you kept it: a page that we serve cannot prove which key is ours.
      </p>
    </Part>
  )
}
