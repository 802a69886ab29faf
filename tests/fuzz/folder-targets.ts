// The parsers for the sync folder: listings, files and stored state.
import * as v from 'valibot'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { readMultistatus } from '../../stores/sync/remotes/multistatus.ts'
import { parseDraft, parseSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { FolderProblem } from '../../stores/sync/remotes/remote.ts'
import { refusalOf } from '../../stores/sync/remotes/webdav.ts'
import { readAddress } from '../../stores/sync/remotes/webdav-address.ts'
import { parseFolderState, refilled } from '../../stores/sync/remotes/folder-state.ts'
import { folderStatusIn } from '../../stores/sync/remotes/folder-status.ts'
import { newKey, sealOf } from '../../stores/sync/remotes/seal.ts'
import { multistatuses } from '../support/multistatus.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const KEY = 'k'.repeat(43)
const place = `{"kind":"webdav","address":"https://a.b/c/","user":"u","password":"p","key":"${KEY}"}`
const copy =
  '{"tag":"x|3|y","device":"deviceAA","part":"now","bytes":300,"changed":5,"items":{"l:deviceAA:0":"A"}}'
const state = `{"lookedAt":5,"problem":{"code":"busy","waitMs":7},"closed":{"${NAME}":{"tag":"x","times":2}}}`

const seal = await sealOf(newKey())
const items = { 'l:deviceAA:0': '1AAAAAB'.repeat(20) }
const sealedName = await seal.nameOf('deviceAA', 'now')
const sealed = await seal.close(sealedName, { device: 'deviceAA', part: 'now', items })
const textOf = (bytes: Uint8Array) => Array.from(bytes, byte => String.fromCharCode(byte)).join('')
const sealedText = textOf(sealed)

/** The parsers, with inputs to mutate and checks of their results. */
export const placeTargets = [
  {
    name: 'the files of a folder',
    seeds: Object.values(multistatuses),
    read(text: string) {
      for (const { path, length } of readMultistatus(text) ?? [])
        if (typeof path !== 'string' || !Number.isSafeInteger(length)) throw new Error('invalid entry')
    },
  },
  {
    name: 'a sealed file',
    seeds: [sealedText],
    async read(text: string) {
      const bytes = Uint8Array.from(text, letter => letter.charCodeAt(0))
      const opened = await seal.open(sealedName, bytes)
      if (opened && textOf(bytes) !== sealedText) throw new Error('a changed file was opened')
    },
  },
  {
    name: 'a stored folder',
    seeds: [place],
    read(text: string) {
      parseDraft(text)
      const found = parseSyncFolder(text)
      if (found?.kind === 'webdav' && !/^https?:/.test(found.address)) throw new Error('invalid address')
    },
  },
  {
    name: 'a refused sign-in',
    seeds: ['Digest realm="a, Basic", nonce="x", qop="auth"', 'Bearer, Basic realm="y"'],
    read(text: string) {
      if (!v.is(FolderProblem, refusalOf(text))) throw new Error('the problem cannot be stored')
    },
  },
  {
    name: 'an address',
    seeds: ['https://cloud.example/dav', 'nas.local', 'http://[::1]:80/'],
    read: readAddress,
  },
  {
    name: 'the state of a folder',
    seeds: [state, copy],
    read(text: string) {
      refilled(parseFolderState(text), 5)
      copiesIn({ [`remote:${NAME}`]: text })
      folderStatusIn({ place, 'place-state': text, [`remote:${NAME}`]: text })
    },
  },
]
