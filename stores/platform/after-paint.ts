// What can wait until the eye has seen what was done.

const waiting: (() => void)[] = []

/**
 * Does something once the next frame is painted: what nobody sees must not hold up what everybody sees. In a
 * hidden tab it waits until the tab is shown.
 */
export function afterPaint(work: () => void): void {
  // One frame serves all that wait for it.
  if (waiting.push(work) === 1)
    requestAnimationFrame(() => waiting.splice(0).forEach(one => void setTimeout(one)))
}
