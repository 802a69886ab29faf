// Page-level commands, shared by buttons and keys, and when they are available.
import { useLateAnalysis } from '../stores/analysis/late-analysis'
import { useOverlays } from '../stores/overlays/overlays'
import { useGame } from '../stores/session/game'

export type PageCommand = 'undo' | 'redo' | 'hint' | 'new' | 'help'

/** The commands. During a replay, undo, redo and hint are not available; a new deal ends the replay. */
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
    /** Runs a command if it is available. Rejects if a part of the page cannot be loaded. */
    run: (command: PageCommand): unknown => isPossible(command) && run[command](),
  }
}
