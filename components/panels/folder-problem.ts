// Why syncing with the folder is waiting or was refused, as a sentence.
import { providerAt } from '../../stores/sync/remotes/providers.ts'
import type { Unrevoked } from '../../stores/sync/remotes/folder-status.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { t } from '../i18n'

/** The message for a problem at a host. */
export function problemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host === 'Dropbox') return t('place.problem.code', { host })
  return t(`place.problem.${problem.code}`, {
    host,
    ...(problem.code === 'failed' || problem.code === 'noBasic' ? problem : undefined),
  })
}

/** The message for a problem while connecting: no password has been accepted yet, and nothing is retried. */
export function connectProblemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host !== 'Dropbox') return t('place.problem.wrongPassword')
  if (problem.code !== 'busy') return problemText(problem, host)
  return t(providerAt(host).isBusyAtWrongPassword ? 'place.problem.busyOrPassword' : 'place.refused.busy', {
    host,
  })
}

/** Says that access may still be valid and where to end it; empty if nothing is left to revoke. */
export const unrevokedText = (unrevoked: Unrevoked | undefined): string =>
  unrevoked ? t(`place.unrevoked.${unrevoked.kind}`, { host: unrevoked.host }) : ''
