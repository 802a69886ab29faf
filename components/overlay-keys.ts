// Key presses while a list or panel is loading: recorded, and delivered to it once it is shown. Loaded after
// the first paint; early-input.ts keeps earlier ones.
import { useLateAnalysis } from '../stores/analysis/late-analysis'
import { useOverlays } from '../stores/overlays/overlays'
import { hasModifier, pressesButton } from './key-presses'
import { listen } from './listen'

/** The keys that are recorded. The browser handles all others. */
const RECORDED = /^(.|Enter|Backspace|Delete|Tab|Home|End|Arrow.*)$/u

/** Records key presses until the scope is disposed. */
export function keepOverlayKeys(): void {
  const overlays = useOverlays()
  const late = useLateAnalysis()
  const keep = (event: KeyboardEvent): void => {
    const { loading, panel, list, top } = overlays
    // Escape cancels the request for a panel or a replay, even after a failure. For a list, the browser
    // handles it.
    const isEscape = event.key === 'Escape' && !list
    const isCanceled = isEscape && panel && top !== 'panel'
    const endsReplay = isEscape && !panel && top === 'replay'
    if (!loading && !isCanceled && !endsReplay) return
    // The keys must not act on anything below, such as the table or the win sheet.
    event.stopImmediatePropagation()
    if (isCanceled) overlays.panel = undefined
    if (endsReplay) late.closeReplay()
    if (!loading || hasModifier(event) || !RECORDED.test(event.key)) return
    event.preventDefault()
    loading.keys.push(event)
  }
  // Comes before the listener of early-input.ts, which would repeat the keys.
  listen(window, 'keydown', keep, { capture: true })
}

/** Types or deletes a character in a field, or moves its cursor, as a key does. */
function edit(field: HTMLInputElement, key: string): void {
  const [start, end] = [field.selectionStart!, field.selectionEnd!]
  const isCaret = start === end
  const before = isCaret ? Math.max(start - 1, 0) : start
  const after = isCaret ? end + 1 : end
  const to = { ArrowLeft: before, ArrowRight: after, Home: 0, End: field.value.length }[key]
  if (to !== undefined) return field.setSelectionRange(to, to)
  const range = { Backspace: [before, end], Delete: [start, after] }[key]
  const [from, until] = range ?? [start, end]
  field.setRangeText(range ? '' : key, from!, until!, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/**
 * Delivers key presses to the element that has the focus, in order, until Enter submits a form. If Tab or a
 * key that extends a selection is among them, none is delivered, because its effect cannot be simulated.
 * Repeats of a held key are skipped.
 */
export function deliver(events: readonly KeyboardEvent[]): void {
  if (events.some(({ key, shiftKey }) => key === 'Tab' || (shiftKey && /^(Arrow.*|Home|End)$/.test(key))))
    return
  for (const event of events.filter(({ repeat }) => !repeat)) {
    const { key } = event
    if (!document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', event))) continue
    // The listeners may have moved the focus.
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement) {
      if (key === 'Enter') return focused.form?.requestSubmit()
      if (/^(.|Backspace|Delete|Home|End|Arrow(Left|Right))$/u.test(key)) edit(focused, key)
    } else if (focused instanceof HTMLElement && pressesButton(event)) focused.click()
  }
}
