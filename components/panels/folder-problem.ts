// Why syncing with the folder is waiting or was refused, as a sentence.
import { providerAt } from '../../stores/sync/remotes/providers.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { t } from '../i18n'

/** The message for a problem at a host. */
export function problemText(problem: FolderProblem, host: string): string {
  if (problem.code === 'signIn' && host === 'Dropbox') return t('place.problem.code', { host })
  return t(`place.problem.${problem.code}`, {
    host,
    status: problem.code === 'failed' ? problem.status : '',
  })
}

/** The same during connecting, when the password has not been accepted yet. */
export const connectProblemText = (problem: FolderProblem, host: string): string =>
  problem.code === 'busy' && providerAt(host).isBusyAtWrongPassword
    ? t('place.problem.busyOrPassword', { host })
    : problemText(problem, host)
