import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import { answeringInTime } from '#services/runtime/deadline.ts';
import { type Charge, type ChargeRequest, type PaymentProvider, ProviderRefusal } from './provider.ts';
import { openSandbox, type SandboxProvider } from './sandbox/provider.ts';

/** Payment types that clients may name (commerce specification 4); the sandbox collects for all of them. */
const SANDBOX_PAY_TYPES: readonly string[] = [
  'apy',
  'wpy',
  'wpy_qr',
  'wpy_h5',
  'wpy_js',
  'bf_wpy_js',
  'wpy_mini',
  'pp',
  'bank',
  'strp',
];

/** The providers that this installation has, by name and by payment type. */
export interface Payments {
  providerFor(payType: string): PaymentProvider | undefined;
  provider(name: string): PaymentProvider | undefined;
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
  /** Config SANDBOX. */
  sandbox: boolean;
  /** Key under which the sandbox provider signs its notices: secret `sandbox-notices`. */
  noticeKey: Uint8Array;
}

/** A deadline for every call of a provider. */
const inTime = (provider: PaymentProvider): PaymentProvider =>
  provider.chargeAgain === undefined || provider.endAgreement === undefined
    ? answeringInTime(provider, ['createCharge', 'refund', 'lookUp'])
    : answeringInTime(
        { ...provider, chargeAgain: provider.chargeAgain, endAgreement: provider.endAgreement },
        ['createCharge', 'refund', 'lookUp', 'chargeAgain', 'endAgreement'],
      );

export function openPayments({ pool, clock, sandbox, noticeKey }: PaymentsOptions): Payments {
  const sandboxProvider = sandbox ? openSandbox({ pool, clock, noticeKey }) : undefined;
  const providers = new Map<string, PaymentProvider>();
  if (sandboxProvider) providers.set(sandboxProvider.name, inTime(sandboxProvider));

  return {
    sandbox: sandboxProvider,
    canRenew: [...providers.values()].some(({ chargeAgain }) => chargeAgain !== undefined),
    provider: (name) => providers.get(name),
    providerFor: (payType) =>
      sandboxProvider && SANDBOX_PAY_TYPES.includes(payType)
        ? providers.get(sandboxProvider.name)
        : undefined,
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
