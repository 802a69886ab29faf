// Predicates for key presses.

/** Whether a key press may be a shortcut of the browser or the system. */
export const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey

/** Whether a key press types a character other than a space. */
export const typesCharacter = (event: KeyboardEvent): boolean =>
  /^[^ ]$/u.test(event.key) && !hasModifier(event)

/** Whether a key presses the button that has the focus. */
export const pressesButton = ({ key }: KeyboardEvent): boolean => /^( |Enter)$/.test(key)
