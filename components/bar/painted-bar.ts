// Transfers the bar's painted late parts and the last press from the first frame to the mounted page.
import type { useLateAnalysis } from '../../stores/analysis/late-analysis'

/**
 * Finds the late parts and the light that the first frame has painted in the bar. If the mounted page shows
 * the same game, deal and moves, the returned function puts the parts into its bar until the real ones have
 * loaded (replace-painted.ts), and clicks the button, card or pile that was pressed last.
 */
export function paintedIn(page: HTMLElement, late: ReturnType<typeof useLateAnalysis>): () => void {
  const find = (query: string) => [...page.querySelectorAll<HTMLElement>(query)]
  const gameText = () =>
    find('.name, .number, .moves')
      .map(({ textContent }) => textContent)
      .join()
  const painted = gameText()
  const parts = find(':not(.late) > .late')
  const [light] = find('.light')
  return () => {
    page.onclick = page.onpointerdown = null
    if (gameText() !== painted) return
    find('.late').forEach((place, n) => place.append(parts[n] ?? ''))
    if (light) late.light = light.dataset.light as typeof late.light
    if (page.dataset.pressed) find(page.dataset.pressed)[0]?.click()
  }
}
