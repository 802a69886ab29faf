// The texts of all languages, loaded on demand, with English as the fallback.
import { shallowRef } from 'vue'

/**
 * `start`: texts for the first paint, and for the message about parts that cannot be loaded. `table`: texts
 * for the parts that every tab loads next, and for the welcome hint. `panels`: texts for panels, lists, the
 * strip, the replay bar and the win sheet, which also need `table`. `games`: names and rules of all games;
 * the name of the default game is in `start` as well.
 */
export type TextPart = 'start' | 'table' | 'panels' | 'games'
/** Texts by key. */
export type Texts = Readonly<Record<string, string>>
/** Loads a part of a language's texts; undefined if the language lacks it. Rejects if it cannot be loaded. */
type LoadPart = (tag: string, part: TextPart) => Promise<Texts | undefined>

/**
 * The best match in `known` for the first wanted tag that has one: `de` for `de-AT`, and `pt-BR` for `pt` and
 * `pt-PT` if there is no closer match. English if nothing matches.
 */
export function languageOf(wanted: readonly string[], known: readonly string[]): string {
  for (const tag of wanted) {
    const subtags = tag.toLowerCase().split('-')
    for (let length = subtags.length; length > 0; length--) {
      const found = known.find(language => language.toLowerCase() === subtags.slice(0, length).join('-'))
      if (found) return found
    }
    const related = known.find(language => language.toLowerCase().startsWith(`${subtags[0]}-`))
    if (related) return related
  }
  return 'en'
}

/** The texts of a page: English immediately, other languages and parts on demand. */
export function createLocaleTexts(english: Texts, loadPart: LoadPart) {
  const partOf = async (tag: string, part: TextPart) =>
    tag === 'en' && part === 'start' ? english : loadPart(tag, part)
  // English fills in missing texts.
  async function load(tag: string, parts: readonly TextPart[]): Promise<Texts> {
    const loaded = [...new Set(['en', tag])].flatMap(one => parts.map(part => partOf(one, part)))
    return Object.assign({}, ...(await Promise.all(loaded))) as Texts
  }

  const language = shallowRef('en')
  const texts = shallowRef(english)
  let wanted = 'en'
  const wantedParts = new Set<TextPart>(['start'])
  let loadedParts: ReadonlySet<TextPart> = new Set(wantedParts)
  let latest: Promise<void> = Promise.resolve()

  /** Loads the requested texts. Of concurrent calls, only the last has an effect; the others wait for it. */
  function update(): Promise<void> {
    const parts = [...wantedParts]
    const tag = wanted
    async function run(): Promise<void> {
      let found = tag
      const loading = load(tag, parts).catch(() => load((found = 'en'), parts))
      const loaded = await loading.catch(() => undefined)
      if (latest !== own) return latest
      texts.value = loaded ?? (await loading)
      language.value = found
      loadedParts = new Set(parts)
    }
    const own = Promise.resolve().then(run)
    latest = own
    return own
  }

  /**
   * Switches the language once its texts have loaded, or to English if they cannot be loaded. Resolves to
   * whether the language is now the last requested one; never rejects.
   */
  async function setLocale(tag: string): Promise<boolean> {
    if (tag !== wanted || tag !== language.value) {
      wanted = tag
      void update()
    }
    await latest.catch(() => undefined)
    return language.value === wanted
  }

  /** Loads a part of the texts, in English if necessary. Rejects if the English texts cannot be loaded. */
  async function loadTexts(part: TextPart): Promise<void> {
    if (loadedParts.has(part)) return
    if (wantedParts.has(part)) return latest
    wantedParts.add(part)
    try {
      await update()
    } catch (error) {
      if (!loadedParts.has(part)) wantedParts.delete(part)
      throw error
    }
  }

  return { language, texts, setLocale, loadTexts }
}
