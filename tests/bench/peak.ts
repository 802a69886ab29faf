// `.build/run node tests/bench/peak.ts GAME DEAL`: prints by how many megabytes a process grows while its
// worker searches a deal. The memory is sampled every 5 ms, because some kernels report the peak of the
// parent process.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { deal, solve, type GameId } from '../../engine/index.ts'

if (isMainThread) {
  const [, file, id, number] = process.argv
  const { rss } = process.memoryUsage
  let idle = 0
  let peak = 0
  const sample = () => (peak = Math.max(peak, rss()))
  const worker = new Worker(file, { workerData: [id, Number(number)] })
  worker.on('message', (word: 'ready' | 'done') => {
    if (word === 'ready') {
      idle = rss()
      setInterval(sample, 5)
      worker.postMessage('search')
    } else {
      console.log((sample() - idle) / 2 ** 20)
      process.exit()
    }
  })
} else {
  const [id, number] = workerData as [GameId, number]
  parentPort!.once('message', () => {
    solve(deal(id, number), { maxMs: 4000, line: 'short' })
    parentPort!.postMessage('done')
  })
  parentPort!.postMessage('ready')
}
