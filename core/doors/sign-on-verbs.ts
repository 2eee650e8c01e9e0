import { createDirectory, endDirectory, giveGroupRole, readDirectories } from '#core/access/directory/manage.ts'
import { useDomainForSignOn } from '#core/access/sign-on/domains.ts'
import { acceptSignOnLink, readSignOnLink, readSignOnPage } from '#core/access/sign-on/link.ts'
import { replaceSignOnKeys } from '#core/access/sign-on/replace-keys.ts'
import { setSessionPolicy } from '#core/access/sign-on/set-policy.ts'
import { readSignOn, removeSignOn, saveSignOn } from '#core/access/sign-on/settings.ts'
import type { Ctx } from '#core/kernel/context.ts'
import { bind } from './bind.ts'

/** How people of an organisation sign on, who puts them in, and what their sessions need. */
export const signOnVerbs = (ctx: Ctx) =>
  bind(ctx, {
    readSignOnPage,
    readSignOnLink,
    acceptSignOnLink,
    readSignOn,
    /** Needs a fresh proof, as does each change below. */
    saveSignOn,
    removeSignOn,
    replaceSignOnKeys,
    useDomainForSignOn,
    setSessionPolicy,
    readDirectories,
    createDirectory,
    endDirectory,
    giveGroupRole,
  })
