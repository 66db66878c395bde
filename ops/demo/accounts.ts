/** The accounts that the demo makes for looking around, shown by `npm start`; they exist in the sandbox only. */
export interface DemoAccount {
  role: 'fan' | 'creator' | 'finance' | 'admin' | 'support';
  account: string;
  password: string;
}

export const demoAccounts: readonly DemoAccount[] = [
  { role: 'fan', account: 'fan@demo.fanwatt.test', password: 'fan-demo-2026' },
  { role: 'creator', account: 'creator@demo.fanwatt.test', password: 'creator-demo-2026' },
  { role: 'finance', account: 'finance@demo.fanwatt.test', password: 'finance-demo-2026' },
  { role: 'finance', account: 'finance2@demo.fanwatt.test', password: 'finance2-demo-2026' },
  { role: 'admin', account: 'admin@demo.fanwatt.test', password: 'admin-demo-2026' },
  { role: 'support', account: 'support@demo.fanwatt.test', password: 'support-demo-2026' },
];

/** The demo's account of a role. Throws without one. @param which of several */
export function demoAccount(role: string, which = 0): DemoAccount {
  const account = demoAccounts.filter((one) => one.role === role)[which];
  if (account === undefined) throw new Error(`the demo has no ${role} number ${which}`);
  return account;
}
