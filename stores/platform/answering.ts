// The background's side of messages: hears what pages ask, and answers them.
import browser from 'webextension-polyfill'
import { parseRequest, type Request } from './requests.ts'

/** Answers the requests of pages, in the background; whatever else is said to it stays unanswered. */
export function answerRequests(doWhat: (request: Request) => Promise<unknown>): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    const request = parseRequest(message)
    return request && doWhat(request)
  })
}
