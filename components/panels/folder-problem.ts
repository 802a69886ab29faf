// Why syncing with the folder waits or was refused, as a sentence.
import { providerAt } from '../../stores/sync/remotes/providers.ts'
import type { Unrevoked } from '../../stores/sync/remotes/folder-status.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { t } from '../i18n'

/** The sentence for a problem at a host. */
export function problemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host === 'Dropbox') return t('place.problem.code', { host })
  return t(`place.problem.${problem.code}`, {
    host,
    ...(problem.code === 'failed' || problem.code === 'noBasic' ? problem : undefined),
  })
}

/** The same while a folder is being connected: its password was never accepted, and there is no other try. */
export function connectProblemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host !== 'Dropbox') return t('place.problem.wrongPassword')
  if (problem.code !== 'busy') return problemText(problem, host)
  return t(providerAt(host).isBusyAtWrongPassword ? 'place.problem.busyOrPassword' : 'place.refused.busy', {
    host,
  })
}

/** That access may still be valid, and where to end it; empty if there is none. */
export const unrevokedText = (unrevoked: Unrevoked | undefined): string =>
  unrevoked ? t(`place.unrevoked.${unrevoked.kind}`, { host: unrevoked.host }) : ''
