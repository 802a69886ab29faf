// The part of the panel that connects Dropbox; in the bundle only where the build has an app key.
import { defineAsyncComponent } from 'vue'

declare const __DROPBOX_KEY__: string | undefined

/** Undefined in a build without an app key. */
export const FolderDropbox =
  typeof __DROPBOX_KEY__ === 'string' && __DROPBOX_KEY__ !== ''
    ? defineAsyncComponent(() => import('./FolderDropbox.vue'))
    : undefined
