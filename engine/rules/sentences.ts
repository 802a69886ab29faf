// The sentences for refusals, in English, and their keys for translation.
import { RANKS, SUITS } from './cards.ts'

const RANK_NAMES = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'jack', 'queen', 'king']
const SUIT_NAMES = ['clubs', 'diamonds', 'hearts', 'spades']

/** The English sentence of each reason; `{name}` is a placeholder. */
export const sentences = {
  // rules
  noSuchPile: 'This game has no pile {pile}',
  samePile: 'The card is already there',
  badCount: 'A move needs at least one card',
  tooFewCards: 'There aren’t enough cards to move',
  emptyPile: 'There is no card to move',
  stockOnlyTurns: 'Cards leave the stock only from its top, when it is turned or dealt',
  wasteTopOnly: 'Only the top card of the waste can be played',
  foundationKeeps: 'Cards stay here',
  foundationToColumn: 'A card taken back from a foundation goes to a column',
  reserveTopOnly: 'Only the top card of the reserve can be played',
  topOnly: 'Only the top card of a column can be moved',
  covered: 'A covered card can’t be played',
  faceDown: 'A face-down card can’t be moved',
  notInOrder: 'Only cards in order can be moved together',
  notInSuit: 'Only cards in order and of one suit can be moved together',
  notAlternating: 'Only cards in order, red on black and black on red, can be moved together',
  notByTwos: 'Only cards that go down by twos can be moved together',
  toStock: 'No card can be put on the stock',
  toWaste: 'No card can be put on the waste',
  toReserve: 'No card can be put on the reserve',
  oneToFoundation: 'Cards go to a foundation one at a time',
  foundationStart: 'An empty foundation starts with an ace',
  foundationBase: 'An empty foundation starts with any {rank}',
  foundationNext: 'This foundation needs the {needs}',
  foundationFull: 'This foundation is complete',
  suitsLeave: 'A suit leaves the table once it is in order from king to ace',
  heapNext: 'Only a card one rank higher or lower fits',
  notAPair: 'The {card} pairs with any {rank}',
  partnersCovered: 'The {card} pairs with any {rank}, but each one left is covered',
  leavesAlone: 'The {card} is removed on its own',
  oneToCell: 'A cell holds one card',
  cellTaken: 'This cell is taken',
  cellsFull: 'All cells are full',
  noCellToCell: 'A card in a cell can’t go to another cell',
  cellFromColumn: 'A cell takes only the top card of a column',
  kingsOnly: 'Only a king can fill an empty column',
  rankOnly: 'Only {rank}s can fill an empty column',
  spacesStay: 'Empty columns stay empty in this game',
  noBuilding: 'In this game, cards go only to the discard pile',
  needsInSuit: 'The {card} goes on the {needs}',
  kingNeedsSpace: 'A king goes to an empty column or a foundation',
  kingNeedsColumn: 'A king goes to an empty column',
  kingNeedsQueen: 'A king goes to an empty column, a foundation or the queen of its suit',
  needsBlack: 'The {card} goes on a black {rank}',
  needsRed: 'The {card} goes on a red {rank}',
  needsNeighbour: 'The {card} goes on a card of its suit one rank higher or lower',
  needsHigher: 'The {card} goes on any {rank}',
  needsTwoHigher: 'The {card} goes on any {rank}, two ranks higher',
  supermoveCells: 'Free cells: {cells}. Cards per move: at most {count}',
  supermoveColumns: 'Empty columns: {spaces}. Cards per move: at most {count}',
  supermoveSpaces: 'Free cells: {cells}, empty columns: {spaces}. Cards per move: at most {count}',
  noStock: 'This game has no stock to turn',
  noDraw: 'This game deals its stock onto the columns',
  noRecycle: 'In this game, the stock is dealt only once',
  noDeal: 'The stock of this game isn’t dealt onto the columns',
  noMorePasses: 'There are no more passes through the stock',
  stockEmpty: 'The stock is empty',
  stockNotEmpty: 'The waste is turned over only when the stock is empty',
  wasteEmpty: 'There is nothing left to turn over',
  dealNeedsFull: 'Fill every empty column before dealing',
  unknownMove: 'This isn’t a valid move',
  // untrusted text
  dealNumber: '“{text}” is not a deal number (1 to 4,294,967,295)',
  unknownGame: 'There is no game called “{text}”',
  unknownPile: 'This game has no pile “{pile}”',
  unknownCard: '“{text}” isn’t a card of this game',
  cardDoubled: 'There are too many copies of the {card}',
  cardMissing: 'The {card} is missing',
  notText: 'The cards of {pile} aren’t text',
  cellOverfull: 'Cell {pile} holds more than one card',
  placeOverfull: 'Place {pile} holds more than one card',
  foundationOrder: 'The cards of foundation {pile} are out of order',
  mustBeDown: 'Too few cards of {pile} are face down',
  mustBeUp: 'The cards of {pile} must be face up',
  downAboveUp: 'In {pile} a face-down card is on a face-up one',
  topDown: 'The top card of {pile} must be face up',
  recordEmpty: 'There is no saved game in this text',
  recordNewer: 'This game was saved by a newer version of Quickhand',
  recordDamaged: 'The saved game is damaged and can’t be read',
} as const

/** The keys of the engine's reasons. */
export type ReasonKey = keyof typeof sentences

/** A card's name in English: "7 of spades" for `7S`. Any other string is returned unchanged. */
export function cardInWords(name: string): string {
  const rank = RANKS.indexOf(name.charAt(0))
  const suit = SUITS.indexOf(name.charAt(1))
  return name.length === 2 && rank >= 0 && suit >= 0 ? `${RANK_NAMES[rank]} of ${SUIT_NAMES[suit]}` : name
}

/** The English sentence of a reason with its values. */
export function inWords(reason: {
  readonly key: ReasonKey
  readonly values?: Readonly<Record<string, string | number>>
}): string {
  return sentences[reason.key].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = reason.values?.[name] ?? ''
    if (name === 'rank') return RANK_NAMES[Number(value)] ?? ''
    return name === 'card' || name === 'needs' ? cardInWords(String(value)) : String(value)
  })
}
