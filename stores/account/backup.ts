// Export, import, devices, erasing and the sync state, for the panels that manage data.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { fail, loadGames, ok, type ReasonKey, type Result } from '../../engine/index.ts'
import { browserName } from '../platform/browser-name.ts'
import { follow } from '../platform/following.ts'
import { usePlatform } from '../platform/platform.ts'
import { LAST_IMPORT_KEY } from '../platform/storage-keys.ts'
import { type EraseScope } from '../platform/storage-table.ts'
import { useGame } from '../session/game.ts'
import { messageOf } from '../platform/storage-failure.ts'
import { useSettings } from '../session/settings.ts'
import type { SettingsValues } from '../settings/schema.ts'
import { parseValues } from '../settings/setting-values.ts'
import { DEVICE_KEY, parseIdentity, writeIdentity } from '../sync/device-identity.ts'
import { distinctNames, isImport, type Header } from '../sync/device.ts'
import { devicesOf } from '../sync/devices.ts'
import { erasureIn, type ErasedElsewhere } from '../sync/erased-texts.ts'
import { bringBack } from '../sync/erasure.ts'
import { gameForCode, recognizeSenders } from '../sync/game-code.ts'
import { MAX_NAME } from '../sync/kinds/header.ts'
import { randomId } from '../sync/ids.ts'
import { planImport, type ImportPlan } from '../sync/import-plan.ts'
import { parseLastImport, storeImport, undoLastImport, type LastImport } from '../sync/import-undo.ts'
import type { Items } from '../sync/items.ts'
import { keys, parseKey } from '../sync/kinds/index.ts'
import type { SyncReasonKey } from '../sync/reasons.ts'
import { identityIn } from '../sync/steps/identity.ts'
import type { Unrevoked } from '../sync/remotes/folder-status.ts'
import { replicasIn } from '../sync/replicas.ts'
import { parseSyncState, SYNC_STATE_KEY, type SyncState } from '../sync/sync-state.ts'
import { backupItems, exportFile, findIn, LARGEST, writeCode } from '../sync/transfer.ts'
import type { GameNames } from '../game-names.ts'
import type { SharedDeal } from '../shared-deal.ts'

/** A device with items known here, as the panel lists it. */
export interface KnownDevice extends Header {
  readonly id: string
  /** The name, with a number if another device has the same. */
  readonly distinctName: string
  readonly isThis: boolean
  /** Whether it exists only through an import; no browser writes under its id. */
  readonly isImport: boolean
}

/** A setting that an import would change here, and its new value. */
export type SettingChange = {
  [K in keyof SettingsValues]: { readonly name: K; readonly value: SettingsValues[K] }
}[keyof SettingsValues]

/** A preview of an import. */
export interface ImportPreview extends Omit<ImportPlan, 'items' | 'settings'> {
  readonly kind: 'items'
  /** The items that were read, from which the import is planned again when the user confirms it. */
  readonly items: Items
  /** Applied only if the user chooses to. */
  readonly settings: readonly SettingChange[]
}

/** A deal, which can be played instead of imported. */
export type DealPreview = { readonly kind: 'deal' } & SharedDeal

/** The preview of an import, or the reason why the text cannot be imported. */
export type PreviewResult = Result<ImportPreview | DealPreview, SyncReasonKey | ReasonKey>

/** Settings that imports never change, because they hide results or the table. */
const NEVER_IMPORTED: readonly (keyof SettingsValues)[] = ['since', 'isFolded']

