// `npm run explore` tries all orders of events of three devices (or two: `--devices 2`), breadth first. It
// visits equal states once, and stops at about `--states` states. `--depth 4` also limits the number of
// events. At every n-th state (`--agree n`), all devices exchange everything and must then agree. `--faults`
// searches for planted faults instead, with two devices.
import { parseArgs } from 'node:util'
import './memo.ts'
import type { Move, World, Worlds as AllWorlds } from './small-world.ts'

const { raceFaults } = await import('./session-faults.ts')
const { product } = await import('./small-device.ts')
const { Broken, Worlds } = await import('./small-world.ts')

const { values } = parseArgs({
  options: {
    states: { type: 'string', default: '1000000' },
    depth: { type: 'string', default: '99' },
    agree: { type: 'string', default: '200' },
    devices: { type: 'string', default: '3' },
    faults: { type: 'boolean', default: false },
  },
})

const nameOf = ({ device, what, tab }: Move) => `${device}${tab === undefined ? '' : 'ab'[tab]}:${what}`

interface Exploration {
  readonly depth: number
  readonly states: number
  readonly transitions: number
  readonly violations: readonly string[]
}

interface Node {
  readonly world: World
  readonly path: string
}

/** Explores until there are `depth` events, `states` states or `most` violations. */
async function explore(
  worlds: AllWorlds,
  { depth, states, agree, most }: { depth: number; states: number; agree: number; most: number },
  say: (line: string) => void,
): Promise<Exploration> {
  const start = await worlds.start()
  const seen = new Set([worlds.key(start)])
  const violations: string[] = []
  let transitions = 0
  let frontier: Node[] = [{ world: start, path: '' }]
  let reached = 0
  const attempt = async <T>(path: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Broken)) throw new Error(path, { cause: error })
      violations.push(`${path}: ${error.message}`)
      return undefined
    }
  }
  while (reached < depth && frontier.length > 0 && seen.size < states && violations.length < most) {
    const next: Node[] = []
    for (const { world, path } of frontier) {
      if (seen.size >= states || violations.length >= most) break
      for (const move of worlds.moves(world)) {
        transitions++
        const to = `${path} ${nameOf(move)}`
        const after = await attempt(to, () => worlds.after(world, move))
        if (!after) continue
        const key = worlds.key(after)
        if (seen.has(key)) continue
        seen.add(key)
        next.push({ world: after, path: to })
        if (seen.size % agree === 0) await attempt(`${to} …`, () => worlds.checkAgreement(after))
      }
    }
    frontier = next
    reached++
    const { texts, devices } = worlds.sizes
    say(
      `depth ${reached}: ${seen.size} states, ${transitions} transitions, ` +
        `made of ${devices} distinct devices and ${texts} distinct storage contents`,
    )
  }
  return { depth: reached, states: seen.size, transitions, violations }
}

const limits = { depth: Number(values.depth), states: Number(values.states), agree: Number(values.agree) }
const begin = performance.now()
const seconds = () => `${((performance.now() - begin) / 1000).toFixed(0)} s`
let failed = 0
if (values.faults) {
  for (const { name, replaced } of raceFaults) {
    const worlds = new Worlds({ ...product, ...replaced }, 2)
    const [found] = (await explore(worlds, { ...limits, most: 1 }, () => undefined)).violations
    if (!found) failed++
    console.log(`${found ? 'found' : 'MISSED'}  ${name}  ${found ?? ''}`)
  }
  console.log(`${failed} planted faults missed, ${seconds()}`)
} else {
  const { violations } = await explore(
    new Worlds(product, Number(values.devices)),
    { ...limits, most: 10 },
    line => console.log(line, seconds()),
  )
  violations.forEach(text => console.log(text))
  console.log(`${violations.length} violations`)
  failed = violations.length
}
process.exitCode = failed > 0 ? 1 : 0
