// Components that load when they are first shown, together with the texts and games that they need.
import {
  defineComponent,
  h,
  onBeforeUnmount,
  onErrorCaptured,
  shallowReactive,
  shallowRef,
  type Component,
} from 'vue'
import { useOverlays, type PanelName } from '../stores/overlays/overlays'
import { GOING_AWAY_MS } from '../stores/session/session'
import { loadTexts, t } from './i18n'
import { loadOtherGames } from './other-games'

type Actions = Readonly<Record<'onRetry' | 'onClose', () => void>>
/** The failure message. Until FailureNotice.vue has loaded, it is a plain one from the start chunk. */
const failureNotice = shallowRef<Component>(({ onRetry, onClose }: Actions) =>
  h('p', { role: 'alert', style: 'margin-inline:12px' }, [
    `${t('failure.text')} `,
    h('button', { class: 'button', onClick: onRetry }, t('failure.retry')),
    ' ',
    h('button', { class: 'button', onClick: onClose }, t('panel.close')),
  ]),
)
/** The parts of the page that have failed. The last one shows the message, whose buttons act on all. */
const failed = shallowReactive(new Set<(isRetry: boolean) => void>())
function endFailures(isRetry: boolean): void {
  const parts = [...failed]
  failed.clear()
  for (const part of parts) part(isRetry)
}
const actions: Actions = { onRetry: () => endFailures(true), onClose: () => endFailures(false) }

/** Whether an error was thrown by an event handler. `info`: the last argument of `onErrorCaptured`. */
export const isOfHandler = (info: string): boolean => / handler$|#runtime-[56]$/.test(info)

/** Loads the failure message before it is needed, because an update may remove the files of this version. */
async function loadFailureNotice(): Promise<void> {
  failureNotice.value = (await import('./panels/FailureNotice.vue')).default
}

/** Loads the texts of the table, and those of panels and lists. */
const panelTexts = () => Promise.all([loadTexts('table'), loadTexts('panels')])

/** Loads the texts and the games that a panel or list needs to show any game. */
export const forAnyGame = () => Promise.all([panelTexts(), loadOtherGames()])

/** Loads the texts of the table, the bar and notices. */
export const forTable = () => loadTexts('table')

/**
 * A component behind a dynamic import. `needs` loads its texts and other data. If the component cannot be
 * loaded or throws, a message with actions is shown instead, and the rest of the page keeps working.
 * Closing the message emits the component's `close`.
 */
export function lazy<T extends Component>(
  load: () => Promise<{ default: T }>,
  needs: () => Promise<unknown> = panelTexts,
): T {
  const content = shallowRef<Component>()
  async function loadAll(): Promise<void> {
    if (content.value) return
    const [component] = await Promise.all([load(), loadFailureNotice(), needs()])
    content.value = component.default
  }
  return defineComponent({
    inheritAttrs: false,
    setup(_, { attrs }) {
      const isShown = shallowRef(true)
      const overlays = useOverlays()
      let attempts = 0
      let isUnmounted = false

      onErrorCaptured((error, _, info) => {
        // Errors of event handlers leave the content intact. A panel shows them (panels/useStatus.ts);
        // elsewhere, the page shows them as a notice.
        if (isOfHandler(info)) return
        fail(error)
        return false
      })
      function fail(error: unknown): void {
        console.error(error)
        isShown.value = false
        failed.add(endFailure)
        overlays.beforeToggle(attrs.name as PanelName, false)
        loadFailureNotice().catch(() => undefined)
      }
      function show(): void {
        isShown.value = true
        loadAll().catch(error => setTimeout(() => isUnmounted || fail(error), GOING_AWAY_MS))
      }

      /** Renders the content again, or closes this part. */
      function endFailure(isRetry: boolean): void {
        if (!isRetry) return (attrs.onClose as Actions['onClose'] | undefined)?.()
        // The second retry reloads the page, which loads the installed version.
        if (attempts++ > 0) location.reload()
        show()
      }
      show()
      onBeforeUnmount(() => {
        isUnmounted = true
        failed.delete(endFailure)
      })
      return () => {
        if (isShown.value) return content.value && h(content.value, attrs)
        return [...failed].at(-1) === endFailure && h(failureNotice.value, actions)
      }
    },
  }) as Component as T
}
