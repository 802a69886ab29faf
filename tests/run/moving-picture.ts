// The animation in the README, in which a pointer makes some moves. The time of every frame is set
// explicitly, so the result does not depend on the speed of the machine.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { deal, play, solve } from '../../engine/index.ts'
import type { Tab } from '../e2e/drivers/driver.ts'
import { firstStart, makeMove, openGame, pointOn, settled, storage } from '../e2e/page.ts'

const FRAME_MS = 50
const GAME = 'double-sea-towers'
const DEAL = 310
/** The number of moves before the animation. */
const MOVES_BEFORE = 43
/** The number of moves in the animation. */
const MOVES_SHOWN = 8

type Point = readonly [x: number, y: number]

/** The frames of the animation. Each frame is a file with a duration in milliseconds. */
class Film {
  readonly #folder = mkdtempSync(join(tmpdir(), 'quickhand-film-'))
  readonly #frames: { file: string; ms: number }[] = []
  readonly #tab: Tab

  constructor(tab: Tab) {
    this.#tab = tab
  }

  async take(ms = FRAME_MS): Promise<void> {
    const file = join(this.#folder, `${String(this.#frames.length).padStart(4, '0')}.png`)
    await this.#tab.screenshot(file)
    this.#frames.push({ file, ms })
  }

  /** Writes the animation as WebP. */
  async write(file: string): Promise<void> {
    const files = this.#frames.map(frame => frame.file)
    const delay = this.#frames.map(({ ms }) => ms)
    await sharp(files, { join: { animated: true } })
      .webp({ quality: 50, effort: 6, minSize: true, delay, loop: 0 })
      .toFile(file)
    rmSync(this.#folder, { recursive: true })
  }
}

/** Adds a pointer to the page, because screenshots do not include one. */
const showPointer = (tab: Tab, [x, y]: Point) =>
  tab.run(
    (left, top) => {
      const svgElement = (tag: string, values: object): SVGElement => {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
        for (const [name, value] of Object.entries(values)) element.setAttribute(name, String(value))
        return element
      }
      document.getElementById('pointer')?.remove()
      const pointer = svgElement('svg', { id: 'pointer', width: 20, height: 28, viewBox: '-1 -1 20 28' })
      pointer.style.cssText = `position:fixed;left:${left}px;top:${top}px;z-index:99999;pointer-events:none`
      const d = 'M0 0V21L5 16.5L8.5 25L12 23.5L8.5 15.5H15.5Z'
      pointer.append(svgElement('path', { d, 'fill': '#fff', 'stroke': '#000', 'stroke-width': 1.4 }))
      document.body.append(pointer)
    },
    x,
    y,
  )

/** Moves the pointer to a point. The pointer starts fast and slows down. */
async function movePointer(film: Film, tab: Tab, from: Point, to: Point): Promise<void> {
  for (let step = 1; step <= 6; step++) {
    const part = 1 - (1 - step / 6) ** 3
    await showPointer(tab, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part])
    await film.take()
  }
}

/** Plays all running animations frame by frame. */
async function showAnimations(film: Film, tab: Tab): Promise<void> {
  for (let ms = 0; ; ms += FRAME_MS) {
    const isRunning = await tab.run(at => {
      const animations = document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
      for (const animation of animations) {
        animation.pause()
        if (at >= Number(animation.effect!.getComputedTiming().endTime)) animation.finish()
        else animation.currentTime = at
      }
      return animations.some(({ playState }) => playState === 'paused')
    }, ms)
    await film.take()
    if (!isRunning) return
  }
}

/** Plays a game in a tab of Chromium and writes it as an animated WebP. */
export async function takeMovingPicture(tab: Tab, settings: object, file: string): Promise<void> {
  // An earlier picture may have played the same deal.
  await firstStart(tab)
  await tab.resize(960, 520)
  await storage.set(tab, 'settings', JSON.stringify({ ...settings, automatic: 'off' }))
  await openGame(tab, `?game=${GAME}&deal=${DEAL}`)
  let position = deal(GAME, DEAL)
  const line = solve(position).moves!
  for (const move of line.slice(0, MOVES_BEFORE)) {
    await makeMove(tab, move)
    await settled(tab)
    position = play(position, move)
  }
  const film = new Film(tab)
  let at: Point = [600, 430]
  await showPointer(tab, at)
  await film.take(600)
  for (const move of line.slice(MOVES_BEFORE, MOVES_BEFORE + MOVES_SHOWN)) {
    if (move.kind !== 'move') throw new Error('This game has no stock')
    const to = await pointOn(tab, move.from, -move.count)
    await movePointer(film, tab, at, to)
    at = to
    await tab.click(...to)
    await showAnimations(film, tab)
    await film.take(150)
    position = play(position, move)
  }
  await film.take(1500)
  await film.write(file)
}
