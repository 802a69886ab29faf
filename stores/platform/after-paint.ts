// Defers work until the current change has been painted.

const waiting: (() => void)[] = []

/** Runs work after the next frame. In a hidden tab it waits until the tab is shown. */
export function afterPaint(work: () => void): void {
  // All waiting work shares one frame.
  if (waiting.push(work) === 1)
    requestAnimationFrame(() => waiting.splice(0).forEach(one => void setTimeout(one)))
}
