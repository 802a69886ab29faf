// Transfers the bar's painted late parts and the input from the first frame to the mounted page.
import type { useLateAnalysis } from '../../stores/analysis/late-analysis'
import type { Page } from '../table/early-input'

/**
 * Finds the late parts and the light that the first frame has painted in the bar. If the mounted page shows
 * the same game, deal and moves, the returned function puts copies of the parts into its bar until the real
 * ones have loaded (replace-painted.ts), and keeps the recorded input, which table/replay-input.ts replays.
 * Otherwise the input is dropped. The parts themselves stay in their painted buttons, so that a press on them
 * is replayed on these buttons.
 */
export function paintedIn(page: Page, late: ReturnType<typeof useLateAnalysis>): () => void {
  const find = (query: string) => [...page.querySelectorAll<HTMLElement>(query)]
  const gameText = () =>
    find('.name, .number, .moves')
      .map(({ textContent }) => textContent)
      .join()
  const painted = gameText()
  const parts = find(':not(.late) > .late')
  const [light] = find('.light')
  return () => {
    page.onclick = page.onpointerdown = window.onkeydown = window.onblur = null
    // The table has taken the input. Without a table, nothing repeats it.
    const { pressed } = page
    page.pressed = undefined
    if (gameText() !== painted) return void pressed?.splice(0)
    find('.late').forEach((place, n) => place.append(parts[n]?.cloneNode(true) ?? ''))
    if (light) late.light = light.dataset.light as typeof late.light
  }
}
