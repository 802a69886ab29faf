// `npm run bench`: every figure in one place.
import { benchEngine } from './engine.ts'
import { benchMoves } from './moves.ts'
import { benchSize } from './size.ts'

benchEngine()
benchSize()
await benchMoves()
