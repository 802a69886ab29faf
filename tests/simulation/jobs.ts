// Runs a simulator in several processes. Each process runs a part of the histories or of the planted faults.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The options of a simulator: the number of processes, and the index of this process. */
export const JOB_OPTIONS = {
  jobs: { type: 'string', default: String(availableParallelism()) },
  job: { type: 'string' },
} as const

interface Values {
  readonly histories: string
  readonly seed: string
  readonly faults: boolean
  readonly jobs: string
  readonly job?: string
}

/** Starts a script in this number of processes, and exits when all of them have exited. */
async function startJobs(script: string, jobs: number): Promise<never> {
  const codes = Array.from({ length: jobs }, (_, job) => {
    const started = fork(script, [...process.argv.slice(2), '--job', String(job)])
    return new Promise(resolve => started.on('exit', resolve))
  })
  process.exit((await Promise.all(codes)).every(code => code === 0) ? 0 : 1)
}

/** The seeds of this process, and a filter for the faults that it searches for. */
export async function jobOf(script: string, { histories, seed, faults, ...values }: Values) {
  const all = Number(histories)
  const jobs = Math.min(Number(values.jobs), all)
  if (values.job === undefined && jobs > 1) await startJobs(script, jobs)
  const job = Number(values.job ?? 0)
  const [begin, end] = faults ? [0, all] : [job, job + 1].map(at => Math.floor((at * all) / jobs))
  const isOurs = (_: unknown, index: number): boolean => index % jobs === job
  return { first: Number(seed) + begin, count: end - begin, isOurs }
}
