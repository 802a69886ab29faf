// Parses stored settings, and derives page attributes, autoplay and house rules from them.
import { gameById, type AutoplayMode, type GameId, type HouseRule } from '../../engine/index.ts'
import { SETTINGS, type SettingsValues } from './schema.ts'
import type { SettingBase } from './setting-kinds.ts'

const entries = (): [string, SettingBase<unknown>][] => Object.entries<SettingBase<unknown>>(SETTINGS)

/** The value of every setting, from stored values that may be missing or invalid. Never throws. */
export const parseValues = (stored: Readonly<Record<string, unknown>>): SettingsValues =>
  Object.fromEntries(
    entries().map(([key, setting]) => [
      key,
      setting.parse(Object.hasOwn(stored, key) ? stored[key] : undefined),
    ]),
  ) as SettingsValues

/**
 * The page's `data-…` attributes for the settings that have one, by dataset name. `isDark`: whether the
 * system prefers dark colors.
 */
export function pageAttributes(values: SettingsValues, isDark: boolean): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [key, { page }] of entries()) {
    const value = values[key as keyof SettingsValues]
    if (page) attributes[page.name] = page.text?.(value, isDark) ?? String(value)
  }
  return attributes
}

/** The autoplay of a game: the chosen one, or the game's default. */
export const autoplayFor = (values: SettingsValues, game: GameId): AutoplayMode =>
  values.automatic === 'game' ? gameById(game).autoplay : values.automatic

/** The setting with the number of passes through a game's stock, in games that offer the choice. */
export const passesSettingOf = (game: GameId) => (game === 'pyramid' ? 'pyramidPasses' : 'klondikePasses')

/** The chosen house rules that a game offers. */
export function houseRulesFor(values: SettingsValues, game: GameId): HouseRule[] {
  const chosen: readonly string[] = [...values.houseRules, ...values.moreRules, values[passesSettingOf(game)]]
  return gameById(game).houseRules.filter(rule => chosen.includes(rule))
}
