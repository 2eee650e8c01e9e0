import { useState } from 'react'
import type { PlaygroundAnswer } from '../../lib/playground.ts'
import { statusTone } from '../../lib/tones.ts'
import { Alert } from '../../ui/alert.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JsonView } from '../json-view.tsx'
import { DecisionTree, type TreeDecision } from './decision-tree.tsx'

/** What came back: status, the decision as a tree beside the JSON, the headers. */
export function Answer({ answer, failure, busy }: { answer: PlaygroundAnswer | null; failure: string | null; busy: boolean }) {
  if (failure !== null)
    return (
      <Alert tone="error" title="Request failed">
        {failure}
      </Alert>
    )
  if (!answer)
    return (
      <div className="h-full rounded-md border border-rule border-dashed px-6 py-16 text-center text-soft lg:py-40">
        <p className="lg:sticky lg:top-80">
          {busy ? 'Waiting for the answer…' : 'The answer appears here: status, status text and data, with the rules that decided.'}
        </p>
      </div>
    )
  const { result, headers, ms, bytes } = answer
  const json = JSON.stringify(result, null, 2)
  const found = (result.data as { decision?: TreeDecision } | null)?.decision
  const decision = found?.outcome ? found : null
  return (
    <div className={busy ? 'opacity-60' : undefined}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span data-testid="answer-status">
          <Status tone={statusTone(result.status)}>
            {result.status} {result.statusText}
          </Status>
        </span>
        <span className="tabular font-mono text-[0.8125rem] text-soft">
          {ms} ms · {bytes.toLocaleString('en-US')} bytes
        </span>
      </p>
      <div
        className={decision ? 'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]' : 'mt-4'}
      >
        {decision ? <WholeDecision key={decision.id} decision={decision} answerKey={answer.key} /> : null}
        <Tabs defaultValue="body" className="min-w-0">
          <TabsList aria-label="Answer">
            <TabsTrigger value="body">Result</TabsTrigger>
            <TabsTrigger value="headers">Headers ({headers.length})</TabsTrigger>
          </TabsList>
          <TabsContent value="body" className="relative pt-0!">
            <CopyButton text={json} label="Copy result" className="absolute top-2 right-2 bg-raised" />
            <JsonView
              value={result}
              className="max-h-[44rem] overflow-auto rounded-b-md border border-rule border-t-0 bg-raised p-4 pr-12 text-[0.8125rem] leading-relaxed"
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
    </div>
  )
}

/** The tree of the answer; the rules that held are read when asked for. */
function WholeDecision({ decision, answerKey }: { decision: TreeDecision; answerKey: string }) {
  const [whole, setWhole] = useState<TreeDecision | 'absent' | null>(null)
  async function read() {
    const response = await fetch(`/api/v1/decisions/${decision.id}`, { headers: { authorization: `Bearer ${answerKey}` } }).catch(
      () => null,
    )
    setWhole(response?.ok ? ((await response.json()) as TreeDecision) : 'absent')
  }
  return (
    <div className="min-w-0">
      <DecisionTree
        decision={whole && whole !== 'absent' ? { ...whole, counterfactuals: decision.counterfactuals } : decision}
        page={whole !== null && whole !== 'absent'}
      />
      {whole === null && decision.id && answerKey ? (
        <Button variant="link" size="sm" className="mt-2 h-8" onClick={() => void read()}>
          Show the rules that held
        </Button>
      ) : null}
      {whole === 'absent' ? <p className="mt-2 text-[0.9375rem] text-soft">This decision was not kept, as with every dry run.</p> : null}
    </div>
  )
}
