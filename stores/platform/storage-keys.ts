// Keys of storage.local, which storage-table.ts describes, and of storage.session.

/** The prefix of replicas of storage.sync items, this device's and other devices'. */
export const REPLICA_PREFIX = '~'
/** Results that tabs have written and that are not in the log yet. */
export const PENDING_RESULT_PREFIX = 'result:'
/** Unusable texts, kept in quarantine. */
export const QUARANTINE_PREFIX = 'aside:'
/** Texts that another device's erasure removed here, kept for 30 days so that they can be restored. */
export const ERASED_PREFIX = 'erased:'
/** An erasure by a device that did not know this one; the user is asked about it. */
export const UNKNOWN_ERASURE_KEY = 'unknown-erasure'
/** The game in progress, one for each kind of solitaire. */
export const GAME_PREFIX = 'game:'
/** The games that were replaced on the table and can be restored, for each kind of solitaire. */
export const PREVIOUS_PREFIX = 'previous:'
/** A key suffix for this version's game while a newer version's game has the plain key. */
export const BESIDE_NEWER = '@1'
/** A time. Other devices' games from before it open automatically only if they continue the current game. */
export const SETTLED_KEY = 'settled'
/** A finished game, with its moves. */
export const PAST_PREFIX = 'past:'
/** The chosen difficulty of new deals, for each kind of solitaire. */
export const LEVELS_KEY = 'levels'
/** A settings choice that is not merged yet. */
export const PENDING_SETTING_PREFIX = 'setting:'
/** The merged settings. */
export const SETTINGS_KEY = 'settings'
/** The name of the user's own picture behind the table. */
export const PICTURE_KEY = 'picture'
/** This device's chosen scoring. */
export const SCORE_KEY = 'score'
/** The identity of this device. */
export const DEVICE_KEY = 'device'
/** The state of publishing. */
export const SYNC_STATE_KEY = 'sync'
/** The last import, so that it can be undone. */
export const LAST_IMPORT_KEY = 'last-import'
/** The connected sync folder, with password and key. */
export const FOLDER_KEY = 'place'
/**
 * The origins for which a page last asked the user's permission, in storage.session, as JSON. They are needed
 * until that page's attempt to connect a folder ends.
 */
export const FOLDER_ASKED_KEY = 'place-asked'
/** The draft of a folder to connect, in storage.session; the background removes it. */
export const FOLDER_DRAFT_KEY = 'place-draft'
/**
 * Folders that were being checked or were replaced, in storage.session. Access to those that are not
 * connected is revoked. A folder stays listed until the server confirms the revocation.
 */
export const FOLDER_UNUSED_KEY = 'place-unused'
/** Whether the folder has been looked at since the browser started, in storage.session. */
export const FOLDER_SEEN_KEY = 'place-seen'
/** The pairing text of the last attempt to connect, without its password, in storage.session. */
export const FOLDER_TRIED_KEY = 'place-tried'
/** A pending Nextcloud login, in storage.session, with its token. */
export const FOLDER_LOGIN_KEY = 'place-login'
/** The verifier of a Dropbox sign-in, in storage.session. */
export const DROPBOX_LOGIN_KEY = 'dropbox-login'
/** The state of the connected folder: what has arrived, what is waiting and why. */
export const FOLDER_STATE_KEY = 'place-state'
/** The last known contents of each file in the folder. */
export const REMOTE_FILE_PREFIX = 'remote:'
