// What buttons and keys ask of the page as a whole, and when that can be done: said once for both.
import { useLateAnalysis } from '../stores/analysis/late-analysis'
import { useOverlays } from '../stores/overlays/overlays'
import { useGame } from '../stores/session/game'

export type PageCommand = 'undo' | 'redo' | 'hint' | 'new' | 'help'

/** The commands. Steps of a game are not for one that a replay hides; a new deal ends the replay. */
export function usePageCommands() {
  const game = useGame()
  const late = useLateAnalysis()
  const overlays = useOverlays()
  const isPossible = (command: PageCommand): boolean =>
    command === 'new' ||
    command === 'help' ||
    (!late.isReplaying &&
      (command === 'undo' ? game.canUndo : command === 'redo' ? game.canRedo : game.state === 'playing'))
  const run = {
    undo: game.undo,
    redo: game.redo,
    hint: late.askHint,
    new: late.newDeal,
    help: () => (overlays.panel = 'help'),
  }
  return {
    isPossible,
    /** Carries out a command where that is possible. Rejects where a part of the page cannot be loaded. */
    run: (command: PageCommand): unknown => isPossible(command) && run[command](),
  }
}
