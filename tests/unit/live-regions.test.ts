// Live regions: a screen reader speaks only of what changes in a region that was there before.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('lets no status come together with its text', () => {
  const late = globSync('components/**/*.vue').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/<[\w-]+[^<>]*role="status"[^<>]*>/g)]
      .filter(([tag]) => /\bv-(?:if|else|for)\b/.test(tag))
      .map(([tag]) => `${file}: ${tag}`),
  )
  expect(late).toEqual([])
})
