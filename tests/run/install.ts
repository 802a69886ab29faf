// Installs the browsers and servers that the tests use, if they are missing.
import { ensureBrowsers } from './browsers.ts'
import { ensureServers } from './servers.ts'

ensureBrowsers('chromium', 'firefox-esr')
ensureServers()
