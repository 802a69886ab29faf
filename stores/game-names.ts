// What the names of games have in common.

/** What games that differ in one number alone are called together: “Klondike” for “Klondike, turn one”. */
export const familyName = (name: string): string => name.split(/[,（(、：:]/)[0].trim()
