// JSON texts in storage: the settings, and choices that do not stand in them yet.

/** The object that a JSON text holds: an empty one for no text, undefined for anything else. */
export function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

const CHOICE = /^setting:(\d{16}):(\w+)$/

/** Where a choice made at a time (milliseconds since 1970) is kept until it is taken into the settings. */
export const choiceKey = (time: number, name: string): string =>
  `setting:${String(time).padStart(16, '0')}:${name}`
export const isChoice = (key: string): boolean => CHOICE.test(key)

/**
 * When the last choice among texts was made; 0 without any. The next one must be later, whatever the clock
 * says.
 */
export const lastChoiceIn = (texts: Readonly<Record<string, string | undefined>>): number =>
  Math.max(0, ...Object.keys(texts).map(key => Number(CHOICE.exec(key)?.[1] ?? 0)))

/** The choices among texts, the last of each setting; what is no JSON is left out. */
export function choicesIn(texts: Readonly<Record<string, string | undefined>>): Record<string, unknown> {
  const choices: Record<string, unknown> = {}
  for (const key of Object.keys(texts).filter(isChoice).sort()) {
    const read = objectIn(`{"value":${texts[key]}}`)
    if (read && Object.hasOwn(read, 'value')) choices[CHOICE.exec(key)![2]] = read.value
  }
  return choices
}
