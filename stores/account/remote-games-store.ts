// Games of other devices: what there is to go on with, and whether the game on the table has ended elsewhere.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Offer, RemoteState } from './remote-games'
import { useGame } from '../session/game'
import { usePlatform } from '../platform/platform'
import { REPLICA_PREFIX } from '../platform/storage-keys.ts'

export type { Offer }

/** What is known of games in progress on other devices, read after the first paint. */
export const useRemoteGames = defineStore('others', () => {
  const game = useGame()
  const { local } = usePlatform()
  /** The reading of items, once it is loaded, and what it found. */
  const read = shallowRef<{ by: typeof import('./remote-games'); known: RemoteState }>()
  /** Records and plays that somebody did not want to hear of any more. */
  const dismissed = shallowRef<ReadonlySet<string>>(new Set())
  const selfId = computed(() => read.value?.known.selfId ?? '')

  let stopListening = (): void => undefined

  /** Looks up what is known; cheap enough to do when news comes, too dear for the first paint. */
  async function refresh(): Promise<void> {
    const [by, texts] = await Promise.all([import('./remote-games.ts'), local.all()])
    read.value = { by, known: by.remoteStateIn(texts) }
  }

  /**
   * A page that is being closed, or whose extension was renewed under it, reads nothing more; that hurts
   * nobody.
   */
  const refreshQuietly = (): void => void refresh().catch(() => undefined)

  /** Keeps looking from now on, until `unfollow`. */
  function follow(): void {
    unfollow()
    refreshQuietly()
    stopListening = local.onChanged(changes => {
      if (Object.keys(changes).some(key => key.startsWith(REPLICA_PREFIX))) refreshQuietly()
    })
  }

  function unfollow(): void {
    stopListening()
    stopListening = () => undefined
  }

  const offers = computed<readonly Offer[]>(() =>
    read.value
      ? read.value.by.offersOf(read.value.known, {
          id: game.game.id,
          playId: game.playId,
          vector: game.vectorOf(selfId.value),
        })
      : [],
  )

  /**
   * The one that is worth a quiet line: the game on the table further on, or another one while nothing was
   * done here.
   */
  const offer = computed(() => {
    const own = offers.value.filter(
      ({ id, game: { record } }) => id === game.game.id && !dismissed.value.has(record),
    )
    const isUntouched = game.history.log.length === 0
    return own.find(({ relation }) => relation !== 'other') ?? (isUntouched ? own[0] : undefined)
  })

  /** The device on which the game on the table has ended, while it is still in progress here. */
  const endedOn = computed(() => {
    const end = read.value?.known.ends.get(game.playId)
    if (
      !read.value ||
      !end ||
      end.device === selfId.value ||
      read.value.known.formerIds.includes(end.device) ||
      game.state === 'won' ||
      dismissed.value.has(game.playId)
    )
      return undefined
    return { device: read.value.by.nameOf(read.value.known, end.device), outcome: end.result.outcome }
  })

  const dismiss = (what: string) => {
    dismissed.value = new Set([...dismissed.value, what])
  }
  const goOn = ({ game: other }: Offer) => game.continueFrom(other, selfId.value)

  return { offers, offer, endedOn, refresh, follow, unfollow, dismiss, goOn }
})
