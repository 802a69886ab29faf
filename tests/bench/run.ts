// `npm run bench`: every figure in one place.
import { benchBytes } from './bytes.ts'
import { benchEngine } from './engine.ts'
import { benchKnow } from './know.ts'
import { benchMoves } from './moves.ts'
import { benchSize } from './size.ts'

benchEngine()
benchSize()
benchBytes()
await benchMoves()
await benchKnow()
