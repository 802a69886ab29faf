// Where the focus goes when what had it goes away: a notice, a sheet.

/** Gives the table the focus, without scrolling to it. */
export const focusTable = (): void => {
  document.querySelector<HTMLElement>('.table')?.focus({ preventScroll: true })
}
