// What can wait until the eye has seen what was done.

/**
 * Does something once the next frame is painted: what nobody sees must not hold up what everybody sees. In a
 * hidden tab it waits until the tab is shown.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => void setTimeout(work))
}
