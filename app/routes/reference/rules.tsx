import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { PageHero } from '../../components/section.tsx'
import { ruleCards, rulesetVersion } from '../../content/rules.server.ts'
import { longDate } from '../../lib/dates.ts'
import { originOf, pageMeta } from '../../lib/meta.ts'
import { ruleMarkets } from '../../lib/rule-words.ts'
import { serverContext } from '../../server-context.ts'
import { Badge } from '../../ui/badge.tsx'
import { Input } from '../../ui/input.tsx'
import type { Route } from './+types/rules.ts'

const seo = {
  title: 'Rulebook: every rule with its citation and its cases',
  description:
    'The published rules of the Sealwright engine: what each one demands, the law it comes from, its parameters, dates and worked cases.',
}
export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { ...seo, jsonLd: [{ '@type': 'CollectionPage', name: seo.title, url: `${originOf(args.matches)}/rules` }] })

export async function loader({ context }: Route.LoaderArgs) {
  const policy = await context.get(serverContext)!.verbs.policyInForce()
  return { rules: ruleCards(), version: rulesetVersion, since: policy?.version === rulesetVersion ? policy.in_force_since : null }
}

export default function Rules({ loaderData: { rules, version, since } }: Route.ComponentProps) {
  const [query, setQuery] = useState('')
  const words = query.trim().toLowerCase()
  const groups = useMemo(() => {
    const found = rules.filter(
      (rule) => words === '' || [rule.code, rule.sentence, rule.citation].some((text) => text.toLowerCase().includes(words)),
    )
    return Object.entries(ruleMarkets)
      .map(([id, name]) => ({ id, name, rules: found.filter((rule) => rule.market === id) }))
      .filter((group) => group.rules.length > 0)
  }, [rules, words])
  return (
    <>
      <PageHero
        seal={false}
        hero={{
          title: 'The rulebook',
          lead: `${rules.length} published rules, ruleset ${version}${since ? `, in force since ${longDate(since)}` : ''}. Each says what it demands, where that comes from, and how it decides on both sides of the edge.`,
          actions: [],
        }}
      />
      <div className="shell mt-10">
        <search className="js-only block max-w-md">
          <label htmlFor="rule-search" className="relative block">
            <span className="sr-only">Search rules</span>
            <Search className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-soft" aria-hidden />
            <Input
              id="rule-search"
              type="search"
              placeholder="Search by code, words or citation"
              className="pl-9"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </label>
        </search>
        <p className="sr-only" aria-live="polite">
          {groups.reduce((sum, group) => sum + group.rules.length, 0)} rules
        </p>
        {groups.length === 0 ? <p className="mt-14 text-soft">No rule matches this search.</p> : null}
        {groups.map((group) => (
          <section key={group.id} id={group.id} className="mt-14" aria-labelledby={`group-${group.id}`}>
            <h2 id={`group-${group.id}`} className="title-2 text-[2rem]!">
              {group.name}
            </h2>
            <ul className="mt-5 border-rule border-t">
              {group.rules.map((rule) => (
                <li key={rule.code} className="late-row border-rule border-b">
                  <Link to={`/rules/${rule.code}`} className="group grid gap-x-8 gap-y-1 py-3.5 lg:grid-cols-[5fr_6fr_3fr]">
                    <code className="break-all text-[0.8125rem] leading-6 group-hover:text-seal">{rule.code}</code>
                    <span className="leading-snug">{rule.sentence}</span>
                    <span className="flex flex-wrap items-start justify-between gap-2 text-[0.9063rem] text-soft leading-snug">
                      <span className="min-w-0 flex-1">{rule.citation}</span>
                      <Badge>{rule.severity}</Badge>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
