// The names of all keys in storage.local; what each is for stands in the table, storage-table.ts.

/** A replica of an item of storage.sync, own or foreign, lies under the item's key with this before it. */
export const REPLICA_PREFIX = '~'
/** Results that pages wrote and that the log has not taken in yet. */
export const PENDING_RESULT_PREFIX = 'result:'
/** Texts that could not be used. */
export const QUARANTINE_PREFIX = 'aside:'
/** What the erasure of another device removed here, kept for a while so that it can be brought back. */
export const ERASED_PREFIX = 'erased:'
/** An erasure by a device that did not know this one, about which the person is asked. */
export const UNKNOWN_ERASURE_KEY = 'unknown-erasure'
/** The game in progress of each kind of game, and the one that a new deal left. */
export const GAME_PREFIX = 'game:'
/** The game that a new deal left, of each kind of game. */
export const PREVIOUS_PREFIX = 'previous:'
/** What this version adds to a key of a game while a newer version's lies under the plain one. */
export const BESIDE_NEWER = '@1'
/** A game that has ended, as it was played. */
export const PAST_PREFIX = 'past:'
/** The levels that are wanted of new deals, by game. */
export const LEVELS_KEY = 'levels'
/** A choice of a setting that has not been taken into the settings yet. */
export const PENDING_SETTING_PREFIX = 'setting:'
/** The merged settings. */
export const SETTINGS_KEY = 'settings'
/** Which picture of somebody's own lies under the cards. */
export const PICTURE_KEY = 'picture'
/** How games are scored on this device. */
export const SCORE_KEY = 'score'
/** Who this device is. */
export const DEVICE_KEY = 'device'
/** What this device keeps about publishing. */
export const SYNC_STATE_KEY = 'sync'
/** The last import, so that it can be taken back. */
export const LAST_IMPORT_KEY = 'last-import'
/** The sync folder that is connected, with password and key. */
export const FOLDER_KEY = 'place'
/** A folder that a page wants connected, in storage.session; the background takes it away. */
export const FOLDER_DRAFT_KEY = 'place-draft'
/** That the folder was looked at since the browser was started, in storage.session. */
export const FOLDER_SEEN_KEY = 'place-seen'
/** The address and the key with which connecting was tried last, in storage.session. */
export const FOLDER_TRIED_KEY = 'place-tried'
/** A login that waits for the person, in storage.session, with its token or verifier. */
export const FOLDER_LOGIN_KEY = 'place-login'
/** In storage.session: the verifier of a sign-in at Dropbox, until a folder is connected. */
export const DROPBOX_LOGIN_KEY = 'dropbox-login'
/** What is known of the connected folder: what arrived, what waits and why. */
export const FOLDER_STATE_KEY = 'place-state'
/** What was read last in each file of the folder. */
export const REMOTE_FILE_PREFIX = 'remote:'
