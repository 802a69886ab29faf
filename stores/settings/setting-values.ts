// What follows from the descriptors of the settings: their values in stored data, and what they make of the
// page.
import { gameById, type AutoplayMode, type GameId, type HouseRule } from '../../engine/index.ts'
import { SETTINGS, type SettingsValues } from './schema.ts'
import type { SettingBase } from './setting-kinds.ts'

const entries = (): [string, SettingBase<unknown>][] => Object.entries<SettingBase<unknown>>(SETTINGS)

/** The value of every setting, from stored values that may be missing or wrong. Never throws. */
export const parseValues = (stored: Readonly<Record<string, unknown>>): SettingsValues =>
  Object.fromEntries(
    entries().map(([key, setting]) => [
      key,
      setting.parse(Object.hasOwn(stored, key) ? stored[key] : undefined),
    ]),
  ) as SettingsValues

/**
 * The `data-…` attributes that the page has under some settings, by dataset name. `isDark` says whether the
 * system asks for dark colours.
 */
export function pageAttributes(values: SettingsValues, isDark: boolean): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [key, { page }] of entries()) {
    const value = values[key as keyof SettingsValues]
    if (page) attributes[page.name] = page.text?.(value, isDark) ?? String(value)
  }
  return attributes
}

/** What plays itself in a game: as chosen, or as is usual in it. */
export const autoplayFor = (values: SettingsValues, game: GameId): AutoplayMode =>
  values.automatic === 'game' ? gameById(game).autoplay : values.automatic

/** The house rules chosen that a game knows. */
export function houseRulesFor(values: SettingsValues, game: GameId): HouseRule[] {
  const { houseRules, moreRules, klondikePasses, pyramidPasses } = values
  const passes = game === 'pyramid' ? pyramidPasses : klondikePasses
  const chosen: readonly string[] = [...houseRules, ...moreRules, passes]
  return gameById(game).houseRules.filter(rule => chosen.includes(rule))
}
