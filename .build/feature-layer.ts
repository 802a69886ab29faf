// Puts the styles of all components into the layer `feature`, so that the order of files does not matter.
import type { Plugin } from 'postcss'

export const featureLayer: Plugin = {
  postcssPlugin: 'feature-layer',
  Once(root, { AtRule }) {
    if (!root.source?.input.file?.includes('.vue?')) return
    const nodes = root.nodes
    root.removeAll()
    root.append(new AtRule({ name: 'layer', params: 'feature', nodes }))
  },
}
