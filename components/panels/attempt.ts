// What a person starts in a panel and what may fail: the failure becomes a sentence.
import { t, type TextKey } from '../i18n'

const detailOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Says a sentence in a panel, for as long as the panel is open. */
export type Say = (sentence: string) => void

/** Runs work; where it rejects, says a sentence (with `{detail}` in it) instead. */
export async function attempt(
  say: Say,
  work: () => Promise<void>,
  sentence: TextKey = 'backup.failed',
): Promise<void> {
  try {
    await work()
  } catch (error) {
    say(t(sentence, { detail: detailOf(error) }))
  }
}
