// The key presses for each command on different keyboard layouts, as `key`, `code` and modifiers.
type Press = readonly [key: string, code: string, ...held: ('shift' | 'ctrl' | 'meta')[]]
type Keyboard = Readonly<Record<string, readonly Press[]>>

/** Letter commands, by the characters at the positions of S, F, U, R, H, N, D and P. */
const letters = (characters: string): Keyboard =>
  Object.fromEntries(
    (['select', 'foundation', 'undo', 'redo', 'hint', 'new', 'draw', 'peek'] as const).map((command, i) => {
      const character = [...characters][i]
      const code = `Key${'SFURHNDP'[i]}`
      return [
        command,
        [
          [character, code],
          [character.toUpperCase(), code, 'shift'],
        ] satisfies Press[],
      ]
    }),
  )

/** Column commands, by the characters of the digit row, starting at the position of 1. */
const columns = (characters: readonly string[], last: string): Keyboard =>
  Object.fromEntries(
    [...characters, last].map((character, i) => [
      `column ${i + 1}`,
      [[character, [...'1234567890'].map(digit => `Digit${digit}`).concat('Minus', 'Equal', 'Backslash')[i]]],
    ]),
  )

/** Merges the presses of several keyboards. */
const joined = (...keyboards: readonly Keyboard[]): Keyboard => {
  const all: Record<string, readonly Press[]> = {}
  for (const keyboard of keyboards)
    for (const [command, presses] of Object.entries(keyboard))
      all[command] = [...(all[command] ?? []), ...presses]
  return all
}

const LATIN = letters('sfurhndp')
const DIGITS = [...'1234567890']

export const KEYBOARDS: Readonly<Record<string, Keyboard>> = {
  'US': joined(LATIN, columns([...DIGITS, '-', '='], '\\'), {
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
  'German': joined(LATIN, columns([...DIGITS, 'ß', 'Dead'], '#'), {
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
  'French': joined(LATIN, columns(['&', 'é', '"', "'", '(', '-', 'è', '_', 'ç', 'à', ')', '='], '*'), {
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
  'Russian': joined(letters('ыагкртвз'), columns([...DIGITS, '-', '='], '\\'), {
    help: [['?', 'Digit7', 'shift']],
    undo: [['я', 'KeyZ', 'ctrl']],
    redo: [
      ['Я', 'KeyZ', 'ctrl', 'shift'],
      ['н', 'KeyY', 'ctrl'],
    ],
    nothing: [['№', 'Digit3', 'shift']],
  }),
  'Greek': joined(letters('σφθρηνδπ'), columns([...DIGITS, '-', '='], '\\'), {
    help: [['?', 'Slash', 'shift']],
    undo: [['ζ', 'KeyZ', 'ctrl']],
    redo: [
      ['Ζ', 'KeyZ', 'ctrl', 'shift'],
      ['υ', 'KeyY', 'ctrl'],
    ],
    nothing: [[';', 'KeyQ']],
  }),
  'Hebrew': joined(letters('דכורימגפ'), columns([...DIGITS, '-', '='], '\\'), {
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
  'Japanese': joined(LATIN, letters('とはなすくみしせ'), columns([...DIGITS, '-', '^'], ']'), {
    'help': [['?', 'Slash', 'shift']],
    'undo': [['z', 'KeyZ', 'ctrl']],
    'redo': [['y', 'KeyY', 'ctrl']],
    // Full-width characters.
    'hint': [['ｈ', 'KeyH']],
    'column 13': [['\\', 'IntlYen']],
  }),
  'US on a Mac': joined(LATIN, columns([...DIGITS, '-', '='], '\\'), {
    undo: [['z', 'KeyZ', 'meta']],
    redo: [['z', 'KeyZ', 'meta', 'shift']],
    nothing: [['y', 'KeyY', 'meta']],
  }),
  'French on a Mac': joined(
    LATIN,
    columns(['&', 'é', '"', "'", '(', '§', 'è', '!', 'ç', 'à', ')', '-'], '`'),
    {
      undo: [['z', 'KeyW', 'meta']],
      redo: [['z', 'KeyW', 'meta', 'shift']],
      nothing: [['y', 'KeyY', 'meta']],
    },
  ),
  'Russian on a Mac': joined(letters('ыагкртвз'), {
    undo: [['я', 'KeyZ', 'meta']],
    redo: [['Я', 'KeyZ', 'meta', 'shift']],
    nothing: [['н', 'KeyY', 'meta']],
  }),
}
