// The tooltips of the bar: what a button does, and the keys that do it, too.
import { hasKey, type KeySettings } from '../../stores/settings/single-keys'
import { t } from '../i18n'

/** What the buttons of the bar do that keys do, too. */
export type KeyedAction = 'undo' | 'redo' | 'hint' | 'new'

/** The keys of an action as the keyboard has them: `U, Ctrl+Z`; without the single one, where it is off. */
export function keysOf(action: KeyedAction, settings: KeySettings): string {
  // On a Mac ⌘Y shows the browser's history.
  const [undo, redo] = navigator.userAgent.includes('Mac')
    ? ['⌘Z', '⇧⌘Z']
    : ['Z', 'Y'].map(letter => `${t('key.control')}+${letter}`)
  const together = { undo, redo, hint: '', new: '' }[action]
  return [hasKey(settings, action) && action[0].toUpperCase(), together].filter(Boolean).join(', ')
}

/** The tooltip of a button: `Undo (U, Ctrl+Z)`. */
export function tooltip(action: KeyedAction, settings: KeySettings): string {
  const keys = keysOf(action, settings)
  return t(`bar.${action}`) + (keys && ` (${keys})`)
}
