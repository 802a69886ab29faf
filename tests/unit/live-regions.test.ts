// Live regions: screen readers announce only changes in a region that already exists.
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no component inserts a live region together with its text', () => {
  const late = globSync('components/**/*.vue').flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/<[\w-]+[^<>]*role="status"[^<>]*>/g)]
      .filter(([tag]) => /\bv-(?:if|else|for)\b/.test(tag))
      .map(([tag]) => `${file}: ${tag}`),
  )
  expect(late).toEqual([])
})
