// The same setting as `z.config()`, because the page's content policy forbids code made from text. Most pages never load
// zod, so they do not call it. The walks fail when zod ignores the setting.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
