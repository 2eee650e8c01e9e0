import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Eight codes, shown this once: to copy, to save, to print. */
export function BackupCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n')
  const save = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`Sealwright backup codes. Each works once.\n\n${text}\n`], { type: 'text/plain' }))
    link.download = 'sealwright-backup-codes.txt'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  return (
    <div className="rounded-md border border-rule-strong bg-paper p-4">
      <ol className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2" data-testid="backup-codes">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap font-mono text-[0.875rem] tabular">
            {code}
          </li>
        ))}
      </ol>
      <div className="no-print mt-4 flex flex-wrap items-center gap-2 border-rule border-t pt-3">
        <Button variant="outline" size="sm" onClick={save}>
          <Download className="size-4" aria-hidden /> Save as a file
        </Button>
        <CopyButton text={text} label="Copy the codes" className="size-9" />
      </div>
    </div>
  )
}
