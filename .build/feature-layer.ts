// Every component's style is in the layer `feature`, whichever file comes first.
import type { Plugin } from 'postcss'

/** Puts the style of each component into the layer `feature`. */
export const featureLayer: Plugin = {
  postcssPlugin: 'feature-layer',
  Once(root, { AtRule }) {
    if (!root.source?.input.file?.includes('.vue?')) return
    const nodes = root.nodes
    root.removeAll()
    root.append(new AtRule({ name: 'layer', params: 'feature', nodes }))
  },
}
