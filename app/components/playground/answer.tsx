import type { PlaygroundAnswer } from '../../lib/playground.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JsonView } from '../json-view.tsx'
import { type DecisionBody, Reasons } from './reasons.tsx'

/** What came back: status, the reasons of the decision, the JSON, the headers. */
export function Answer({ answer, failure, busy }: { answer: PlaygroundAnswer | null; failure: string | null; busy: boolean }) {
  if (failure !== null)
    return (
      <Alert tone="error" title="Request failed">
        {failure}
      </Alert>
    )
  if (!answer)
    return (
      <div className="rounded-md border border-rule border-dashed px-6 py-16 text-center text-soft">
        {busy ? 'Waiting for the answer…' : 'The answer appears here: status, status text and data, with the rules that decided.'}
      </div>
    )
  const { result, headers, ms, bytes } = answer
  const json = JSON.stringify(result, null, 2)
  const decision = (result.data as { decision?: DecisionBody } | null)?.decision
  return (
    <div className={busy ? 'opacity-60' : undefined}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span data-testid="answer-status">
          <Status tone={result.status < 300 ? 'good' : result.status < 500 ? 'waiting' : 'bad'}>
            {result.status} {result.statusText}
          </Status>
        </span>
        <span className="tabular font-mono text-[0.8125rem] text-soft">
          {ms} ms · {bytes.toLocaleString('en-US')} bytes
        </span>
      </p>
      {decision?.outcome ? <Reasons decision={decision} /> : null}
      <Tabs defaultValue="body" className="mt-6">
        <TabsList aria-label="Answer">
          <TabsTrigger value="body">Result</TabsTrigger>
          <TabsTrigger value="headers">Headers ({headers.length})</TabsTrigger>
        </TabsList>
        <TabsContent value="body" className="relative pt-0!">
          <CopyButton text={json} label="Copy result" className="absolute top-2 right-2 bg-raised" />
          <JsonView
            value={result}
            className="max-h-[36rem] overflow-auto rounded-b-md border border-rule border-t-0 bg-raised p-4 pr-12 text-[0.8125rem] leading-relaxed"
          />
        </TabsContent>
        <TabsContent value="headers" className="pt-0!">
          <dl className="grid gap-x-6 gap-y-1 rounded-b-md border border-rule border-t-0 bg-raised p-4 font-mono text-[0.8125rem] sm:grid-cols-[auto_1fr]">
            {headers.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="min-w-0 break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </TabsContent>
      </Tabs>
    </div>
  )
}
