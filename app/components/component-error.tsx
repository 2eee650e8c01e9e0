import { Component, type ReactNode } from 'react'
import { userMessage } from '../lib/error-words.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

/** Keeps the failure of one part from taking the page with it: says so in its place, and tries again when asked. */
export class ComponentBoundary extends Component<{ children: ReactNode; onRetry?: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  /** What is shown next may work again. */
  override componentDidUpdate(before: { children: ReactNode }) {
    if (this.state.error !== null && before.children !== this.props.children) this.setState({ error: null })
  }
  override componentDidCatch(error: unknown) {
    void import('../lib/error-handler.ts').then(({ reportError }) => reportError(error)).catch(() => {})
  }
  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: null })
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <Alert tone="error" title="Component Error">
        <p>{userMessage(this.state.error)}</p>
        <Button variant="outline" size="sm" className="mt-3" onClick={this.retry}>
          Try Again
        </Button>
      </Alert>
    )
  }
}
