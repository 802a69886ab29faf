// The publisher: hears what the pages write and hands it to storage.sync; hears what other devices wrote.
import { defineBackground } from 'wxt/utils/define-background'
import { browserName, browserPlatform as platform } from '../stores/platform/platform'
import { randomId } from '../stores/sync/ids'
import { Syncer } from '../stores/sync/syncer'

/** Milliseconds without news after which what is new is handed over, and the longest that anything waits. */
const QUIET = 20_000
const LONGEST = 120_000
/** What pages write that is news for other devices. */
const NEWS = /^(game|result|setting):|^device$/

export default defineBackground(() => {
  const syncer = new Syncer({
    local: platform.local,
    sync: platform.sync,
    now: Date.now,
    random: Math.random,
    newId: randomId,
    browser: browserName(),
    locked: work => platform.locked('local', work),
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0

  const hand = async () => {
    clearTimeout(timer)
    since = 0
    await syncer.round(true)
  }
  const later = () => {
    since ||= Date.now()
    clearTimeout(timer)
    timer = setTimeout(() => void hand(), Math.max(0, Math.min(QUIET, since + LONGEST - Date.now())))
  }

  platform.local.onChanged(changes => {
    if (Object.keys(changes).some(key => NEWS.test(key))) later()
  })
  platform.sync.onChanged(() => void syncer.round(false).then(isWaiting => isWaiting && later()))
  platform.answer(request => (request === 'erase' ? syncer.erase() : hand()))
  void syncer.round(false).then(isWaiting => isWaiting && later())
})
