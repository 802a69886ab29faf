// Keeps the painted copies of the bar's late parts until the parts have loaded.
import type { useLateAnalysis } from '../../stores/analysis/late-analysis'

/**
 * Finds the late parts and the light that the first frame has painted in the bar. The returned function puts
 * them into the mounted bar if it shows the same game, deal and moves (see replace-painted.ts).
 */
export function latePartsOf(page: HTMLElement, late: ReturnType<typeof useLateAnalysis>): () => void {
  const find = (query: string) => [...page.querySelectorAll<HTMLElement>(query)]
  const gameText = () =>
    find('.name, .number, .moves')
      .map(({ textContent }) => textContent)
      .join()
  const painted = gameText()
  const parts = find(':not(.late) > .late')
  const [light] = find('.light')
  return () => {
    if (gameText() !== painted) return
    find('.late').forEach((place, n) => place.append(parts[n] ?? ''))
    if (light) late.light = light.dataset.light as typeof late.light
  }
}
