// The tooltips of the bar: what a button does, and the keys that do it, too.
import { t } from '../i18n'

/** What the buttons of the bar do that keys do, too. */
export type KeyedAction = 'undo' | 'redo' | 'hint' | 'new'

/** The letter of an action, and the key that does it together with Ctrl. */
const KEYS: Readonly<Record<KeyedAction, readonly [letter: string, withControl?: string]>> = {
  undo: ['U', 'Z'],
  redo: ['R', 'Y'],
  hint: ['H'],
  new: ['N'],
}

/** The keys of an action as the keyboard has them: `U, Ctrl+Z`; without letters, where they are off. */
export function keysOf(action: KeyedAction, hasLetters = true): string {
  const [letter, withControl] = KEYS[action]
  const isMac = navigator.userAgent.includes('Mac')
  const control = withControl && (isMac ? `⌘${withControl}` : `${t('key.control')}+${withControl}`)
  return [hasLetters && letter, control].filter(Boolean).join(', ')
}

/** The tooltip of a button: `Undo (U, Ctrl+Z)`. */
export function tooltip(action: KeyedAction, hasLetters: boolean): string {
  const keys = keysOf(action, hasLetters)
  return keys ? `${t(`bar.${action}`)} (${keys})` : t(`bar.${action}`)
}
