// The sentence about an erasure by a device that did not know this one.
import type { UnknownErasure } from '../stores/sync/unknown-erasure.ts'
import { timeOf } from '../stores/time.ts'
import { t, tCount } from './i18n'
import { dateText, deviceText } from './i18n-panels'

/** Who erased what and when, and how many results here were not part of it. */
export const unknownErasureText = ({ minute, scope, by, results }: UnknownErasure): string =>
  tCount(`unknown.${scope}`, results, {
    device: deviceText(by) || t('unknown.device'),
    // Version 0.1 told no time, which is read as the last one there is.
    date: dateText(Math.min(timeOf(minute), Date.now())),
  })
