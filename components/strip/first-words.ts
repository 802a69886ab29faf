// The room that the first words take, for the table, which is there before them.

/**
 * The pixels at the lower edge of the table that the first words take at most, in any of our languages. The
 * table leaves them free before the words are loaded, so that no card moves when they come.
 */
export function firstWordsRoom(): number {
  if (innerHeight < 450) return 74
  if (innerWidth < 600) return 204
  return innerWidth < 1300 ? 158 : 122
}
