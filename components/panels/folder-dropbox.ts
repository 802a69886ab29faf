// The component that connects Dropbox; bundled only in builds with an app key.
import { lazy } from '../lazy'

declare const __DROPBOX_KEY__: string | undefined

/** Undefined in a build without an app key. */
export const FolderDropbox =
  typeof __DROPBOX_KEY__ === 'string' && __DROPBOX_KEY__ !== ''
    ? lazy(() => import('./FolderDropbox.vue'))
    : undefined
