// Runs a simulator in several processes; each has a part of the histories, or some of the planted faults.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The options of a simulator: the number of processes, and the number of this one. */
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

/** Starts a script in each of some processes, and ends with them. */
async function startJobs(script: string, jobs: number): Promise<never> {
  const codes = Array.from({ length: jobs }, (_, job) => {
    const started = fork(script, [...process.argv.slice(2), '--job', String(job)])
    return new Promise(resolve => started.on('exit', resolve))
  })
  process.exit((await Promise.all(codes)).every(code => code === 0) ? 0 : 1)
}

/** The seeds of this process, and which faults it searches for, by their index. */
export async function jobOf(script: string, { histories, seed, faults, ...values }: Values) {
  const all = Number(histories)
  const jobs = Math.min(Number(values.jobs), all)
  if (values.job === undefined && jobs > 1) await startJobs(script, jobs)
  const job = Number(values.job ?? 0)
  const [begin, end] = faults ? [0, all] : [job, job + 1].map(at => Math.floor((at * all) / jobs))
  const isOurs = (_: unknown, index: number): boolean => index % jobs === job
  return { first: Number(seed) + begin, count: end - begin, isOurs }
}
