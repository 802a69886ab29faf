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
  /** The setting has an effect only if this switch is on, and follows the switch in the panel. */
  readonly needs?: string
  /** The `data-…` attribute for style sheets: its dataset name, and the text for a value. */
  readonly page?: { readonly name: string; text?(value: T, isDark: boolean): string }
  /** An optional permission used only by this setting, removed when it is turned off. */
  readonly permission?: 'search' | 'topSites'
}

/** One of several options. */
export interface OneOf<T extends string> extends SettingBase<T> {
  readonly kind: 'oneOf'
  readonly options: readonly T[]
}
/** On or off. */
export interface Toggle extends SettingBase<boolean> {
  readonly kind: 'toggle'
}
/** Any number of options, in their order; by default none. */
export interface Several<T extends string> extends SettingBase<T[]> {
  readonly kind: 'several'
  readonly options: readonly T[]
  /** Whether the list contains the disabled options. The panel then shows the others as on. */
  readonly isOffList?: boolean
}
/** The BCP 47 tag of a locale, or `browser` for the browser's language. */
export interface LanguageTag extends SettingBase<string> {
  readonly kind: 'language'
}
/** A number between two bounds, chosen in steps. */
export interface Range extends SettingBase<number> {
  readonly kind: 'range'
  readonly least: number
  readonly most: number
  readonly step: number
}
/** Any other value with a parser; not in the panel. */
export interface Custom<T> extends SettingBase<T> {
  readonly kind: 'custom'
}
/** A setting of any kind. */
export type Setting = OneOf<string> | Toggle | Several<string> | LanguageTag | Range | Custom<unknown>

/** The values of a table of descriptors, by key. */
export type ValuesOf<S extends Readonly<Record<string, SettingBase<unknown>>>> = {
  readonly [K in keyof S]: ReturnType<S[K]['parse']>
}

type Details<T> = Omit<SettingBase<T>, 'default' | 'parse'>

/** A setting with one of several options, in display order; the first is the default unless one is named. */
export const oneOf = <const T extends string, const D extends Details<T> & { readonly default?: NoInfer<T> }>(
  options: readonly T[],
  details: D,
): OneOf<T> & Omit<D, 'default'> => ({
  kind: 'oneOf',
  options,
  default: options[0],
  parse: value => options.find(option => option === value) ?? details.default ?? options[0],
  ...details,
})

/** A setting that is on or off. */
export const toggle = <const D extends Details<boolean>>(byDefault: boolean, details: D): Toggle & D => ({
  kind: 'toggle',
  default: byDefault,
  parse: value => (typeof value === 'boolean' ? value : byDefault),
  ...details,
})

/** A setting that takes any number of its options. */
export const several = <const T extends string, const D extends Details<T[]> & Pick<Several<T>, 'isOffList'>>(
  options: readonly T[],
  details: D,
): Several<T> & D => ({
  kind: 'several',
  options,
  default: [],
  parse: value => (Array.isArray(value) ? options.filter(option => value.includes(option)) : []),
  ...details,
})

/** A language. Only the locales know which languages exist, so any well-formed tag is valid here. */
export const languageTag = <const D extends Details<string>>(details: D): LanguageTag & D => ({
  kind: 'language',
  default: 'browser',
  parse: value => (typeof value === 'string' && /^[A-Za-z\d-]{2,35}$/.test(value) ? value : 'browser'),
  ...details,
})

/** A number between two bounds. */
export const range = <const D extends Details<number> & Pick<Range, 'least' | 'most' | 'step'>>(
  byDefault: number,
  details: D,
): Range & D => ({
  kind: 'range',
  default: byDefault,
  parse: value =>
    typeof value === 'number' && value >= details.least && value <= details.most ? value : byDefault,
  ...details,
})

/** A setting with its own parser, which returns the default for `undefined`. */
export const custom = <T>(parse: (value: unknown) => T): Custom<T> => ({
  kind: 'custom',
  default: parse(undefined),
  parse,
})
