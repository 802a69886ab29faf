// The name of this browser. Separate from the platform, because no page needs it before its first paint.

/** The browser and operating system, as shown to users: "Chrome on Linux". */
export function browserName(): string {
  const { userAgent } = navigator
  const name = userAgent.includes('Firefox') ? 'Firefox' : userAgent.includes('Edg/') ? 'Edge' : 'Chrome'
  const system = ['Windows', 'Android', 'Mac', 'CrOS', 'Linux'].find(word => userAgent.includes(word))
  return system ? `${name} on ${system === 'CrOS' ? 'ChromeOS' : system}` : name
}
