// Stores: state and actions that all components of an app share, each created when it is first used.
import { effectScope, hasInjectionContext, inject, reactive, toRaw, type App, type InjectionKey } from 'vue'

/** The stores of an app, as a plugin. */
export interface Stores {
  readonly created: Map<unknown, object>
  app?: App
  install(app: App): void
}

const storesKey: InjectionKey<Stores> = Symbol('stores')
/** The stores that were used last, for uses outside of components and stores. */
let last: Stores | undefined

/** Makes `stores` those that are used outside of components and stores. */
export const useStores = (stores: Stores): Stores => (last = stores)

/** The stores of one app, none of which is created yet. */
export const createStores = (): Stores => ({
  created: new Map(),
  install(app) {
    this.app = app
    app.provide(storesKey, useStores(this))
  },
})

/**
 * A store. `setup` runs once for each app, and its effects are never stopped. The returned function returns
 * the store of the current app, or of `stores`, with refs as plain properties.
 */
export function defineStore<T extends object>(setup: () => T) {
  return function use(stores = hasInjectionContext() ? inject(storesKey, last)! : last!) {
    useStores(stores)
    const known = stores.created.get(use) ?? reactive({})
    if (!stores.created.has(use)) {
      // Stores that `setup` uses may use this one.
      stores.created.set(use, known)
      Object.assign(
        toRaw(known),
        stores.app!.runWithContext(() => effectScope(true).run(setup)),
      )
    }
    return known as ReturnType<typeof reactive<T>>
  }
}
