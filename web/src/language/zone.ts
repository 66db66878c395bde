/** The business zone of the server's configuration: all times are shown and typed in it, in any browser zone. */
/** The installation's settings as the device last read them (overview specification 3). */
const KEY = 'init_config';
const DEFAULT = 'Asia/Shanghai';
const TIMEOUT_MS = 3_000;

let zone = DEFAULT;

export const businessZone = (): string => zone;

function isZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false; // the browser does not know it
  }
}

/** Reads the installation's settings. */
type AskSettings = () => Promise<{ business_time_zone: string }>;

async function askZone(ask: AskSettings): Promise<void> {
  const settings = await ask();
  if (!isZone(settings.business_time_zone)) return;
  zone = settings.business_time_zone;
  localStorage.setItem(KEY, JSON.stringify(settings));
}

/** Of the device's last visit; undefined without one, or if the text is not ours. */
function storedZone(): unknown {
  try {
    const settings: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return settings && Reflect.get(Object(settings), 'business_time_zone');
  } catch {
    return undefined; // storage is disabled in the browser: the value is requested at each visit
  }
}

/** Learns the zone before the first time is shown. A device that knows it from its last visit does not wait. */
export async function startZone(ask: AskSettings): Promise<void> {
  const stored = storedZone();
  // Without a connection, or without storage, the zone of the last visit or the default is used.
  const answer = askZone(ask).catch(() => undefined);
  if (isZone(stored)) zone = stored;
  else await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))]);
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** The wall time of the zone at an instant, as if it were UTC; whole seconds. */
function wallOf(millis: number, timeZone: string): number {
  const format =
    offsets.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  offsets.set(timeZone, format);
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(millis)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Whether the clock of this browser shows another time at that instant than one in the zone. */
export function isElsewhere(seconds: number, timeZone = zone): boolean {
  const millis = Math.floor(seconds) * 1000;
  return wallOf(millis, timeZone) - millis !== -new Date(millis).getTimezoneOffset() * 60_000;
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/;

/** `2026-05-01T20:00`, as a clock in the zone shows it; seconds are left out. */
export const zonedText = (seconds: number, timeZone = zone): string =>
  new Date(wallOf(seconds * 1000, timeZone)).toISOString().slice(0, 16);

/**
 * Unix seconds of `2026-05-01T20:00` in the zone; undefined when it is no such text. Of two such times (clocks turned
 * back) the first; a time that clocks skip is as much later.
 */
export function zonedSeconds(text: string, timeZone = zone): number | undefined {
  const wall = MOMENT.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return undefined;
  const offsetAt = (millis: number): number => wallOf(millis, timeZone) - millis;
  const [before, after] = [-86_400_000, 86_400_000].map((away) => wall - offsetAt(wall + away));
  const right = [before, after].find((one) => one !== undefined && one + offsetAt(one) === wall);
  return (right ?? before ?? wall) / 1000;
}

/** `China Standard Time (GMT+8)`, in the language. */
export function zoneName(language: string, seconds: number, timeZone = zone): string {
  const named = (timeZoneName: 'long' | 'shortOffset'): string =>
    new Intl.DateTimeFormat(language, { timeZone, timeZoneName })
      .formatToParts(seconds * 1000)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${named('long')} (${named('shortOffset')})`;
}
