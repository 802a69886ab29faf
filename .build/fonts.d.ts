// Types for build dependencies that ship without them.
declare module 'opentype.js' {
  export interface Path {
    moveTo(x: number, y: number): void
    lineTo(x: number, y: number): void
    quadraticCurveTo(x1: number, y1: number, x: number, y: number): void
    curveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void
    closePath(): void
  }
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
