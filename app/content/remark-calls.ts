import { callsAs } from '../lib/call-code.ts'
import { codeLanguages, highlightNames } from '../lib/request-code.ts'

interface Node {
  type: string
  lang?: string | null
  value?: string
  children?: Node[]
}

/** Turns each `api` fence of a text into the same calls in five languages, which `renderMdx` draws as tabs. */
export const remarkCalls = () => (tree: Node) => {
  const walk = (node: Node) => {
    if (!node.children) return
    node.children = node.children.map((child) => {
      walk(child)
      if (child.type !== 'code' || child.lang !== 'api') return child
      return {
        type: 'mdxJsxFlowElement',
        name: 'CodeTabs',
        attributes: [],
        children: codeLanguages.map((language) => ({
          type: 'code',
          lang: highlightNames[language],
          value: callsAs(language, child.value ?? ''),
        })),
      } as Node
    })
  }
  walk(tree)
}
