// The kinds of settings. Parser, type, panel and page attributes are derived from each descriptor.

/** The tabs of the settings panel; their titles are the texts `settings.group.<group>`. */
export const SETTING_GROUPS = ['looks', 'play', 'tab'] as const
/** A tab of the settings panel. */
export type SettingGroup = (typeof SETTING_GROUPS)[number]

/** The properties that all kinds of settings share. */
export interface SettingBase<T> {
  /** The value if none is stored. */
  readonly default: T
  /** Makes any value valid: a list keeps its valid entries; any other invalid value becomes the default. */
  parse(value: unknown): T
  /** Its tab in the settings panel. A setting without a group is not in the panel. */
  readonly group?: SettingGroup
  /** Whether the panel shows it with the house rules. */
  readonly isHouseRule?: true
  /** The switch that must be on for the setting to have an effect. The panel shows the switch first. */
  readonly needs?: string
  /** The `data-…` attribute for style sheets: its dataset name, and the text for a value. */
  readonly page?: { readonly name: string; text?(value: T, isDark: boolean): string }
  /** An optional permission used only by this setting, removed when it is turned off. */
  readonly permission?: 'search' | 'topSites'
}

/** A setting of any kind. `isOffList`: the list contains the options that the panel shows as turned off. */
export type Setting = SettingBase<unknown> &
  (
    | { readonly kind: 'toggle' | 'language' | 'custom' }
    | { readonly kind: 'oneOf'; readonly options: readonly string[] }
    | { readonly kind: 'several'; readonly options: readonly string[]; readonly isOffList?: boolean }
    | ({ readonly kind: 'range' } & Bounds)
  )
type Bounds = Readonly<Record<'least' | 'most' | 'step', number>>

/** The values of a table of descriptors, by key. */
export type ValuesOf<S extends Readonly<Record<string, SettingBase<unknown>>>> = {
  readonly [K in keyof S]: ReturnType<S[K]['parse']>
}

type Details<T> = Omit<SettingBase<T>, 'default' | 'parse'>

/** A setting with one of several options, in display order; the first is the default unless one is named. */
export const oneOf = <const T extends string, const D extends Details<T> & { readonly default?: NoInfer<T> }>(
  options: readonly [T, ...T[]],
  details: D,
) => ({
  kind: 'oneOf' as const,
  options,
  default: options[0],
  parse: (value: unknown): T => options.find(option => option === value) ?? details.default ?? options[0],
  ...details,
})

/** A setting that is on or off. */
export const toggle = <const D extends Details<boolean>>(byDefault: boolean, details: D) => ({
  kind: 'toggle' as const,
  default: byDefault,
  parse: (value: unknown): boolean => (typeof value === 'boolean' ? value : byDefault),
  ...details,
})

/** A setting that takes any number of its options, in their order; by default none. */
export const several = <
  const T extends string,
  const D extends Details<T[]> & { readonly isOffList?: boolean },
>(
  options: readonly T[],
  details: D,
) => ({
  kind: 'several' as const,
  options,
  default: [] as T[],
  parse: (value: unknown): T[] =>
    Array.isArray(value) ? options.filter(option => value.includes(option)) : [],
  ...details,
})

/**
 * The BCP 47 tag of a locale, or `browser` for the browser's language. Only the locales know which languages
 * exist, so any well-formed tag is valid here.
 */
export const languageTag = <const D extends Details<string>>(details: D) => ({
  kind: 'language' as const,
  default: 'browser',
  parse: (value: unknown): string =>
    typeof value === 'string' && /^[A-Za-z\d-]{2,35}$/.test(value) ? value : 'browser',
  ...details,
})

/** A number between two bounds, chosen in steps. */
export const range = <const D extends Details<number> & Bounds>(byDefault: number, details: D) => ({
  kind: 'range' as const,
  default: byDefault,
  parse: (value: unknown): number =>
    typeof value === 'number' && value >= details.least && value <= details.most ? value : byDefault,
  ...details,
})

/** A setting with its own parser, which returns the default for `undefined`. It is not in the panel. */
export const custom = <T>(parse: (value: unknown) => T) => ({
  kind: 'custom' as const,
  default: parse(undefined),
  parse,
})
