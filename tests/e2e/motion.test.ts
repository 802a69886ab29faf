// Cards in motion, frame by frame: every visible face-up card shows its face, none disappears before it has
// landed and is covered, and none jumps.
import { describe, expect, test } from 'vitest'
import { deal, GAMES, type GameId } from '../../engine/index.ts'
import { mulberry32 } from '../../engine/rules/shuffle.ts'
import { browsers, itInOne, itLong, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, dragPile, openGame, pointOn, press, readyToFinish, settled, storage } from './page.ts'

/** `GESTURES=500` watches every game for that many gestures; by default, each browser watches one game. */
const GESTURES = Number(process.env.GESTURES ?? 6)
const WATCHED: Record<string, GameId> = { Chromium: 'double-sea-towers', Firefox: 'double-dot' }
const GESTURES_PER_DEAL = 50

/**
 * Checks every frame from now on, and collects faults in the page for `faults`. Each check runs after the
 * frame has been painted, because before that the effects of a new size are still pending.
 */
const watch = (tab: Tab) =>
  tab.run(() => {
    interface Seen {
      readonly left: number
      readonly top: number
      readonly isHidden: boolean
      readonly isMoving: boolean
    }
    const page = window as unknown as { faults: Set<string>; frames: number }
    page.faults = new Set()
    page.frames = 0
    let before = new Map<Element, Seen>()
    const size = (): string => `${innerWidth} ${innerHeight}`
    let lastSize = size()
    const table = document.querySelector('.table')!
    let isStill = table.matches('.still')
    /** Whether motion was switched on or off since the last frame. */
    let hasMotionChanged = false
    new MutationObserver(() => {
      hasMotionChanged ||= isStill !== table.matches('.still')
      isStill = table.matches('.still')
    }).observe(table, { attributeFilter: ['class'] })
    let lastTime = performance.now()

    /** Whether another visible card is in the same place; it may be shaking. */
    const isCovered = (box: DOMRect, boxes: readonly DOMRect[]): boolean =>
      boxes.some(other => Math.abs(other.left - box.left) < 6 && Math.abs(other.top - box.top) < 2)

    function look(): void {
      page.frames++
      // On a busy machine, a card may start and arrive between two frames, so jumps are detected only between
      // frames in quick succession.
      const time = performance.now()
      const isConsecutive = time - lastTime < 60
      lastTime = time
      const cards = [...document.querySelectorAll<HTMLElement>('.table > [data-card]')]
      const boxes = cards.map(card => card.getBoundingClientRect())
      const hidden = cards.map(card => card.classList.contains('hidden'))
      const inSight = boxes.filter((_, i) => !hidden[i])
      const now = new Map<Element, Seen>()
      const mayJump = hasMotionChanged || size() !== lastSize
      lastSize = size()
      hasMotionChanged = false
      cards.forEach((card, i) => {
        const box = boxes[i]
        const name = card.dataset.card || card.id
        const isMoving = card.getAnimations().length > 0 || card.matches('.held')
        const last = before.get(card)
        now.set(card, { left: box.left, top: box.top, isHidden: hidden[i], isMoving })
        // A hidden card may move beneath another card.
        const isUnseen = isMoving && last?.isHidden
        if (hidden[i] && !isUnseen && !isCovered(box, inSight))
          page.faults.add(`${name} disappeared uncovered`)
        if (
          hidden[i] &&
          last &&
          !last.isHidden &&
          card.getAnimations().some(animation => 'transitionProperty' in animation)
        )
          page.faults.add(`${name} disappeared in motion`)
        const distance = last ? Math.hypot(box.left - last.left, box.top - last.top) : 0
        if (isConsecutive && !mayJump && distance > 4 && !hidden[i] && !isMoving && !last!.isMoving)
          page.faults.add(`${name} jumps by ${Math.round(distance)} pixels`)
        if (hidden[i] || !card.dataset.card) return
        // A half-covered waste card does not show its face. This point is slightly beyond the middle, because
        // the card that covers it may be shaking.
        const [x, y] = [box.left + box.width * 0.56, box.top + box.height * 0.62]
        if (document.elementFromPoint(x, y) !== card) return
        const face = getComputedStyle(card, '::after')
        // Pips are text, and court cards are pictures.
        const isBlank = face.content === '""' ? face.backgroundImage === 'none' : face.content === 'none'
        if (isBlank) page.faults.add(`${name} has no face`)
      })
      before = now
      lookNext()
    }
    const painted = new MessageChannel()
    painted.port1.onmessage = look
    const lookNext = () => requestAnimationFrame(() => painted.port2.postMessage(undefined))
    lookNext()
  })

