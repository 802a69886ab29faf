// Starts the worker of the win animation.
import { workerStarter } from '../worker-starter'
import address from './win-worker.ts?worker&url'

export const startShow = workerStarter('win', address)
