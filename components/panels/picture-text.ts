// The captions of the rules' pictures.
import { RANKS, type Game } from '../../engine/index.ts'
import { language, rankText, t } from '../i18n'

/** `King on ace`, `10 on jack`. */
function ontoText(card: string, place: string): string {
  const values = { card: rankText(card.charAt(0)), place: rankText(place.charAt(0)) }
  const [first = '', ...rest] = t('rules.picture.onto', values)
  return first.toLocaleUpperCase(language.value) + rest.join('')
}

function buildText({ tableau: { build } }: Game): string {
  if (build.suit === 'none') return t('rules.picture.heap')
  return t(build.step === 2 ? 'rules.picture.twos' : `rules.picture.${build.suit}`)
}

/** What fills an empty column, as the caption of a picture. */
const SPACE_CAPTIONS = {
  any: 'rules.picture.space',
  kings: 'rules.picture.kings',
  none: 'word.fill.none',
  reserve: 'rules.picture.space',
} as const satisfies Record<Game['tableau']['fill'], string>

/** The caption of a picture of the rules; for the notation see `RulePicture`. */
export function pictureText(game: Game, picture: string): string {
  const { pairSum, tableau, supermove } = game
  const [cards = '', places = ''] = picture.split(' | > | ')
  const place = places.slice(places.lastIndexOf(' ') + 1)
  if (place === '-') return t(SPACE_CAPTIONS[tableau.fill])
  const rank = RANKS.indexOf(cards.charAt(0)) + 1
  const placeRank = RANKS.indexOf(place.charAt(0)) + 1
  if (pairSum !== undefined) return `${rank} + ${placeRank} = ${pairSum}`
  if (cards.includes(' ')) {
    if (tableau.take === 'any') return t('rules.picture.pile')
    if (typeof tableau.take === 'object') return t('rules.picture.suit')
    if (supermove) return t('rules.picture.run')
  }
  if (placeRank === 1 && rank === 2) return t('rules.picture.foundation')
  // Whether ranks wrap, for example in a king on an ace, or in a card on a king of the discard pile.
  const isCorner = rank - placeRank > 1 || (tableau.build.suit === 'none' && placeRank === RANKS.length)
  return isCorner ? ontoText(cards, place) : buildText(game)
}
