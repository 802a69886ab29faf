// The text about an erasure by a device that did not know this one.
import type { UnknownErasure } from '../stores/sync/unknown-erasure.ts'
import { timeOf } from '../stores/time.ts'
import { t, tCount } from './i18n'
import { dateText, deviceText } from './i18n-panels'

/** Who erased what and when, and how many results on this device the other device did not know. */
export const unknownErasureText = ({ minute, scope, by, results }: UnknownErasure): string =>
  tCount(`unknown.${scope}`, results, {
    device: deviceText(by) || t('unknown.device'),
    // Version 0.1 recorded no time; it is read as the latest possible one.
    date: dateText(Math.min(timeOf(minute), Date.now())),
  })
