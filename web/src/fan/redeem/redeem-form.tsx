import { Alert, Paper, Text, Textarea, TextInput } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { type RedeemOffer, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { useCall } from '../../api/queries.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { SkuChoice } from '../catalog/item/sku-choice.tsx';
import { HoldersForm, useHolders } from '../tickets/identities/holders-form.tsx';
import { type Counts, chosenOf, firstCounts, skuLines, toChoose } from './choice.ts';
import { ChooseParts } from './choose-parts.tsx';
import { CodeInput } from './code-input.tsx';

const MAX_REMARK_LENGTH = 500;

/** The code and the order's further fields. */
export function RedeemForm({ offer, user_id }: { offer: RedeemOffer; user_id: string }) {
  const { t } = useTranslation('redeem');
  const navigate = useNavigate();
  // The creator's link carries the code behind the #, where no server sees it.
  const carried = useLocation({ select: ({ hash }) => hash });
  const { plan } = offer;
  const [counts, setCounts] = useState<Counts>(() => firstCounts(offer));
  const count = toChoose(offer);
  const named = plan.product_type === PRODUCT_TYPE.ticket && plan.need_identity;
  const holders = useHolders(named ? 1 : 0);
  const send = useCall(useRedeemCode, {
    quiet: true,
    // Not in `onDone`: the page is loaded again first, and a used code has no form any more.
    onSuccess: ({ out_trade_no }) =>
      void navigate({ to: '/order/check', search: { out_trade_no }, replace: true }),
  });
  const form = useServerForm({
    initialValues: { code: carried, remark: '', invite_code: '' },
    send,
    requestOf: ({ code, remark, invite_code }) => {
      const sku = skuLines(counts);
      return {
        code,
        ...(sku && { sku }),
        ...(remark.trim() !== '' && { remark: remark.trim() }),
        ...(plan.need_invite_code && { invite_code }),
        ...(named && { tickets: holders.ids.map((identity_id) => ({ identity_id })) }),
      };
    },
    shows: ['tickets'],
  });
  const why = useId();
  const missing =
    chosenOf(counts) !== count
      ? 'choice'
      : !holders.complete
        ? 'holders'
        : form.values.code.trim() === ''
          ? 'code'
          : undefined;
  if (plan.user_id === user_id) return <Alert color="gray">{t('fan.own')}</Alert>;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ServerForm
        form={form}
        submit={t('fan.submit')}
        button={{
          size: 'lg',
          fullWidth: true,
          disabled: missing !== undefined,
          'aria-describedby': why,
          leftSection: <IconGift size={20} aria-hidden />,
        }}
        beside={
          <Text id={why} className="hint" ta="center" flex="1 0 100%">
            {missing !== undefined && t(`fan.missing.${missing}`)}
          </Text>
        }
      >
        {count === 1 && plan.product_type !== PRODUCT_TYPE.choice_bundle && (
          <SkuChoice
            plan={plan}
            skus={plan.sku}
            label={t('fan.choose')}
            chosen={Object.keys(counts)[0]}
            onChoose={(sku_id) => setCounts({ [sku_id]: 1 })}
          />
        )}
        {plan.product_type === PRODUCT_TYPE.choice_bundle && (
          <ChooseParts plan={plan} count={count} counts={counts} onChange={setCounts} />
        )}
        {named && <HoldersForm tickets={[plan.name]} holders={holders} refusal={send.error} />}
        {plan.has_plan_config && (
          <Textarea
            label={plan.config.remark_name || t('fan.remark')}
            placeholder={plan.config.remark_placeholder}
            required={plan.config.remark_required}
            maxRows={6}
            maxLength={MAX_REMARK_LENGTH}
            {...form.getInputProps('remark')}
          />
        )}
        {plan.need_invite_code && (
          <TextInput
            label={t('fan.inviteCode')}
            autoComplete="off"
            maxLength={40}
            {...form.getInputProps('invite_code')}
          />
        )}
        <CodeInput {...form.getInputProps('code')} />
      </ServerForm>
    </Paper>
  );
}
