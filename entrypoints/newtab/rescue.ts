// The page shown if the session cannot be opened: an error message, and buttons to retry or export.
import { downloadJson } from '../../components/download'
import type { Area } from '../../stores/platform/area.ts'
import { storedTexts } from '../../stores/platform/stored-texts'

/** Shows the page in English, because other files may fail to load. `detail`: the browser's error message. */
export function showRescue(local: Pick<Area, 'all'>, detail: string): void {
  const app = document.getElementById('app')!
  const text = document.createElement('p')
  text.textContent = `Quickhand could not open your game. Nothing was changed. (${detail})`
  const retry = button('Try again', () => location.reload())
  const save = button('Save everything to a file', () => {
    void storedTexts(local).then(
      texts => downloadJson(texts, 'quickhand-rescue.json'),
      (error: unknown) => {
        text.textContent = `The browser could not read the storage: ${String(error)}`
      },
    )
  })
  const panel = document.createElement('div')
  panel.className = 'rescue'
  panel.setAttribute('role', 'alert')
  panel.append(text, retry, save)
  app.replaceChildren(panel)
}

function button(label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.className = 'button'
  element.textContent = label
  element.addEventListener('click', act)
  return element
}
