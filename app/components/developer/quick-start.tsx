import { useState } from 'react'
import { inked } from '../../lib/ink.ts'
import { sandboxKey } from '../../lib/sandbox.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock, type CodeSample } from '../../ui/code-block.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The first call in five languages, and a key to make it with: a throw-away one on the spot, or one of the visitor's own. */
export function QuickStart({ samples, className }: { samples: CodeSample[]; className?: string }) {
  const [key, setKey] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  async function make() {
    setBusy(true)
    setFailed(false)
    try {
      setKey(await sandboxKey())
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  const setting = `export SEALWRIGHT_KEY=${key}\n`
  const shown = key
    ? samples.map((sample) =>
        sample.label === 'curl'
          ? { ...sample, code: `${setting}\n${sample.code}`, html: inked(`${setting}\n${sample.code}`, 'curl') }
          : sample,
      )
    : samples
  return (
    <div className={className}>
      <CodeBlock samples={shown} title="Verify a wallet" />
      <div className="js-only mt-3" aria-live="polite">
        {key ? (
          <>
            <p className="text-[0.9375rem] text-soft">
              Your key is in the curl sample; the other languages read it from the environment. It opens a sandbox of your own and ends in
              24 hours.
            </p>
            <CodeBlock className="mt-2" samples={[{ code: setting.trim(), html: inked(setting.trim(), 'curl') }]} title="Set the key" />
          </>
        ) : (
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem] text-soft">
            <Button variant="outline" size="sm" busy={busy} busyLabel="Making a key..." onClick={() => void make()}>
              Give me a key that works now
            </Button>
            <span>
              No account needed. Or make one that stays under <TextLink to="/developer/api-keys">API keys</TextLink>.
            </span>
          </p>
        )}
        {failed ? (
          <p role="alert" className="mt-2 text-madder">
            No key could be made just now. Try again in a moment.
          </p>
        ) : null}
      </div>
    </div>
  )
}
