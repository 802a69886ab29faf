// Puts every component's style into the layer `feature`, whatever the order of files.
import type { Plugin } from 'postcss'

/** Wraps the style of each component in the layer `feature`. */
export const featureLayer: Plugin = {
  postcssPlugin: 'feature-layer',
  Once(root, { AtRule }) {
    if (!root.source?.input.file?.includes('.vue?')) return
    const nodes = root.nodes
    root.removeAll()
    root.append(new AtRule({ name: 'layer', params: 'feature', nodes }))
  },
}
