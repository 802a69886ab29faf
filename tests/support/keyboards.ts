// The key presses for each command on different keyboard layouts, as `key`, `code` and modifiers.
type Press = readonly [key: string, code: string, ...modifiers: ('shift' | 'ctrl' | 'meta')[]]
type Keyboard = Readonly<Record<string, readonly Press[]>>

const LETTERS = {
  select: 'S',
  foundation: 'F',
  undo: 'U',
  redo: 'R',
  hint: 'H',
  new: 'N',
  draw: 'D',
  peek: 'P',
  list: 'L',
  where: 'W',
}
/**
 * Letter commands. `characters` are those on the keys of `LETTERS`, in order. On the Hebrew keyboard, the
 * last key has none.
 */
const letters = (characters: string): Keyboard =>
  Object.fromEntries(
    Object.entries(LETTERS)
      .slice(0, characters.length)
      .map(([command, letter], i) => [
        command,
        [
          [characters[i], `Key${letter}`],
          [characters[i].toUpperCase(), `Key${letter}`, 'shift'],
        ] satisfies Press[],
      ]),
  )

/** Column commands. `characters` are on the keys of the digit row, starting with 1. */
const columns = (characters: readonly string[], last: string): Keyboard =>
  Object.fromEntries(
    [...characters, last].map((character, i) => [
      `column ${i + 1}`,
      [[character, [...'1234567890'].map(digit => `Digit${digit}`).concat('Minus', 'Equal', 'Backslash')[i]]],
    ]),
  )

/** Merges the presses of several keyboards. */
const merged = (...keyboards: readonly Keyboard[]): Keyboard => {
  const all: Record<string, readonly Press[]> = {}
  for (const keyboard of keyboards)
    for (const [command, presses] of Object.entries(keyboard))
      all[command] = [...(all[command] ?? []), ...presses]
  return all
}

const LATIN = letters('sfurhndplw')
const DIGITS = [...'1234567890']

export const KEYBOARDS: Readonly<Record<string, Keyboard>> = {
  'US': merged(LATIN, columns([...DIGITS, '-', '='], '\\'), {
    'help': [['?', 'Slash', 'shift']],
    'undo': [['z', 'KeyZ', 'ctrl']],
    'redo': [
      ['Z', 'KeyZ', 'ctrl', 'shift'],
      ['y', 'KeyY', 'ctrl'],
    ],
    'column 6': [['6', 'Numpad6']],
    'column 11': [['-', 'NumpadSubtract']],
    'nothing': [
      ['!', 'Digit1', 'shift'],
      ['_', 'Minus', 'shift'],
      ['/', 'Slash'],
      ['z', 'KeyZ'],
    ],
  }),
  'German': merged(LATIN, columns([...DIGITS, 'ß', 'Dead'], '#'), {
    'help': [['?', 'Minus', 'shift']],
    'undo': [['z', 'KeyY', 'ctrl']],
    'redo': [
      ['Z', 'KeyY', 'ctrl', 'shift'],
      ['y', 'KeyZ', 'ctrl'],
    ],
    // The minus sign is on another key.
    'column 11': [['-', 'Slash']],
    'nothing': [
      ['ü', 'BracketLeft'],
      ['"', 'Digit2', 'shift'],
    ],
  }),
  'French': merged(LATIN, columns(['&', 'é', '"', "'", '(', '-', 'è', '_', 'ç', 'à', ')', '='], '*'), {
    'help': [['?', 'KeyM', 'shift']],
    'undo': [['z', 'KeyW', 'ctrl']],
    'redo': [
      ['Z', 'KeyW', 'ctrl', 'shift'],
      ['y', 'KeyY', 'ctrl'],
    ],
    'column 1': [['1', 'Digit1', 'shift']],
    'column 6': [['6', 'Digit6', 'shift']],
    'nothing': [
      ['w', 'KeyZ', 'ctrl'],
      ['°', 'Minus', 'shift'],
      [',', 'KeyM'],
    ],
  }),
  'Russian': merged(letters('ыагкртвздц'), columns([...DIGITS, '-', '='], '\\'), {
    help: [['?', 'Digit7', 'shift']],
    undo: [['я', 'KeyZ', 'ctrl']],
    redo: [
      ['Я', 'KeyZ', 'ctrl', 'shift'],
      ['н', 'KeyY', 'ctrl'],
    ],
    nothing: [['№', 'Digit3', 'shift']],
  }),
  'Greek': merged(letters('σφθρηνδπλς'), columns([...DIGITS, '-', '='], '\\'), {
    help: [['?', 'Slash', 'shift']],
    undo: [['ζ', 'KeyZ', 'ctrl']],
    redo: [
      ['Ζ', 'KeyZ', 'ctrl', 'shift'],
      ['υ', 'KeyY', 'ctrl'],
    ],
    nothing: [[';', 'KeyQ']],
  }),
  'Hebrew': merged(letters('דכורימגפך'), columns([...DIGITS, '-', '='], '\\'), {
    help: [['?', 'Slash', 'shift']],
    undo: [['ז', 'KeyZ', 'ctrl']],
    redo: [
      ['Z', 'KeyZ', 'ctrl', 'shift'],
      ['ט', 'KeyY', 'ctrl'],
    ],
    nothing: [
      ['/', 'KeyQ'],
      ["'", 'KeyW'],
    ],
  }),
  'Japanese': merged(LATIN, letters('とはなすくみしせりて'), columns([...DIGITS, '-', '^'], ']'), {
    'help': [['?', 'Slash', 'shift']],
    'undo': [['z', 'KeyZ', 'ctrl']],
    'redo': [['y', 'KeyY', 'ctrl']],
    // Full-width characters.
    'hint': [['ｈ', 'KeyH']],
    'column 13': [['\\', 'IntlYen']],
  }),
  'US on a Mac': merged(LATIN, columns([...DIGITS, '-', '='], '\\'), {
    undo: [['z', 'KeyZ', 'meta']],
    redo: [['z', 'KeyZ', 'meta', 'shift']],
    nothing: [['y', 'KeyY', 'meta']],
  }),
  'French on a Mac': merged(
    LATIN,
    columns(['&', 'é', '"', "'", '(', '§', 'è', '!', 'ç', 'à', ')', '-'], '`'),
    {
      undo: [['z', 'KeyW', 'meta']],
      redo: [['z', 'KeyW', 'meta', 'shift']],
      nothing: [['y', 'KeyY', 'meta']],
    },
  ),
  'Russian on a Mac': merged(letters('ыагкртвздц'), {
    undo: [['я', 'KeyZ', 'meta']],
    redo: [['Я', 'KeyZ', 'meta', 'shift']],
    nothing: [['н', 'KeyY', 'meta']],
  }),
}
