// The kinds of settings: each is one descriptor, from which parser, type, panel and page attributes follow.

/** The groups of the settings panel; their titles are the texts `settings.group.<group>`. */
export type SettingGroup = 'looks' | 'play' | 'help' | 'tab' | 'language'

/** What every setting says of itself, whatever its kind. */
export interface SettingBase<T> {
  /** The value while nothing is stored. */
  readonly default: T
  /** Turns a stored value into an allowed one: the default stands in for anything else. Never throws. */
  parse(value: unknown): T
  /** Where the settings panel shows it; a setting without a group is not in the panel. */
  readonly group?: SettingGroup
  /** Whether the panel shows it with the house rules. */
  readonly isHouseRule?: true
  /**
   * The `data-…` attribute of the page that style sheets read: its dataset name, and the text for a value.
   */
  readonly page?: { readonly name: string; text?(value: T, isDark: boolean): string }
  /** An optional permission that only this setting needs, given back when it is switched off. */
  readonly permission?: 'search' | 'topSites'
}

/** One of some options; the first is the default. */
export interface OneOf<T extends string> extends SettingBase<T> {
  readonly kind: 'oneOf'
  readonly options: readonly T[]
}
/** On or off. */
export interface Toggle extends SettingBase<boolean> {
  readonly kind: 'toggle'
}
/** Any number of some options, in their order; none is the default. */
export interface Several<T extends string> extends SettingBase<T[]> {
  readonly kind: 'several'
  readonly options: readonly T[]
  /** Whether the options in the list are those that are off, as the panel shows them. */
  readonly isOffList?: boolean
}
/** The tag of a language that there are texts in (BCP 47), or `browser` for the browser's own. */
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
/** Anything else that a parser can check; the panel does not show it. */
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

/** A setting with some options, of which the first is the default. */
export const oneOf = <const T extends string, const D extends Details<T>>(
  options: readonly T[],
  details: D,
): OneOf<T> & D => ({
  kind: 'oneOf',
  options,
  default: options[0],
  parse: value => options.find(option => option === value) ?? options[0],
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

/** A language. Which ones there are is known to the locales, so any tag in its place is allowed here. */
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

/** A setting with a parser of its own, which gives the default for `undefined`. */
export const custom = <T>(parse: (value: unknown) => T): Custom<T> => ({
  kind: 'custom',
  default: parse(undefined),
  parse,
})
