import { useMemo } from 'react'
import { Link } from 'react-router'
import { inked } from '../lib/ink.ts'
import { playgroundLink } from '../lib/permalink.ts'
import type { ReferenceOperation } from '../lib/reference.ts'
import { sampleRequest, samplesFor } from '../lib/reference-samples.ts'
import { variablesOf } from '../lib/request-code.ts'
import { magicWallet } from '../lib/scenario-try.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { FieldList } from './field-list.tsx'
import { JsonView } from './json-view.tsx'

/** What an operation answers, a request that works, and what to try. */
export function OperationBody({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const request = useMemo(() => sampleRequest(operation, origin), [operation, origin])
  const samples = useMemo(
    () => request && samplesFor(request).map(({ label, code }) => ({ label, code, html: inked(code, label) })),
    [request],
  )
  const open = variablesOf(operation.path)
  return (
    <>
      {samples ? (
        <>
          <CodeBlock samples={samples} title="Request" className="mt-6 [&_pre]:max-h-96" />
          {open.length > 0 ? (
            <p className="mt-2 text-[0.875rem] text-soft">
              Put the id into {open.map((name) => `$${name}`).join(' and ')}, and your key into $SEALWRIGHT_KEY.
            </p>
          ) : null}
        </>
      ) : null}
      <h4 className="eyebrow mt-6">Answer {operation.answer.status}</h4>
      {operation.answer.example ? (
        <JsonView
          value={operation.answer.example}
          className="mt-2 max-h-96 overflow-auto rounded-sm border border-rule bg-paper p-3.5 text-[0.8125rem] leading-relaxed"
        />
      ) : null}
      {operation.answer.fields.length > 0 ? (
        <details className="mt-3">
          <summary className="link inline-flex min-h-8 items-center text-[0.9375rem]">{operation.answer.fields.length} fields</summary>
          <FieldList fields={operation.answer.fields} />
        </details>
      ) : null}
      <details className="mt-2">
        <summary className="link inline-flex min-h-8 items-center text-[0.9375rem]">{operation.errors.length} errors</summary>
        <ul className="mt-2 border-rule border-t">
          {operation.errors.map((error) => (
            <li key={error.code} className="flex gap-4 border-rule border-b py-2 text-[0.9375rem]">
              <span className="tabular font-mono text-[0.875rem] text-seal leading-6">{error.status}</span>
              <span className="min-w-0">
                <Link to={`/errors/${error.code}`} className="link break-all font-mono text-[0.8438rem]">
                  {error.code}
                </Link>
                <span className="block text-soft leading-snug">{error.title}</span>
              </span>
            </li>
          ))}
        </ul>
      </details>
      {operation.scenarios.length > 0 ? (
        <div className="mt-6">
          <h4 className="eyebrow">Sandbox scenarios</h4>
          <ul className="mt-2 flex flex-wrap gap-2">
            {operation.scenarios.map((code) => (
              <li key={code}>
                <Link
                  to={playgroundLink({
                    operation: operation.id,
                    scenario: code,
                    ...(request?.body && { body: bodyFor(request.body, code) }),
                  })}
                  className="inline-flex min-h-7 items-center rounded-sm border border-rule px-2 font-mono text-[0.8125rem] hover:border-ink"
                >
                  {code}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}

/** The body with the scenario's wallet in it. */
function bodyFor(body: string, code: string): string {
  const value = JSON.parse(body) as Record<string, unknown>
  if (/^\d{4}$/.test(code) && 'wallet_address' in value) value.wallet_address = magicWallet(code)
  return JSON.stringify(value, null, 2)
}