/** Export, import and its undo, devices, and erasing. */
// oxlint-disable-next-line max-lines-per-function -- A list of what the panels show and do.
export const useBackup = defineStore('backup', () => {
  const { local, sync, ask, locked, version } = usePlatform()
  const ports = {
    local,
    locked: <T>(work: () => Promise<T>) => locked('local', work),
    now: Date.now,
    newId: randomId,
  }
  const game = useGame()
  const settings = useSettings()
  const state = shallowRef<SyncState>(parseSyncState(undefined))
  const devices = shallowRef<readonly KnownDevice[]>([])
  /** The last import, if it can be undone. */
  const lastImport = shallowRef<LastImport>()
  /** Erasures by other devices that can be undone here. */
  const erased = shallowRef<ErasedElsewhere>()

  async function refresh(): Promise<void> {
    const texts = await local.all()
    state.value = parseSyncState(texts[SYNC_STATE_KEY])
    lastImport.value = parseLastImport(texts[LAST_IMPORT_KEY], Date.now())
    erased.value = erasureIn(texts)
    const id = parseIdentity(texts[DEVICE_KEY])?.id
    const known = devicesOf(replicasIn(texts))
    devices.value = [...distinctNames(known.values())]
      .map(([other, distinctName]) => {
        const header = known.get(other)!.header!
        return { ...header, id: other, distinctName, isThis: other === id, isImport: isImport(header) }
      })
      .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.day - a.day)
  }

  /** The error message of the last attempt to publish; empty if it succeeded. */
  const failure = shallowRef('')

  /** Asks the background to publish everything. If there is no answer, the background publishes later. */
  async function publish(): Promise<void> {
    failure.value = ''
    await ask({ kind: 'sync-now' }).catch((error: unknown) => {
      failure.value = messageOf(error)
    })
  }

  /** Returns all stored texts. If the background answers, a round has merged what tabs wrote. */
  async function textsAfterPublishing(): Promise<Record<string, string>> {
    await publish()
    return local.all()
  }

  /** Everything as a file; `withSettings` includes settings such as the addresses of shortcuts. */
  const file = async (withSettings = false) =>
    exportFile(await textsAfterPublishing(), new Date(), withSettings)
  const codeOfAll = async (withSettings = false) =>
    writeCode(backupItems(await textsAfterPublishing(), withSettings))

  /** A code that contains only the game on the table; undefined if it is not in progress. */
  async function codeOfGame(): Promise<string | undefined> {
    const texts = await textsAfterPublishing()
    const id = parseIdentity(texts[DEVICE_KEY])?.id
    const key = id && keys.game(id, game.game.id)
    const replicas = replicasIn(texts)
    const item = key && replicas[key]
    const others = Object.keys(replicas).map(name => parseKey(name)!)
    const known = new Set(others.filter(({ kind }) => kind !== 'game').map(({ device }) => device))
    const items = item && (await gameForCode(key, item, known))
    return items ? writeCode(items) : undefined
  }

  const planFor = (items: Items, texts: Record<string, string>): ImportPlan =>
    planImport(items, { local: texts, now: Date.now(), freshId: randomId() })

  /** The settings of an import that differ from those here, sanitized. */
  function changesOf({ settings: theirs }: ImportPlan): SettingChange[] {
    const sound = parseValues(theirs)
    return (Object.keys(settings.values) as (keyof SettingsValues)[])
      .filter(name => Object.hasOwn(theirs, name) && !NEVER_IMPORTED.includes(name))
      .filter(name => JSON.stringify(sound[name]) !== JSON.stringify(settings.values[name]))
      .map(name => ({ name, value: sound[name] }) as SettingChange)
  }

  /** Previews a text: a backup, or a deal. Fails if it has neither. Rejects if storage cannot be read. */
  async function previewText(text: string, names: GameNames): Promise<PreviewResult> {
    const found = await findIn(text, names)
    if (!found.ok) return found
    if (found.value.kind === 'deal') return ok(found.value)
    const texts = await textsAfterPublishing()
    const known = [parseIdentity(texts[DEVICE_KEY])?.id ?? '', ...devicesOf(replicasIn(texts)).keys()]
    const items = await recognizeSenders(found.value.items, known)
    const plan = planFor(items, texts)
    const unusable = plan.unusable + found.value.unknown
    return ok({ ...plan, kind: 'items', items, unusable, settings: changesOf(plan) })
  }

  /** Like `previewText`, but for a file; fails if it is too large. */
  async function previewFile(chosen: Blob, names: GameNames): Promise<PreviewResult> {
    return chosen.size > LARGEST ? fail('transferLarge') : previewText(await chosen.text(), names)
  }

  /** Imports the previewed items that are still new, then the settings. Rejects if storage fails. */
  async function confirmImport({ items }: ImportPreview, withSettings = false): Promise<LastImport> {
    const taken = await storeImport(ports, texts => {
      const plan = planFor(items, texts)
      const changes = (withSettings ? changesOf(plan) : []).map(
        ({ name, value }) => [name, [settings.values[name], value]] as const,
      )
      return { ...plan, settings: Object.fromEntries(changes) as LastImport['settings'] }
    })
    await changeSettings(Object.entries(taken.settings).map(([name, [, after]]) => [name, after]))
    await showImported()
    return taken
  }

  async function changeSettings(changes: [string, unknown][]): Promise<void> {
    if (changes.length > 0) await settings.change(Object.fromEntries(changes) as Partial<SettingsValues>)
  }

  async function showImported(): Promise<void> {
    await publish()
    await Promise.all([refresh(), game.imported()])
  }

  /** Undoes the last import; games played since then stay. Rejects if storage fails. */
  async function undo(): Promise<void> {
    await undoLastImport({ ...ports, sync }, changes => {
      const back = Object.entries(changes).filter(
        ([name, [, after]]) =>
          JSON.stringify(settings.values[name as keyof SettingsValues]) === JSON.stringify(after),
      )
      return changeSettings(back.map(([name, [before]]) => [name, before]))
    })
    await showImported()
  }

  /**
   * Restores the data that other devices' erasures removed here. Returns how many items and results need a
   * newer version. Rejects if storage fails.
   */
  async function undoErasure(): Promise<number> {
    // Records of games that are not loaded cannot be read.
    await loadGames()
    const restored = await bringBack(ports)
    await publish()
    await game.withdraw('erasedElsewhere', 'erasedHere')
    await Promise.all([refresh(), game.imported()])
    return restored?.newer ?? 0
  }

  /** Sets the name of this device, as other devices show it; an empty one becomes the browser's name. */
  async function name(text: string): Promise<void> {
    await locked('local', async () => {
      const self = identityIn(await local.all()) ?? { id: randomId(), epoch: 0 }
      const named = { ...self, name: text.trim().slice(0, MAX_NAME) || browserName() }
      await local.set({ [DEVICE_KEY]: writeIdentity(named) })
    })
    await publish()
    await refresh()
  }

  /**
   * Erases here immediately, and on other devices when they sync. The page stops writing. Resolves to access
   * that may still be valid. Rejects if erasing failed; the page then continues.
   */
  async function erase(scope: EraseScope): Promise<Unrevoked | undefined> {
    await game.close()
    return ask({ kind: 'erase', scope }).catch(async (error: unknown) => {
      await game.playHere()
      throw error
    })
  }

  return {
    version,
    state,
    devices,
    lastImport,
    erased,
    refresh,
    /** Calls `read` now and after every change, until the scope is disposed. */
    follow: (read: () => unknown) => follow(local, '', read),
    failure,
    file,
    codeOfAll,
    codeOfGame,
    previewText,
    previewFile,
    confirmImport,
    undo,
    bringBack: undoErasure,
    name,
    erase,
  }
})
