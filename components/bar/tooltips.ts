// The tooltips of the bar: what a button does, and its keys.
import { hasKey, type KeySettings } from '../../stores/settings/single-keys'
import { t } from '../i18n'

/** Actions that have both a button in the bar and keys. */
export type KeyedAction = 'undo' | 'redo' | 'hint' | 'new'

/** The keys of an action, such as `U` and `Ctrl+Z`. The single key is omitted if it is turned off. */
export function keysOf(action: KeyedAction, settings: KeySettings): string[] {
  // On a Mac, redo is ⇧⌘Z, because ⌘Y opens the browser's history.
  const [undo, redo] = navigator.userAgent.includes('Mac')
    ? ['⌘Z', '⇧⌘Z']
    : [`${t('key.control')}+Z`, `${t('key.control')}+Y`]
  const combinations = { undo: [undo], redo: [redo], hint: [], new: [] }[action]
  return [...(hasKey(settings, action) ? [action.charAt(0).toUpperCase()] : []), ...combinations]
}

/** Text with its key, if it has one, in parentheses. */
export const withKey = (text: string, key?: string): string =>
  key ? t('joined.note', { text, note: key }) : text

/** The tooltip of a button: `Undo (U / Ctrl+Z)`. While a hint is shown, it says how to play the hint. */
export function tooltip(action: KeyedAction, settings: KeySettings, hint: unknown): string {
  const text = withKey(t(`bar.${action}`), keysOf(action, settings).join(' / '))
  return action === 'hint' && hint ? t('hint.again', { hint: text }) : text
}
