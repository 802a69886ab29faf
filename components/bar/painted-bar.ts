// Transfers the bar's painted late parts and the input from the first frame to the mounted page.
import type { useLateAnalysis } from '../../stores/analysis/late-analysis'

/**
 * Finds the late parts and the light that the first frame has painted in the bar. If the mounted page shows
 * the same game, deal and moves, the returned function puts copies of the parts into its bar until the real
 * ones have loaded (replace-painted.ts). If it shows another game than the first frame, the function drops
 * the recorded input, which table/replay-input.ts would replay. The parts themselves stay in their painted
 * buttons, so that a press on them is replayed on these buttons.
 */
export function paintedIn(page: ParentNode, late: ReturnType<typeof useLateAnalysis>): () => void {
  const find = (query: string) => [...page.querySelectorAll<HTMLElement>(query)]
  const gameText = () =>
    find('.name, .number, .moves')
      .map(({ textContent }) => textContent)
      .join()
  const painted = gameText()
  const parts = find(':not(.late) > .late')
  const [light] = find('.light')
  return () => {
    // The table has taken the input. Without a table, nothing repeats it.
    const { pressed } = window
    window.pressed = window.onclick = window.onpointerdown = window.onkeydown = window.onblur = null
    if (painted && gameText() !== painted) return void pressed?.splice(0)
    find('.late').forEach((place, n) => place.append(parts[n]?.cloneNode(true) ?? ''))
    if (light) late.light = light.dataset.light as typeof late.light
  }
}
