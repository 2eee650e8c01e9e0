import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { VerifyPage } from '#core/review/identity/verify-page.ts'
import { callBackEnd, messageOf } from '../../../lib/back-end.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { FaceNotice } from '../face-notice.tsx'
import { useTold } from './not-shown.tsx'

interface Offered {
  providers: { provider: string; title: string }[]
}
interface Started {
  provider_url: string | null
}

/** A provider's own pages: the person goes there and comes back to this page. */
export function Provider({ secret, page, busy }: { secret: string; page: VerifyPage; busy: boolean }) {
  const address = `/verify/${secret}/provider`
  const { revalidate } = useRevalidator()
  const { told, notShown } = useTold<Offered>(address)
  const [problem, setProblem] = useState<string | null>(null)
  const [going, setGoing] = useState<string | null>(null)
  const go = async (provider: string) => {
    setProblem(null)
    setGoing(provider)
    try {
      const { provider_url } = await callBackEnd<Started>(address, { provider })
      if (provider_url) return window.location.assign(provider_url)
      await revalidate()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setGoing(null)
  }
  if (!told) return notShown
  const offered = told.providers
  return (
    <section className="grid gap-5" aria-label="Identity provider" data-testid="identity-provider">
      {problem ? (
        <Alert tone="error" title="The provider cannot be reached">
          {problem}
        </Alert>
      ) : null}
      {offered.length === 0 ? (
        <Alert tone="warning">No provider is set up here. Choose another way, or open the app that sent you.</Alert>
      ) : null}
      {offered.length ? (
        <>
          <p>
            You go to the pages of a provider, with your document and a camera at hand, and come back here afterwards. Its result arrives by
            itself.
          </p>
          <FaceNotice page={page} busy={busy} alone />
          <div className="flex flex-wrap gap-3">
            {offered.map(({ provider, title }) => (
              <Button
                key={provider}
                variant={page.face.agreed_at ? 'primary' : 'outline'}
                busy={going === provider}
                disabled={going !== null || page.face.agreed_at === null}
                onClick={() => void go(provider)}
              >
                Go on with {title}
              </Button>
            ))}
          </div>
        </>
      ) : null}
    </section>
  )
}
