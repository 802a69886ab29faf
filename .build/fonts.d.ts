// Types of the build's packages that have none.
declare module 'opentype.js' {
  interface Path {
    readonly commands: readonly object[]
  }
  interface Glyph {
    readonly path: Path
  }
  interface Font {
    toArrayBuffer(): ArrayBuffer
  }
  interface Place {
    readonly scale: number
    readonly y: number
    readonly flipY: boolean
    readonly flipYBase: number
  }
  const opentype: {
    readonly Path: { new (): Path; fromSVG(shape: string, place: Place): Path }
    readonly Glyph: new (options: {
      name: string
      unicode?: number
      advanceWidth: number
      path: Path
    }) => Glyph
    readonly Font: new (options: {
      familyName: string
      styleName: string
      unitsPerEm: number
      ascender: number
      descender: number
      createdTimestamp: number
      glyphs: readonly Glyph[]
    }) => Font
  }
  export default opentype
}
declare module 'wawoff2' {
  const wawoff2: { compress(font: Uint8Array): Promise<Uint8Array> }
  export default wawoff2
}
