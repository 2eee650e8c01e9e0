import { callsAs } from '../lib/call-code.ts'
import { atOrigin, originToken } from '../lib/origin.ts'
import { codeLanguages, highlightNames } from '../lib/request-code.ts'

interface Node {
  type: string
  lang?: string | null
  value?: string
  children?: Node[]
}

/** Turns each `api` fence of a text into the same calls in five languages, which `renderMdx` draws as tabs; all code names our address. */
export const remarkCalls = () => (tree: Node) => {
  const walk = (node: Node) => {
    if (!node.children) return
    node.children = node.children.map((child) => {
      walk(child)
      if (child.type !== 'code') return child
      if (child.lang !== 'api') return { ...child, value: atOrigin(child.value ?? '', originToken) }
      return {
        type: 'mdxJsxFlowElement',
        name: 'CodeTabs',
        attributes: [],
        children: codeLanguages.map((language) => ({
          type: 'code',
          lang: highlightNames[language],
          value: atOrigin(callsAs(language, child.value ?? ''), originToken),
        })),
      } as Node
    })
  }
  walk(tree)
}
