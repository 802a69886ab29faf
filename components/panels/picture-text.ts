// The captions of the rules' pictures.
import { RANKS, type Game } from '../../engine/index.ts'
import { language, rankText, t } from '../i18n'

/** `King on ace`, `10 on jack`. */
function ontoText(card: string, place: string): string {
  const [first, ...rest] = t('rules.picture.onto', { card: rankText(card[0]), place: rankText(place[0]) })
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
  const [cards, places] = picture.split(' | > | ').map(text => text.split(' '))
  const [card, place] = [cards[0], places.at(-1)!]
  if (place === '-') return t(SPACE_CAPTIONS[tableau.fill])
  const [rank, placeRank] = [card, place].map(name => RANKS.indexOf(name[0]) + 1)
  if (pairSum !== undefined) return `${rank} + ${placeRank} = ${pairSum}`
  if (cards.length > 1) {
    if (tableau.take === 'any') return t('rules.picture.pile')
    if (typeof tableau.take === 'object') return t('rules.picture.suit')
    if (supermove) return t('rules.picture.run')
  }
  if (place[0] === 'A' && rank === 2) return t('rules.picture.foundation')
  // Where ranks wrap, for example a king on an ace, or a card on a king of the discard pile.
  const isCorner = rank - placeRank > 1 || (tableau.build.suit === 'none' && placeRank === RANKS.length)
  return isCorner ? ontoText(card, place) : buildText(game)
}
