import { Link } from 'react-router'
import type { ReferenceField, ReferenceOperation } from '../lib/reference.ts'
import { Badge } from '../ui/badge.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { JsonView } from './json-view.tsx'

function Fields({ title, fields }: { title: string; fields: ReferenceField[] }) {
  if (fields.length === 0) return null
  return (
    <div className="mt-6">
      <h4 className="eyebrow">{title}</h4>
      <dl className="mt-2 border-rule border-t">
        {fields.map((field) => (
          <div key={field.name} className="grid gap-x-6 gap-y-0.5 border-rule border-b py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
            <dt className="min-w-0">
              <code className="break-all text-[0.8438rem]">{field.name}</code>
              <span className="block text-[0.875rem] text-soft">
                {field.type}
                {field.required ? <span className="text-seal"> · required</span> : null}
              </span>
            </dt>
            <dd className="text-[0.9375rem] leading-snug wrap-anywhere">{field.note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** One operation of the API: what it does, what it takes, how it answers, and a request that works. */
export function OperationCard({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const hasBody = operation.example !== null
  const curl = [
    `curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}${origin}/api${operation.path} \\`,
    `  -H "Authorization: Bearer $SEALWRIGHT_KEY"${hasBody ? ' \\' : ''}`,
    ...(hasBody ? ['  -H "Content-Type: application/json" \\', `  -d '${JSON.stringify(operation.example)}'`] : []),
  ].join('\n')
  return (
    <article id={operation.id} className="scroll-mt-24 rounded-md border border-rule bg-raised">
      <div className="border-rule border-b p-5 sm:p-7">
        <h3 className="title-3">{operation.summary}</h3>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="break-all text-[0.875rem]">
            <span className="text-seal">{operation.method}</span> {operation.path}
          </code>
          {operation.scope ? <Badge>{operation.scope}</Badge> : null}
        </p>
        {operation.description ? <p className="mt-3 max-w-[70ch] text-soft">{operation.description}</p> : null}
      </div>
      <div className="grid lg:grid-cols-2">
        <div className="min-w-0 px-5 pb-7 sm:px-7">
          <Fields title="Path and query" fields={operation.parameters} />
          <Fields title="Body" fields={operation.fields} />
          {operation.parameters.length + operation.fields.length === 0 ? <p className="mt-6 text-soft">It takes no fields.</p> : null}
        </div>
        <div className="min-w-0 border-rule px-5 pb-7 max-lg:border-t sm:px-7 lg:border-l">
          {hasBody ? (
            <>
              <div className="mt-5 flex items-center justify-between">
                <h4 className="eyebrow">Example</h4>
                <CopyButton text={curl} label="Copy as curl" />
              </div>
              <JsonView
                value={operation.example}
                className="mt-1 overflow-x-auto rounded-sm border border-rule bg-paper p-3.5 text-[0.8125rem] leading-relaxed"
              />
            </>
          ) : null}
          <h4 className="eyebrow mt-6">Answers</h4>
          <ul className="mt-2 border-rule border-t">
            {operation.statuses.map((answer) => (
              <li key={answer.status} className="flex gap-4 border-rule border-b py-2 text-[0.9375rem]">
                <span className="tabular font-mono text-[0.875rem] text-seal leading-6">{answer.status}</span>
                <span>{answer.description}</span>
              </li>
            ))}
          </ul>
          {operation.fn ? (
            <p className="mt-5">
              <Link to="/developer/api-playground" className="link">
                Try it in the playground
              </Link>
            </p>
          ) : null}
        </div>
      </div>
    </article>
  )
}
