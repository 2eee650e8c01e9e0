import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeBlock, type CodeSample } from '../../ui/code-block.tsx'
import { TextLink } from '../../ui/text-link.tsx'

/** The first call in five languages, and a key to make it with: a throw-away one on the spot, or one of the visitor's own. */
export function QuickStart({ samples, className }: { samples: CodeSample[]; className?: string }) {
  const [made, setMade] = useState<{ key: string; inked: typeof import('../../lib/ink.ts').inked } | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  async function make() {
    setBusy(true)
    setFailed(false)
    try {
      // Most readers have a key or want none: what makes and colours one is read when it is asked for.
      const [{ sandboxKey }, { inked }] = await Promise.all([import('../../lib/sandbox.ts'), import('../../lib/ink.ts')])
      setMade({ key: await sandboxKey(), inked })
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  const setting = `export SEALWRIGHT_KEY=${made?.key}\n`
  const shown = made
    ? samples.map((sample) =>
        sample.label === 'curl'
          ? { ...sample, code: `${setting}\n${sample.code}`, html: made.inked(`${setting}\n${sample.code}`, 'curl') }
          : sample,
      )
    : samples
  return (
    <div className={className}>
      <CodeBlock samples={shown} title="Verify a wallet" />
      <div className="js-only mt-3" aria-live="polite">
        {made ? (
          <>
            <p className="text-[0.9375rem] text-soft">
              Your key is in the curl sample; the other languages read it from the environment. It opens a sandbox of your own and ends in
              24 hours.
            </p>
            <CodeBlock
              className="mt-2"
              samples={[{ code: setting.trim(), html: made.inked(setting.trim(), 'curl') }]}
              title="Set the key"
            />
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
