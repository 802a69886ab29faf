// The address of the sync folder at each provider, composed of the parts that the user types.
import { describe, expect, it } from 'vitest'
import {
  addressFrom,
  partsOf,
  providerAt,
  providerById,
  providers,
} from '../../stores/sync/remotes/providers.ts'
import { readAddress } from '../../stores/sync/remotes/webdav-address.ts'

const typed = {
  address: 'https://nas.local:5006/share/',
  server: 'cloud.example',
  node: 'ogi',
  drive: '123456',
  folder: 'Quick hand',
  fullName: 'Änn O’Neill',
  user: 'ann@home',
}

describe('the address of the folder', () => {
  it.each([
    ['nextcloud', 'https://cloud.example/remote.php/webdav/'],
    ['koofr', 'https://app.koofr.net/dav/Koofr/'],
    ['infinicloud', 'https://ogi.teracloud.jp/dav/'],
    ['gmx', 'https://webdav.mc.gmx.net/'],
    ['webde', 'https://webdav.smartdrive.web.de/'],
    ['magenta', 'https://magentacloud.de/remote.php/webdav/'],
    ['fastmail', 'https://webdav.fastmail.com/Quick%20hand/'],
    ['mailbox', 'https://dav.mailbox.org/servlet/webdav.infostore/Userstore/%C3%84nn%20O%E2%80%99Neill/'],
    ['kdrive', 'https://123456.connect.kdrive.infomaniak.com/Quick%20hand/'],
    ['strato', 'https://webdav.hidrive.strato.com/users/ann%40home/'],
    ['ionos', 'https://webdav.hidrive.ionos.com/users/ann%40home/'],
    ['nas', 'https://nas.local:5006/share/'],
    ['other', 'https://nas.local:5006/share/'],
    ['', 'https://nas.local:5006/share/'],
  ])('at the provider “%s” is %s, and is used as shown', (id, address) => {
    expect(addressFrom(providerById(id), typed)).toBe(address)
    expect(readAddress(address)).toEqual({ ok: true, value: address })
  })

  it('has a template for each of thirteen providers', () => {
    expect(providers.map(({ id }) => id)).toHaveLength(13)
  })

  it('has at most two parts to type, besides user name and password', () => {
    for (const provider of providers) expect(partsOf(provider).length + 2).toBeLessThanOrEqual(4)
  })

  it('is empty while a part is missing', () => {
    for (const provider of providers)
      for (const part of partsOf(provider))
        expect(addressFrom(provider, { ...typed, [part]: ' ' }), part).toBe('')
  })

  it('stays at the provider, whatever is typed as a part of it', () => {
    const hosts = { infinicloud: '.teracloud.jp', kdrive: '.connect.kdrive.infomaniak.com' }
    for (const [id, host] of Object.entries(hosts))
      for (const part of ['evil.example/', 'https://ogi.teracloud.jp/dav/', 'a@b', 'x#', 'x?', '\\\\x']) {
        const read = readAddress(addressFrom(providerById(id), { ...typed, node: part, drive: part }))
        if (read.ok) expect(new URL(read.value).hostname.endsWith(host), part).toBe(true)
      }
    const inFolder = addressFrom(providerById('fastmail'), { folder: '//evil.example/../x?y#z' })
    expect(new URL(inFolder).host).toBe('webdav.fastmail.com')
  })

  it('can be typed in full where only its first part is needed', () => {
    const address = addressFrom(providerById('infinicloud'), { node: 'https://ogi.teracloud.jp/dav/' })
    expect(address).toBe('https://ogi.teracloud.jp/dav/')
  })

  it('on a Nextcloud server is that of the user’s main folder, unless another folder is typed', () => {
    const at = (server: string) => addressFrom(providerById('nextcloud'), { server })
    expect(at('https://example.com/nc/apps/files/')).toBe('https://example.com/nc/remote.php/webdav/')
    const named = 'https://cloud.example/remote.php/dav/files/ann/Games/'
    expect(at(named)).toBe(named)
  })
})

it('a provider is recognized by its host', () => {
  expect(providerAt('app.koofr.net')).toMatchObject({ id: 'koofr', isBusyAtWrongPassword: true })
  expect(providerAt('cloud.example').id).toBe('other')
})
