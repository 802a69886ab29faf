// The publisher: hears what the pages write and publishes it in storage.sync; hears what other devices wrote.
import { defineBackground } from 'wxt/utils/define-background'
import { answerRequests, openTableAtClick } from '../stores/platform/answering'
import { browserName, browserPlatform as platform } from '../stores/platform/platform'
import { tellingFailures } from '../stores/platform/storage-failure'
import { randomId } from '../stores/sync/ids'
import { Publisher } from '../stores/sync/publisher'
import { Syncer } from '../stores/sync/syncer'

export default defineBackground(() => {
  const syncer = new Syncer({
    local: tellingFailures(platform.local, platform.session),
    sync: platform.sync,
    now: Date.now,
    random: Math.random,
    newId: randomId,
    browser: browserName(),
    locked: work => platform.locked('local', work),
  })
  const publisher = new Publisher({
    syncer,
    now: Date.now,
    after(milliseconds, work) {
      const timer = setTimeout(() => void work(), milliseconds)
      return () => clearTimeout(timer)
    },
    // The panel tells what waits and why; another round follows.
    failed: () => undefined,
  })
  platform.local.onChanged(changes => publisher.heardLocal(Object.keys(changes)))
  platform.sync.onChanged(() => void publisher.heardRemote())
  answerRequests(request =>
    request.kind === 'sync-now' || request.kind === 'erase'
      ? publisher.answer(request)
      : Promise.reject(new Error('No place is connected')),
  )
  openTableAtClick()
  void publisher.start()
})
