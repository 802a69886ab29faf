// Faults that cost other extensions their people's data: the simulation must find every one.
import type { Parts } from './code.ts'

export interface Fault {
  readonly name: string
  readonly replaced: Partial<Parts>
}

export const faults: readonly Fault[] = []
