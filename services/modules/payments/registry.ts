import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { answeringInTime } from '#services/runtime/deadline.ts';
import { openAlipay } from './alipay/provider.ts';
import { noticePath } from './notice-path.ts';
import {
  type Charge,
  type ChargeRequest,
  PAY_METHODS,
  type PayMethod,
  type PaymentProvider,
  type PayScene,
  ProviderRefusal,
} from './provider.ts';
import { openSandbox, type SandboxProvider } from './sandbox/provider.ts';
import { listingUndecided } from './undecided-charges.ts';
import { openWechatPay } from './wechat/provider.ts';

/** Payment types that clients may name (commerce specification 4), by their method. `apy_h5` is ours. */
const METHOD_OF: Readonly<Record<string, PayMethod>> = {
  ...Object.fromEntries(PAY_METHODS.map((method) => [method, method])),
  apy_h5: 'apy',
  wpy_qr: 'wpy',
  wpy_h5: 'wpy',
  wpy_js: 'wpy',
  bf_wpy_js: 'wpy',
  wpy_mini: 'wpy',
};

/** The type of a method as it is shown. */
export const payTypeOf = (method: PayMethod, scene: PayScene): string => {
  if (scene === 'desktop') return method === 'wpy' ? 'wpy_qr' : method;
  return method === 'apy' || method === 'wpy' ? `${method}_h5` : method;
};

/** Types of WeChat Pay inside of its app, which have no page here: paid as `wpy_h5` (docs/domain/payments.md). */
const IN_APP: readonly string[] = ['wpy_js', 'bf_wpy_js', 'wpy_mini'];
export const isInApp = (payType: string): boolean => IN_APP.includes(payType);

/** Types of payers at a phone; all others show a code or a page of a desktop. */
export const paySceneOf = (payType: string): PayScene =>
  payType.endsWith('_h5') || isInApp(payType) ? 'phone' : 'desktop';

/** The method of a payment type; undefined for an unknown one. */
export const payMethodOf = (payType: string): PayMethod | undefined =>
  Object.hasOwn(METHOD_OF, payType) ? METHOD_OF[payType] : undefined;

/** Methods that are offered to a payer: PayPal only where it is offered. */
export const offeredMethods = (methods: readonly PayMethod[], paypal = true): PayMethod[] =>
  methods.filter((method) => method !== 'pp' || paypal);

/** Why a visitor cannot pay here: nothing collects payments, or only PayPal, which is not offered to them. */
export function payRefusal(
  methods: readonly PayMethod[],
  paypal?: boolean,
): '' | 'no_provider' | 'abroad_only' {
  if (methods.length === 0) return 'no_provider';
  return offeredMethods(methods, paypal).length === 0 ? 'abroad_only' : '';
}

/** All payment types of a method. */
export const payTypesOf = (method: PayMethod): string[] =>
  Object.keys(METHOD_OF).filter((type) => METHOD_OF[type] === method);

/** The providers that this installation has, by name and by payment type. */
export interface Payments {
  /** How people can pay, in the order of PAY_METHODS; empty without a provider. */
  readonly methods: readonly PayMethod[];
  providerFor(payType: string): PaymentProvider | undefined;
  provider(name: string): PaymentProvider | undefined;
  /** Those that give their statements. */
  readonly stating: readonly PaymentProvider[];
  /** Whether a provider's charges must be closed. */
  readonly closesCharges: boolean;
  /** Whether a provider can charge by agreement. */
  readonly canRenew: boolean;
  /**
   * Starts collecting; idempotent by charge id. Without a provider's name the first one collects. Throws
   * ProviderRefusal (`charge_differs`) when the provider would collect another amount.
   */
  createCharge(request: ChargeRequest & { provider?: string }): Promise<Omit<Charge, 'amount'>>;
  /** Functions of the sandbox only: paying by a call, moving its notices. Undefined outside the sandbox. */
  readonly sandbox: SandboxProvider | undefined;
  /** Waits for notices that are on their way, then closes connections. */
  close(): Promise<void>;
}

export interface PaymentsOptions {
  pool: Pool;
  clock: Clock;
  log: Pick<EventLog, 'readStreams'>;
  /** SANDBOX, the providers' accounts, and PUBLIC_URL, where they send notices. */
  config: Pick<Config, 'sandbox' | 'publicUrl'> & Partial<Pick<Config, 'stripe' | 'alipay' | 'wechatPay'>>;
  /** Key under which the sandbox provider signs its notices: secret `sandbox-notices`. */
  noticeKey: Uint8Array;
}

/** Every call of a provider has a deadline. */
const CALLS = [
  'createCharge',
  'closeCharge',
  'refund',
  'findRefund',
  'lookUp',
  'chargeOf',
  'chargeAgain',
  'endAgreement',
] as const;

export async function openPayments(options: PaymentsOptions): Promise<Payments> {
  const { pool, clock, config, noticeKey } = options;
  const sandboxProvider = config.sandbox ? openSandbox({ pool, clock, noticeKey }) : undefined;
  const account = <Settings>(settings: Settings, name: string) => ({
    pool,
    clock,
    settings,
    notifyUrl: config.publicUrl + noticePath(name),
  });
  const { alipay, wechatPay, stripe } = config;
  // Stripe's library is large: only who uses it loads it.
  const opened = [
    alipay && openAlipay(account(alipay, 'alipay')),
    wechatPay && openWechatPay(account(wechatPay, 'wechat')),
    stripe && (await import('./stripe/provider.ts')).openStripe(account(stripe, 'stripe')),
    sandboxProvider,
  ];
  const providers = new Map<string, PaymentProvider>();
  for (const provider of opened) {
    if (!provider) continue;
    const listing = listingUndecided(provider, options);
    providers.set(provider.name, answeringInTime<PaymentProvider>(listing, CALLS));
  }
  const providerOf = (method: PayMethod | undefined): PaymentProvider | undefined =>
    method && [...providers.values()].find(({ methods }) => methods.includes(method));

  return {
    sandbox: sandboxProvider,
    methods: PAY_METHODS.filter((method) => providerOf(method) !== undefined),
    closesCharges: [...providers.values()].some(({ closeCharge }) => closeCharge !== undefined),
    canRenew: [...providers.values()].some(({ chargeAgain }) => chargeAgain !== undefined),
    provider: (name) => providers.get(name),
    stating: [...providers.values()].filter(({ statement }) => statement !== undefined),
    providerFor: (payType) => providerOf(payMethodOf(payType)),
    async createCharge({ provider: name, ...request }) {
      const provider = name === undefined ? [...providers.values()][0] : providers.get(name);
      if (!provider) throw new Error(`no payment provider ${name ?? 'at all'} in this installation`);
      const { amount, ...charge } = await provider.createCharge(request);
      if (amount === request.amount) return charge;
      throw new ProviderRefusal('charge_differs', `${charge.charge_id} collects ${amount} fen`);
    },
    close: async () => sandboxProvider?.close(),
  };
}
