// Why syncing with the folder waits or was refused, as a sentence.
import { providerAt } from '../../stores/sync/remotes/providers.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { t } from '../i18n'

/** The sentence for a problem at a host. */
export function problemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host === 'Dropbox') return t('place.problem.code', { host })
  return t(`place.problem.${problem.code}`, {
    host,
    status: problem.code === 'failed' ? problem.status : '',
  })
}

/** The same while a folder is being connected: its password was never accepted. */
export const connectProblemText = (problem: FolderProblem, host: string): string =>
  problem.code === 'busy' && providerAt(host).isBusyAtWrongPassword
    ? t('place.problem.busyOrPassword', { host })
    : problemText(problem, host)
