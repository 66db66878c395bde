import { Readable } from 'node:stream';
import type { UserId } from '#events/ids.ts';
import { plansNamed, skusNamed } from '#read-models/catalog/names.ts';
import { planById } from '#read-models/catalog/queries.ts';
import { readPages } from '#read-models/engine/read-pages.ts';
import {
  type CodeBatch,
  type CodeStatus,
  codesOfBatch,
  type ListedCode,
} from '#read-models/redeem/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type IssuedCode, usesLeft } from '#services/commerce/redeem/redeem-code.ts';
import { shownCode } from '#services/commerce/redeem/redeem-code-text.ts';
import { csvLines, UTF8_MARK } from '#services/contract/fields/csv.ts';
import type { ListedRedeemCode, RedeemBatch, RedeemOffer } from '#services/contract/redeem/calls.ts';
import { planAnswerOf } from '../catalog/plan-answer.ts';
import { visitorOf, withOpened } from '../catalog/plan-viewer.ts';
import type { Language } from '../http/language.ts';
import { codeRef } from './make-redeem.ts';

const seconds = (at: number | null): number | null => (at === null ? null : Math.floor(at / 1000));

/** Batches with the present names of their contents. */
export async function batchAnswers(
  { pool }: Pick<Dependencies, 'pool'>,
  batches: readonly CodeBatch[],
): Promise<RedeemBatch[]> {
  const [named, skus] = await Promise.all([
    plansNamed(pool, { ids: [...new Set(batches.map(({ plan_id }) => plan_id))] }),
    skusNamed(pool, batches),
  ]);
  const plans = new Map(named.rows.map((plan) => [plan.plan_id, plan]));
  const skuNames = new Map(skus.rows.map(({ sku_id, name }) => [sku_id, name]));
  return batches.map((batch) => {
    const {
      plan_id,
      sku_id,
      codes: num,
      valid_until,
      total_count,
      used_count,
      pending_count,
      revoked_count,
      expired_count,
    } = batch;
    const plan = plans.get(plan_id);
    return {
      batch_id: batch.batch_id,
      plan: { plan_id, name: plan?.name ?? '', product_type: plan?.product_type ?? 0 },
      sku_id,
      sku_name: skuNames.get(sku_id) ?? '',
      month: batch.month,
      num,
      uses: batch.uses,
      valid_until: seconds(valid_until),
      create_time: batch.create_time,
      redeem: { total_count, used_count, pending_count, revoked_count, expired_count },
    };
  });
}

/** Codes with their texts, which only their creator's part of the vault holds. */
export async function codeAnswers(
  { vault }: Pick<Dependencies, 'vault'>,
  codes: readonly ListedCode[],
): Promise<ListedRedeemCode[]> {
  const texts = await vault.read(codes.map(({ redeem_id }) => codeRef(redeem_id)));
  return codes.map(({ redeem_id, uses, used_count, pending_count, status }) => {
    const text = texts.get(codeRef(redeem_id));
    return {
      redeem_id,
      code: text === undefined ? '' : shownCode(text),
      uses,
      used_count,
      pending_count,
      status,
    };
  });
}

/** The state of a code at a time, as in the read model. */
export function statusOfCode(code: IssuedCode, now: number): CodeStatus {
  if (code.used >= code.uses) return 'used';
  if (code.revoked) return 'revoked';
  if (usesLeft(code) < 1) return 'pending';
  return code.valid_until !== null && code.valid_until <= now ? 'expired' : 'open';
}

type CodeContents = Pick<IssuedCode, 'redeem_id' | 'plan_id' | 'creator_id' | 'month' | 'valid_until'>;

/** The present contents of a code; undefined if the catalogue does not have the plan (yet). */
export async function offerAnswer(
  deps: Pick<
    Dependencies,
    'accounts' | 'albumTexts' | 'clock' | 'directory' | 'media' | 'payments' | 'pool' | 'postTexts'
  >,
  code: CodeContents & { sku_id: string; status: CodeStatus },
): Promise<RedeemOffer | undefined> {
  const [plan] = (await planById(deps.pool, { plan_id: code.plan_id })).rows;
  if (plan === undefined) return undefined;
  const creator = (await deps.directory.usersByIds([code.creator_id])).get(code.creator_id);
  const { redeem_id, sku_id, month, status } = code;
  const visitor = await visitorOf(deps, plan.creator_id as UserId);
  return {
    redeem_id,
    plan: planAnswerOf(plan, await withOpened(deps, visitor, [plan])),
    sku_id,
    month,
    valid_until: seconds(code.valid_until),
    status,
    creator: {
      user_id: code.creator_id,
      name: creator?.name ?? '',
      avatar: creator?.avatar ?? '',
      url_slug: creator?.url_slug ?? '',
    },
  };
}

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': ['兑换码', '链接', '状态', '可用次数', '已使用', '待支付'],
  'en-US': ['Code', 'Link', 'Status', 'Uses', 'Used', 'Pending payment'],
};
const STATES: Readonly<Record<Language, Readonly<Record<CodeStatus, string>>>> = {
  'zh-CN': { open: '可兑换', pending: '待支付', used: '已兑换', revoked: '已作废', expired: '已过期' },
  'en-US': { open: 'Open', pending: 'Pending payment', used: 'Used', revoked: 'Revoked', expired: 'Expired' },
};
interface Exported {
  creator_id: string;
  batch_id: string;
  status: CodeStatus | '';
  /** `https://fanwatt.example`, before the address of each code. */
  origin: string;
  language: Language;
}

/** A batch's codes as a streamed CSV file. */
export function redeemCsv(
  deps: Pick<Dependencies, 'pool' | 'vault' | 'clock'>,
  { origin, language, ...wanted }: Exported,
): Readable {
  const rowOf = ({
    code,
    redeem_id,
    status,
    uses,
    used_count,
    pending_count,
  }: ListedRedeemCode): string[] => [
    code,
    `${origin}/redeem/${redeem_id}#${code}`,
    STATES[language][status],
    String(uses),
    String(used_count),
    String(pending_count),
  ];
  async function* lines(): AsyncGenerator<string> {
    yield UTF8_MARK + csvLines([HEAD[language]]);
    const now = deps.clock.now();
    const pages = readPages<ListedCode>(async (_last, limit, offset) => {
      const { list: rows } = await codesOfBatch(deps.pool, { ...wanted, now, limit, offset });
      return { rows };
    });
    for await (const found of pages) yield csvLines((await codeAnswers(deps, found)).map(rowOf));
  }
  return Readable.from(lines());
}
