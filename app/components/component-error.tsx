import { Component, type ReactNode } from 'react'
import { reportError } from '../lib/error-handler.ts'
import { userMessage } from '../lib/error-words.ts'
import { Alert } from '../ui/alert.tsx'

/** Keeps the failure of one part from taking the page with it. */
export class ComponentBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  /** What is shown next may work again. */
  override componentDidUpdate(before: { children: ReactNode }) {
    if (this.state.error !== null && before.children !== this.props.children) this.setState({ error: null })
  }
  override componentDidCatch(error: unknown) {
    void reportError(error)
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <Alert tone="error" title="Component Error">
        {userMessage(this.state.error)}
      </Alert>
    )
  }
}
