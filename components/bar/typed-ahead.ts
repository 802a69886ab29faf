// What is typed between the opening of the list of games and its search field.

let typed = ''

/** Whether something was typed and not taken yet. */
export const hasTyped = (): boolean => typed !== ''

/** Keeps a key that is pressed in that time; an Enter means that the first game found is to be played. */
export function typeAhead(key: string): void {
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + (key === 'Enter' ? '\n' : key)
}

/** What was typed; from then on it is forgotten. */
export function takeTyped(): string {
  const taken = typed
  typed = ''
  return taken
}
