// The languages there are texts in.

export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
export type Language = (typeof languages)[number]
/**
 * The first of a person's languages (as BCP 47 tags) that there are texts in; English where there is none.
 */
export const languageOf = (wanted: readonly string[]): Language =>
  wanted.flatMap(tag => languages.find(known => tag.toLowerCase().split('-')[0] === known) ?? [])[0] ?? 'en'
