// What zod reads as `z.config()`: the page's content policy forbids code made from text. Not by that call, because most
// pages never load zod. The walks fail when it is not obeyed.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