/** The faults found, after two more frames: the page may have changed since the last frame was checked. */
async function faults(tab: Tab): Promise<readonly string[]> {
  const frames = () => (window as unknown as { frames: number }).frames
  const before = await tab.run(frames)
  await until(tab, from => (window as unknown as { frames: number }).frames > from + 1, before)
  await settled(tab)
  return tab.run(() => [...(window as unknown as { faults: Set<string> }).faults])
}

/**
 * Compares the first frame of the next motion in which cards turn face down with the cards at rest. Counts
 * the cards in a different place and those that show a different side, and reads the visibility of the
 * stock's badge.
 */
const captureFirstFrame = (tab: Tab) =>
  tab.run(() => {
    const table = document.querySelector('.table')!
    const look = (card: Element) => {
      const { left, top } = card.getBoundingClientRect()
      const { zIndex, backgroundImage } = getComputedStyle(card)
      const print = getComputedStyle(card, '::before')
      const text = print.visibility === 'visible' && print.content.includes('"') ? print.content : ''
      return { card, left, top, zIndex, side: backgroundImage === 'none' ? text : backgroundImage }
    }
    const rest = [...table.querySelectorAll('[data-card]:not(.hidden)')].map(look)
    const observer = new MutationObserver(() => {
      if (!table.querySelector('.down[data-face]:not([data-face=""])')) return
      observer.disconnect()
      const animations = document.getAnimations()
      for (const animation of animations) {
        animation.pause()
        animation.currentTime = 0
      }
      const isDeal = table.matches('.dealing')
      const now = rest.map(({ card }) => look(card))
      const isFar = ({ left, top, zIndex }: (typeof rest)[0], i: number) =>
        Math.hypot(now[i].left - left, now[i].top - top) > 1 || (isDeal && now[i].zIndex !== zIndex)
      const first = {
        moved: rest.filter(isFar).length,
        turned: rest.filter(({ side }, i) => now[i].side !== side).length,
        badge: getComputedStyle(table.querySelector('[data-badge]')!, '::after').visibility,
      }
      for (const animation of animations) animation.play()
      Object.assign(window, { first })
    })
    observer.observe(table, { attributeFilter: ['class'], subtree: true })
  })

async function firstFrame(tab: Tab) {
  await until(tab, () => 'first' in window)
  return tab.run(() => (window as unknown as { first: Record<'moved' | 'turned', number> }).first)
}

/** Deals again, and waits until the cards have landed. Before that, they are outside the window. */
async function dealNew(tab: Tab): Promise<void> {
  const dealNumber = () => document.querySelector<HTMLElement>('.table')!.dataset.deal
  const before = await tab.run(dealNumber)
  await press(tab, 'new')
  await until(tab, last => document.querySelector<HTMLElement>('.table')!.dataset.deal !== last, before)
  await settled(tab)
}

/** Waits until exit animations are loaded, which is when the page first stores its look. */
const exitsAreLoaded = (tab: Tab) => until(tab, () => localStorage.getItem('look') !== null)

