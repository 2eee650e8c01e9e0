import { createHash } from 'node:crypto'
import verifier from '../../../sdks/verify/verify.generated.js?raw'
import look from './file-look.css?raw'
import reader from './file-reader.js?raw'

/** The verifier without its exports: in a file there is nobody to import it. */
const code = `${verifier.replace(/^export \{[^}]*\};?\s*$/m, '')}\n{\n${reader}}\n`.replaceAll('</script', '<\\/script')

const hashed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** What the file may do: run these two pieces and nothing else; no request leaves it. */
const POLICY = `default-src 'none'; script-src ${hashed(code)}; style-src ${hashed(look)}; base-uri 'none'; form-action 'none'`

/**
 * A decision as one file: its receipt, and what checks it. It shows what was proven and nothing else, so that a changed word shows as not
 * proven. Needs no network and nothing of ours.
 */
export function decisionFile(answer: { decision_id: string }): string {
  const data = JSON.stringify(answer).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>Decision ${answer.decision_id}</title>
<style>${look}</style>
</head>
<body>
<main id="main">
<p id="state" role="status">This file checks itself with the script in it. Allow scripts to see what it proves.</p>
</main>
<script type="application/json" id="receipt">${data}</script>
<script type="module">${code}</script>
</body>
</html>
`
}
