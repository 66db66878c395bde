// Loaded before a program of the test, or into a page: its clock is LATER_MS ahead. Production has no movable clock.
const ahead = Number(globalThis.LATER_MS ?? globalThis.process?.env.LATER_MS ?? 0);
const Present = Date;
const now = () => Present.now() + ahead;

globalThis.Date = new Proxy(Present, {
  apply: () => new Present(now()).toString(),
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
