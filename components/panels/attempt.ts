// Runs the actions of panels, and turns failures into messages.
import { t, type TextKey } from '../i18n'

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Shows a message in a panel, until the next one or until the panel closes. */
export type Say = (sentence: string) => void

/** Runs an action; if it rejects, shows `sentence`, with the error message as `{detail}`. */
export async function attempt(
  say: Say,
  action: () => Promise<void>,
  sentence: TextKey = 'backup.failed',
): Promise<void> {
  try {
    await action()
  } catch (error) {
    say(t(sentence, { detail: detailOf(error) }))
  }
}
