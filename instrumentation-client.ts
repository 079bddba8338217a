// Runs before any other code of the page: zod would else try whether it may use eval, which the policy reports each time.
// Set where zod looks for it rather than by its config(), which would bring 5 kB of zod to pages that have none.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
