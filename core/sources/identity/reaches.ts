/**
 * SQL of whether a piece of evidence counts for a wallet or an investor, both given as expressions of their ids: it was shown for it, for the
 * investor whose wallet it is, for the wallet that signed for the investor, or for what belongs to the same account. An account owns the
 * wallets that signed for it. That somebody gave a wallet or an investor the name of a person makes nothing of that person's evidence theirs,
 * nor that they named its wallet.
 */
export const reaches = (evidenceId: string, subjectId: string): string => `exists (select from evidence_subjects s
  where s.evidence_id = ${evidenceId} and (s.subject_id = ${subjectId}
    or exists (select from wallets sw join investors si on si.person_id = sw.person_id
      where sw.id = ${subjectId} and si.id = s.subject_id and (si.wallet_id = sw.id or (si.user_id = sw.user_id and sw.control = 'proven')))
    or exists (select from wallets sw join investors si on si.person_id = sw.person_id
      where si.id = ${subjectId} and sw.id = s.subject_id and sw.control = 'proven'
        and (si.user_id = sw.user_id or (si.wallet_id = sw.id and si.facts ->> 'wallet_signed' = sw.id)))))`
