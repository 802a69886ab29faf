// Names of game families.

/** The common name of variants: “Klondike” for “Klondike, turn one”. */
export const familyName = (name: string): string => name.split(/[,（(、：:]/)[0].trim()
