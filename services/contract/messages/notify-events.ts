/** Ways in which a person is informed. */
export const CHANNELS = ['site', 'mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** `always`: a duty. `never`: anybody can cause it. A boolean: what holds until the person chooses. */
type Rule = 'always' | 'never' | boolean;
export type Channels = Record<Channel, boolean>;

interface NotifyEvent {
  /** Creators alone have these. */
  to: 'everybody' | 'creators';
  site: Rule;
  mail: Rule;
  push: Rule;
}

/** Whether it is pushed, too, is a matter of taste. */
const duty = { site: 'always', mail: 'always', push: true } as const;
/** What strangers can cause: notices of their own list, and no mail. */
const grouped = { site: true, mail: 'never', push: 'never' } as const;
const choice = { site: true, mail: true, push: true } as const;

/** What people are informed of, in the order of the settings. A duty concerns their money, access or security. */
const EVENTS = {
  order: { to: 'everybody', ...duty },
  account: { to: 'everybody', ...duty },
  membership: { to: 'everybody', ...choice },
  comment: { to: 'creators', ...grouped },
  reply: { to: 'everybody', ...grouped },
  like: { to: 'everybody', ...grouped },
  earning: { to: 'creators', ...duty },
  new_sale: { to: 'creators', ...choice },
  weekly_summary: { to: 'creators', ...choice, push: false },
} satisfies Readonly<Record<string, NotifyEvent>>;

export type NotifyEventName = keyof typeof EVENTS;
export const NOTIFY_EVENTS: Readonly<Record<NotifyEventName, NotifyEvent>> = EVENTS;

// Object.keys knows no names.
export const NOTIFY_EVENT_NAMES = Object.keys(NOTIFY_EVENTS) as NotifyEventName[];

export const isDuty = (event: NotifyEventName): boolean => NOTIFY_EVENTS[event].mail === 'always';

const holds = (rule: Rule): boolean => rule === true || rule === 'always';

/** Channels of a duty, and of others until the person chooses. */
export function defaultsOf(event: NotifyEventName): Channels {
  const { site, mail, push } = NOTIFY_EVENTS[event];
  return { site: holds(site), mail: holds(mail), push: holds(push) };
}

/** Mails that a person can turn off; `digest` has a choice of its own. */
export type MailSwitch = NotifyEventName | 'digest';
export const MAIL_SWITCHES: readonly MailSwitch[] = [
  ...NOTIFY_EVENT_NAMES.filter((name) => typeof NOTIFY_EVENTS[name].mail === 'boolean'),
  'digest',
];