/** A deal of Double Sea Towers that cannot be won. */
const LOST_DEAL = 325

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(
    launch,
    first => {
      tab = first
    },
    { hasMotion: true },
  )

  test.each(process.env.GESTURES ? GAMES : [WATCHED[name]])(
    'shows every card of %s in every frame of random gestures',
    async game => {
      // No notice moves the cards: a new deal comes immediately, and the light is off.
      await storage.set(tab, 'settings', '{"winnableOnly":false,"light":"never"}')
      await openGame(tab, `?game=${game}&deal=17`)
      await watch(tab)
      const random = mulberry32(17)
      const piles = deal(game, 17).game.piles.filter(({ kind }) => kind !== 'foundation')
      const anyPile = () => piles[Math.floor(random() * piles.length)].id
      const hasStock = piles.some(({ kind }) => kind === 'stock')
      for (let i = 0; i < GESTURES; i++) {
        if (i > 0 && i % GESTURES_PER_DEAL === 0) {
          expect(await faults(tab), `gesture ${i}`).toEqual([])
          await dealNew(tab)
        }
        const kind = Math.floor(random() * 8)
        if (kind < 4) await clickPile(tab, anyPile())
        else if (kind < 5) await clickPile(tab, hasStock ? 'stock' : anyPile())
        else if (kind < 6) await dragPile(tab, anyPile(), anyPile()).catch(() => undefined)
        else await tab.press(kind < 7 ? 'u' : 'r')
        if (random() < 0.4) await settled(tab)
      }
      await dealNew(tab)
      await tab.press('z', 'Control')
      await settled(tab)
      expect(await faults(tab)).toEqual([])
    },
  )

  itLong('moves the columns smoothly when a notice appears on a newly opened page', async () => {
    // The notice about a hint in a lost position stays. A hint in a winnable position shows no notice.
    await storage.set(tab, 'settings', '{"light":"never"}')
    await openGame(tab, `?game=double-sea-towers&deal=${LOST_DEAL}`)
    await clickPile(tab, 't0')
    await openGame(tab, '?game=double-sea-towers')
    await watch(tab)
    await tab.press('h')
    await until(tab, () => document.querySelector('[data-notice=lost]') !== null)
    await settled(tab)
    expect(await faults(tab)).toEqual([])
  })

  inOne('moves the columns smoothly when the notice about a new deal disappears', async () => {
    await storage.set(tab, 'settings', '{"winnableOnly":false,"light":"never"}')
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await clickPile(tab, 't0')
    await press(tab, 'new')
    await until(tab, () => document.querySelector('[data-notice="newDeal"]') !== null)
    await until(tab, () => document.querySelector('.dealt0, .dealt1') === null)
    await watch(tab)
    await tab.run(() => document.querySelector<HTMLElement>('.notice .icon')!.click())
    await until(tab, () => document.querySelector('[data-notice]') === null)
    await settled(tab)
    expect(await faults(tab)).toEqual([])
  })

  inOne('starts a deal with the old cards in place, and hides the stock’s badge until it ends', async () => {
    await storage.set(tab, 'settings', '{"winnableOnly":false}')
    await openGame(tab, '?game=klondike-1&deal=17')
    await settled(tab)
    await captureFirstFrame(tab)
    await press(tab, 'new')
    expect(await firstFrame(tab)).toEqual({ moved: 0, turned: 0, badge: 'hidden' })
    await settled(tab)
    const badge = () => getComputedStyle(document.querySelector('[data-badge]')!, '::after').visibility
    await until(tab, () => document.querySelector('.dealing') === null)
    expect(await tab.run(badge)).toBe('visible')
  })

  itLong('begins to undo a draw or a dealt row with the same faces visible as before', async () => {
    for (const game of ['klondike-3', 'spider-4']) {
      await openGame(tab, `?game=${game}&deal=17`)
      await clickPile(tab, 'stock')
      await settled(tab)
      await captureFirstFrame(tab)
      await press(tab, 'undo')
      expect(await firstFrame(tab), game).toMatchObject({ moved: 0, turned: 0 })
      await settled(tab)
    }
  })

  inOne(
    'moves a dropped card back smoothly on a newly opened page, and shakes a rejected card once it is back',
    async () => {
      // On the first start, cards glide because the table makes room for the welcome hint, so the page is
      // opened twice.
      await openGame(tab, '?game=klondike-1&deal=17')
      await clickPile(tab, 'stock')
      await openGame(tab, '?game=klondike-1')
      await tab.run(() => {
        const page = Object.assign(window, { distances: [] as number[], shaken: [] as number[] })
        const card = document.querySelector<HTMLElement>('[data-on=t6][data-at="6"]')!
        const home = card.getBoundingClientRect()
        addEventListener('pointerup', () =>
          requestAnimationFrame(() => {
            const { left, top } = card.getBoundingClientRect()
            page.distances.push(Math.hypot(left - home.left, top - home.top))
          }),
        )
        card.animate = () => {
          page.shaken.push(card.getAnimations().length)
          return new Animation()
        }
      })
      const [x, y] = await pointOn(tab, 't6')
      await tab.drag([
        [x, y],
        [x + 8, y + 8],
        [x, y + 100],
      ])
      await settled(tab)
      await dragPile(tab, 't6', 'stock')
      await until(tab, () => (window as unknown as { shaken: number[] }).shaken.length > 0)
      expect(
        (await tab.run(() => (window as unknown as { distances: number[] }).distances)).map(
          distance => distance > 50,
        ),
      ).toEqual([true, true])
      expect(await tab.run(() => (window as unknown as { shaken: number[] }).shaken)).toEqual([0])
    },
  )

  inOne('lets clicks pass through a drawn card until it has landed', async () => {
    await openGame(tab, '?game=klondike-1&deal=17')
    // In one call, because the card lands soon.
    const pointerEvents = await tab.run(async () => {
      document.querySelector<HTMLElement>('[data-on="stock"][role="button"]')!.click()
      const found = (query: string) => document.querySelector<HTMLElement>(`.card[data-on="waste"]${query}`)
      while (!found(':is(.moved0, .moved1)')) await new Promise(requestAnimationFrame)
      const card = found('')!
      const inFlight = getComputedStyle(card).pointerEvents
      await Promise.all(card.getAnimations().map(({ finished }) => finished))
      return [inFlight, getComputedStyle(card).pointerEvents]
    })
    expect(pointerEvents).toEqual(['none', 'auto'])
  })

  inOne('lifts the cards of a dealt row off the stock one after another', async () => {
    await openGame(tab, '?game=spider-4&deal=17')
    await tab.run(() => {
      addEventListener('click', () =>
        requestAnimationFrame(() => {
          const moved = [...document.querySelectorAll<HTMLElement>('.moved0, .moved1')]
          const shadow = (card: Element) => getComputedStyle(card).boxShadow
          const first = moved.find(({ style }) => style.getPropertyValue('--wait').startsWith('calc(0ms'))!
          const lifted = moved.filter(card => shadow(card) === shadow(first)).length
          Object.assign(window, { lifts: [moved.length, lifted] })
        }),
      )
    })
    await clickPile(tab, 'stock')
    await until(tab, () => 'lifts' in window)
    expect(await tab.run(() => (window as unknown as { lifts: number[] }).lifts)).toEqual([10, 1])
    await settled(tab)
  })

  inOne('fades out the list of games with its backdrop above the previous table', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await exitsAreLoaded(tab)
    await press(tab, 'games')
    await until(tab, () => document.querySelector('[data-choose="freecell"]') !== null)
    const leaving = await tab.run(async () => {
      const backdrop = getComputedStyle(document.querySelector('#games')!, '::backdrop').backgroundColor
      // On a busy machine the list would be gone before the next game is shown. Of important declarations,
      // those of the first layer win.
      const style = document.head.appendChild(document.createElement('style'))
      style.textContent = '@layer tokens { .leaving, .leaving * { animation-play-state: paused !important } }'
      document.querySelector<HTMLElement>('[data-choose="freecell"]')!.click()
      const found = () => [...document.querySelectorAll('.leaving')]
      while (!document.querySelector('[data-game="freecell"]')) await new Promise(requestAnimationFrame)
      return found()
        .map(stage => {
          const { zIndex, backgroundColor } = getComputedStyle(stage)
          const name = stage.firstElementChild!.matches('.table') ? 'table' : 'games'
          return { name, depth: Number(zIndex), isLikeBefore: backgroundColor === backdrop }
        })
        .sort((a, b) => a.depth - b.depth)
        .map(({ name, isLikeBefore }) => [name, isLikeBefore])
    })
    expect(leaving).toEqual([
      ['table', false],
      ['games', true],
    ])
  })

  inOne('begins to fade out the clock and the shortcuts in place when a hidden game is shown', async () => {
    await storage.set(tab, 'settings', '{"isFolded":true,"showClock":true,"showShortcuts":true}')
    await tab.open('')
    await until(tab, () => document.querySelector('[data-action="unfold"]') !== null)
    await exitsAreLoaded(tab)
    await settled(tab)
    const moved = await tab.run(async () => {
      const placesIn = (page: string) =>
        [...document.querySelectorAll(`${page} :is(.features > *, .resume)`)].map(part => {
          const { left, top, width, height } = part.getBoundingClientRect()
          return [left, top, width, height].map(Math.round).join()
        })
      const before = placesIn('#app')
      document.querySelector<HTMLElement>('[data-action="unfold"]')!.click()
      const isGone = () => document.querySelector('#app .resume') === null
      while (!isGone()) await new Promise(requestAnimationFrame)
      for (const animation of document.getAnimations()) {
        animation.pause()
        animation.currentTime = 0
      }
      return { before, after: placesIn('.leaving') }
    })
    expect(moved.before).toHaveLength(3)
    expect(moved.after).toEqual(moved.before)
  })

  inOne(
    'animates the cards of a win until the user presses a key, and then shows them as a ribbon',
    async () => {
      await tab.leave()
      await storage.set(tab, 'settings', '{"automatic":"off"}')
      await storage.set(tab, 'game:sea-towers', readyToFinish('sea-towers').text)
      await openGame(tab, '?game=sea-towers')
      await press(tab, 'finish')
      await until(tab, () => document.querySelector('.cascade[data-stage="drawn"]') !== null)
      expect(await tab.run(() => document.querySelector('.won'))).toBeNull()
      await tab.press('a')
      // In headless mode the page may not have the focus.
      await until(tab, () => {
        const next = document.querySelector('.won [data-action="next"]')
        return next !== null && (document.activeElement === next || !document.hasFocus())
      })
      await until(tab, () => {
        const canvas = document.querySelector<HTMLCanvasElement>('.cascade[data-stage="rest"]')
        if (!canvas) return false
        const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
        pen.drawImage(canvas, 0, 0)
        const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
        let paper = 0
        for (let i = 0; i < data.length; i += 4)
          if (Math.min(data[i], data[i + 1], data[i + 2]) > 230) paper++
        // The ribbon consists almost entirely of white paper.
        return paper > 60_000
      })
      // Undo shows the table again.
      await tab.press('z', 'Control')
      await until(tab, () => getComputedStyle(document.querySelector('.table')!).opacity === '1')
    },
  )

  inOne('draws the picture of a win with the faces of its cards', async () => {
    await tab.leave()
    await storage.set(tab, 'settings', '{"automatic":"off","deck":"classic"}')
    await storage.set(tab, 'game:sea-towers', readyToFinish('sea-towers').text)
    await openGame(tab, '?game=sea-towers')
    await press(tab, 'finish')
    await until(tab, () => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      return document.querySelector('.won [data-action="picture"]') !== null
    })
    const drawn = () => (window as unknown as { drawn?: Record<'red' | 'paper' | 'felt', number> }).drawn
    await tab.run(() => {
      HTMLAnchorElement.prototype.click = () => undefined
      URL.createObjectURL = blob => {
        void createImageBitmap(blob as Blob).then(image => {
          const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
          pen.drawImage(image, 0, 0)
          const { data } = pen.getImageData(0, 0, image.width, image.height)
          const counts = { red: 0, paper: 0, felt: 0 }
          for (let i = 0; i < data.length; i += 4) {
            const [red, green, blue] = data.slice(i, i + 3)
            if (red > 150 && green < 60 && blue < 80) counts.red++
            else if (red > 240 && green > 240 && blue > 230) counts.paper++
            else if (green > red && green > blue && green < 120) counts.felt++
          }
          Object.assign(window, { drawn: counts })
        })
        return 'data:,'
      }
      document.querySelector<HTMLElement>('.won [data-action="picture"]')!.click()
    })
    await until(tab, () => 'drawn' in window)
    const { red, paper, felt } = (await tab.run(drawn))!
    expect(red, 'suits and court cards').toBeGreaterThan(3000)
    expect(paper, 'cards').toBeGreaterThan(50_000)
    expect(felt, 'felt').toBeGreaterThan(200_000)
  })

  inOne('shows every card until it has landed when a game is finished and when that is undone', async () => {
    await tab.leave()
    await storage.set(tab, 'settings', '{"automatic":"off"}')
    await storage.set(tab, 'game:sea-towers', readyToFinish('sea-towers').text)
    await openGame(tab, '?game=sea-towers')
    await watch(tab)
    await press(tab, 'finish')
    await until(tab, () => document.querySelector('[data-state="won"]') !== null)
    await settled(tab)
    await tab.press('z', 'Control')
    await settled(tab)
    expect(await faults(tab)).toEqual([])
  })
})
