// Why syncing with the folder is waiting or was refused, as a sentence.
import type { FolderWords } from '../../stores/sync/remotes/dialect.ts'
import { providerAt } from '../../stores/sync/remotes/providers.ts'
import type { Unrevoked } from '../../stores/sync/remotes/folder-status.ts'
import type { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { t } from '../i18n'
import { timeText } from '../i18n-panels'

/** The message for a problem with a folder. */
export function problemText(problem: FolderProblem, { host, address }: FolderWords): string {
  if (problem.code === 'signIn' && host === 'Dropbox') return t('place.problem.code', { host })
  // Without encryption, there is no certificate.
  if (problem.code === 'unreachable' && address.startsWith('http:'))
    return t('place.problem.unreachablePlain', { host })
  return t(`place.problem.${problem.code}`, {
    host,
    ...(problem.code === 'failed' || problem.code === 'noBasic' ? problem : undefined),
  })
}

/**
 * The message for a problem that has just occurred while connecting. Unlike later, a refused sign-in means a
 * wrong password, and nothing is retried.
 */
export function connectProblemText(problem: FolderProblem, folder: FolderWords): string {
  const { host } = folder
  if (problem.code === 'signIn' && host !== 'Dropbox') return t('place.problem.wrongPassword')
  if (problem.code === 'locked' || problem.code === 'failed')
    return `${problemText(problem, folder)} ${t('place.tryAgain')}`
  if (problem.code !== 'busy') return problemText(problem, folder)
  if (providerAt(host).isBusyAtWrongPassword) return t('place.problem.busyOrPassword', { host })
  return problem.waitMs === undefined
    ? t('place.refused.busy', { host })
    : t('place.refused.busyUntil', { host, time: timeText(Date.now() + problem.waitMs) })
}

/** Says that access may still be valid and where to revoke it; empty if nothing is left to revoke. */
export const unrevokedText = (unrevoked: Unrevoked | undefined): string =>
  unrevoked ? t(`place.unrevoked.${unrevoked.kind}`, { host: unrevoked.host }) : ''
