// Types for build dependencies that ship without them.
declare module 'opentype.js' {
  type Method = 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'curveTo' | 'closePath'
  export type Path = Readonly<Record<Method, (...coordinates: number[]) => void>>
  interface Font {
    readonly substitution: {
      add(feature: string, substitution: { readonly sub: number | number[]; readonly by: number }): void
    }
    toArrayBuffer(): ArrayBuffer
  }
  const opentype: {
    readonly Path: new () => Path
    readonly Glyph: new (options: object) => object
    readonly Font: new (options: object) => Font
  }
  export default opentype
}
declare module 'wawoff2' {
  const wawoff2: { compress(font: Uint8Array): Promise<Uint8Array> }
  export default wawoff2
}
