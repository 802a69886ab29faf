// `npm run bench`: every figure in one place.
import { benchBytes } from './bytes.ts'
import { benchEngine } from './engine.ts'
import { benchKnow } from './know.ts'
import { benchMoves } from './moves.ts'
import { benchPaint } from './paint.ts'
import { benchSize } from './size.ts'
import { benchTabs } from './tabs.ts'

benchEngine()
benchSize()
benchBytes()
await benchPaint()
await benchTabs()
await benchMoves()
await benchKnow()
