import { autocompletion, type CompletionContext, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting, syntaxTree } from '@codemirror/language'
import { type Diagnostic, linter } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { hintsFor, type JsonSchema, propertiesOf, schemaAt, valuesOf } from '../../lib/json-schema-hints.ts'

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>
const text = (state: EditorState, node: Node) => state.sliceDoc(node.from, node.to)
const nameOf = (state: EditorState, node: Node) => {
  try {
    return String(JSON.parse(text(state, node)))
  } catch {
    return ''
  }
}

/** Where in the value a node stands. */
function pathOf(state: EditorState, start: Node): (string | number)[] {
  const path: (string | number)[] = []
  for (let node: Node | null = start; node?.parent; node = node.parent) {
    if (node.parent.name === 'Property') {
      const name = node.parent.getChild('PropertyName')
      if (name && node.name !== 'PropertyName') path.unshift(nameOf(state, name))
    }
    if (node.parent.name === 'Array') {
      let index = 0
      for (let before = node.prevSibling; before; before = before.prevSibling) if (!/^[[\],⚠]$/.test(before.name)) index++
      path.unshift(index)
    }
  }
  return path
}

/** The part of the text at a path; the whole where there is none. */
function nodeAt(state: EditorState, path: (string | number)[]): { from: number; to: number } {
  let node: Node | null = syntaxTree(state).topNode.firstChild
  let shown = node
  for (const step of path) {
    if (!node) break
    if (typeof step === 'number') {
      const items: Node[] = []
      for (let child = node.firstChild; child; child = child.nextSibling) if (!/^[[\],⚠]$/.test(child.name)) items.push(child)
      node = items[step] ?? null
      shown = node ?? shown
    } else {
      const property: Node | undefined = node.getChildren('Property').find((each) => {
        const name = each.getChild('PropertyName')
        return name !== null && nameOf(state, name) === step
      })
      shown = property?.getChild('PropertyName') ?? shown
      node = property?.lastChild ?? null
    }
  }
  return shown ? { from: shown.from, to: path.length === 0 ? Math.min(shown.to, shown.from + 1) : shown.to } : { from: 0, to: 0 }
}

const parseErrors = jsonParseLinter()
const hints = (schema: JsonSchema | null) =>
  linter(
    (view): Diagnostic[] => {
      const broken = parseErrors(view)
      if (broken.length > 0 || !schema || view.state.doc.length === 0) return broken
      const value: unknown = JSON.parse(view.state.doc.toString())
      return hintsFor(value, schema).map(({ path, message }) => ({ ...nodeAt(view.state, path), severity: 'warning' as const, message }))
    },
    { delay: 300 },
  )

/** Field names inside an object, known values after a colon. */
function complete(context: CompletionContext, schema: JsonSchema) {
  const { state, pos } = context
  const node = syntaxTree(state).resolveInner(pos, -1)
  const word = context.matchBefore(/"?[\w.+-]*"?/)
  if (!word || (word.from === word.to && !context.explicit)) return null
  const inName =
    node.name === 'PropertyName' ||
    node.name === 'Object' ||
    (node.name === '⚠' && node.parent?.name === 'Object') ||
    node.name === '{' ||
    node.name === ','
  if (inName) {
    const object = node.name === 'Object' ? node : node.name === 'PropertyName' ? node.parent?.parent : node.parent
    const inner = object ? schemaAt(schema, pathOf(state, object)) : null
    if (!inner || object?.name !== 'Object') return null
    const present = object
      .getChildren('PropertyName')
      .concat(object.getChildren('Property').flatMap((each) => each.getChild('PropertyName') ?? []))
    const taken = new Set(present.filter((each) => each.from > pos || each.to < word.from).map((each) => nameOf(state, each)))
    return {
      from: word.from,
      to: pos,
      options: propertiesOf(inner)
        .filter(({ name }) => !taken.has(name))
        .map(({ name, schema: own, required }) => ({
          label: `"${name}"`,
          detail: required ? 'required' : [own.type].flat().filter(Boolean).join(' or ') || 'value',
          info: own.description,
          boost: required ? 1 : 0,
          apply: node.name === 'PropertyName' ? `"${name}"` : `"${name}": `,
          type: 'property',
        })),
    }
  }
  const inner = schemaAt(schema, pathOf(state, node.name === 'Property' ? (node.lastChild ?? node) : node))
  const values = inner ? valuesOf(inner) : []
  return values.length === 0
    ? null
    : {
        from: word.from,
        to: pos,
        options: values.map((value) => ({ label: JSON.stringify(value), type: 'constant', info: inner?.description })),
      }
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)' },
  { tag: tags.string, color: 'var(--verdigris)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--seal)' },
  { tag: [tags.punctuation, tags.separator, tags.brace, tags.squareBracket], color: 'var(--ink-soft)' },
])
const look = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--font-code)', padding: '0.625rem 0', minHeight: '15.5rem', caretColor: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6', maxHeight: '32rem' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--ink-soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  // The editor draws what is selected itself; the page's own colours would leave white on white.
  '.cm-line::selection, .cm-line ::selection': { color: 'currentColor', backgroundColor: 'transparent !important' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--paper-sunk) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--paper-sunk)', outline: '1px solid var(--rule-strong)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper-raised)',
    color: 'var(--ink)',
    border: '1px solid var(--rule-strong)',
    borderRadius: '4px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--paper-sunk)', color: 'var(--ink)' },
  '.cm-completionInfo': { maxWidth: '20rem', fontFamily: 'var(--font-text)', padding: '0.375rem 0.625rem' },
  '.cm-diagnostic': { padding: '0.25rem 0.625rem', fontFamily: 'var(--font-text)', fontSize: '0.9375rem' },
})

/** The JSON body with colours, completion from the operation's schema and hints. It never changes what is sent. */
export default function Editor({
  value,
  schema,
  label,
  describedBy,
  focus,
  onChange,
}: {
  value: string
  schema: JsonSchema | null
  label: string
  describedBy?: string
  /** Takes over the focus of the plain field it replaces, at this place. */
  focus: number | null
  onChange: (value: string) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const change = useRef(onChange)
  change.current = onChange
  const first = useRef({ value, focus })

  useEffect(() => {
    const made = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: view.current?.state.doc ?? first.current.value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          indentUnit.of('  '),
          json(),
          syntaxHighlighting(colours),
          look,
          hints(schema),
          ...(schema ? [autocompletion({ override: [(context) => complete(context, schema)] })] : []),
          // Tab is left to move on, so that the keyboard is not caught.
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': label, ...(describedBy && { 'aria-describedby': describedBy }) }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = made
    if (first.current.focus !== null) {
      made.focus()
      made.dispatch({ selection: { anchor: Math.min(first.current.focus, made.state.doc.length) } })
      first.current.focus = null
    }
    return () => made.destroy()
  }, [schema, label, describedBy])
  // A body put in from outside: an example, the history, a shared link.
  useEffect(() => {
    const current = view.current
    if (current && current.state.doc.toString() !== value)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } })
  }, [value])

  return <div ref={box} className="rounded-md border border-rule-strong bg-raised focus-within:border-ink hover:border-ink" />
}
