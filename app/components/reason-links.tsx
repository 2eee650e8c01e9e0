import { Link } from 'react-router'
import { reasonWords } from '../lib/decision-words.ts'

/** Reason codes as words, each with the page of its rule. */
export function ReasonLinks({ codes }: { codes: readonly string[] }) {
  const distinct = [...new Map(codes.map((code) => [reasonWords(code), code.replace(/:.*$/, '').toUpperCase()]))]
  return distinct.map(([words, code], i) => (
    <span key={code}>
      {i > 0 ? ', ' : null}
      <Link to={`/rules/${code}`} className="underline decoration-rule-strong underline-offset-4 hover:text-ink">
        {words}
      </Link>
    </span>
  ))
}
