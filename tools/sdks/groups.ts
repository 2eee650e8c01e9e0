import type { SdkCall } from './calls.ts'

/** One resource: its methods and the resources below it. */
export interface Group {
  path: string[]
  calls: SdkCall[]
  groups: Group[]
}

/** The calls as a tree of resources, in the order of the calls. */
export function groupsOf(calls: SdkCall[]): Group[] {
  const top: Group = { path: [], calls: [], groups: [] }
  for (const call of calls) {
    let group = top
    for (const [depth, name] of call.resource.entries()) {
      let below = group.groups.find((one) => one.path.at(-1) === name)
      if (!below) {
        below = { path: call.resource.slice(0, depth + 1), calls: [], groups: [] }
        group.groups.push(below)
      }
      group = below
    }
    group.calls.push(call)
  }
  return top.groups
}

/** `webhook_endpoints` as `WebhookEndpoints`. */
export const pascal = (name: string): string => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
