// Something to tell the person, quietly; it goes with the next move.
import type { Reason } from '../../engine/index.ts'

export interface Notice {
  readonly key:
    'brokenGame' | 'newerGame' | 'mendedGame' | 'brokenSettings' | 'badAddress' | 'newDeal' | 'notSaved'
  readonly reason?: Reason
  readonly detail?: string
}
