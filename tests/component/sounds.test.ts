// Sounds, with a minimal fake of Web Audio.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { nextTick } from 'vue'
import GameTable from '../../components/table/GameTable.vue'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

class Node {
  connect<T>(to: T): T {
    return to
  }
  disconnect = vi.fn()
  gain = { value: 1, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
  frequency = this.gain
  start = vi.fn()
  stop = vi.fn()
}
let state = 'none'
class Context {
  sampleRate = 44_100
  currentTime = 0
  destination = new Node()
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) })
  resume = async () => void (state = 'running')
  suspend = async () => void (state = 'suspended')
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Context)
  for (const name of ['AudioBufferSourceNode', 'BiquadFilterNode', 'GainNode', 'OscillatorNode'])
    vi.stubGlobal(name, Node)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('the audio context is suspended after silence, in a hidden tab and without a table', async () => {
  const tab = await openTab(
    memoryPlatform({ settings: '{"sound":true,"automatic":"off"}' }),
    '?game=klondike-1&deal=17',
  )
  const view = show(GameTable, tab)
  await import('../../components/table/useSounds')
  await flushPromises()
  const turn = async () => {
    await tab.game.playGesture([{ kind: 'draw' }])
    await nextTick()
    expect(state).toBe('running')
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await turn()
  vi.advanceTimersByTime(1000)
  expect(state).toBe('running')
  vi.advanceTimersByTime(1000)
  expect(state).toBe('suspended')
  await turn()
  Object.defineProperty(document, 'hidden', { configurable: true, value: true })
  document.dispatchEvent(new Event('visibilitychange'))
  expect(state).toBe('suspended')
  Object.defineProperty(document, 'hidden', { configurable: true, value: false })
  await turn()
  vi.useRealTimers()
  view.unmount()
  expect(state).toBe('suspended')
})
