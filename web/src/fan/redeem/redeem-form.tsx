import { Alert, Button, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle, IconGift } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { RedeemOffer, UseRedeem } from '#services/api/redeem/contract.ts';
import { useUseRedeem } from '../../api/redeem.ts';
import { fieldRefusal, isRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { SkuChoice } from '../catalog/item/sku-choice.tsx';
import { HoldersForm, useHolders } from '../tickets/identities/holders-form.tsx';
import { type Counts, chosenOf, skuLines, toChoose } from './choice.ts';
import { ChooseParts } from './choose-parts.tsx';

const LONGEST_CODE = 60;
const LONGEST_REMARK = 500;

interface Props {
  offer: RedeemOffer;
  user_id: string;
}

/** The code and the order's further fields; then it is redeemed at once. */
export function RedeemForm({ offer, user_id }: Props) {
  const { t } = useTranslation('redeem');
  const navigate = useNavigate();
  // The creator's link carries the code behind the #, where no server sees it.
  const carried = useLocation({ select: ({ hash }) => hash });
  const { plan } = offer;
  const [code, setCode] = useState(carried);
  const [counts, setCounts] = useState<Counts>({});
  const [remark, setRemark] = useState('');
  const [invite_code, setInvite] = useState('');
  const use = useUseRedeem();
  const count = toChoose(offer);
  const named = plan.product_type === PRODUCT_TYPE.ticket && plan.need_identity;
  const holders = useHolders(named ? 1 : 0);
  // One key for one request: pressing twice, or again after a broken connection, is the same order.
  const kept = useRef({ use: '', key: '' });
  const ready = code.trim() !== '' && chosenOf(counts) === count && holders.complete;
  const submit = () => {
    const sku = skuLines(counts);
    const wanted: UseRedeem = {
      code,
      ...(sku && { sku }),
      ...(remark.trim() !== '' && { remark: remark.trim() }),
      ...(plan.need_invite_code && { invite_code }),
      ...(named && { tickets: holders.ids.map((identity_id) => ({ identity_id })) }),
    };
    const text = JSON.stringify(wanted);
    if (kept.current.use !== text) kept.current = { use: text, key: crypto.randomUUID() };
    use.mutate(
      { key: kept.current.key, use: wanted },
      {
        onSuccess: ({ out_trade_no }) =>
          void navigate({ to: '/order/check', search: { out_trade_no }, replace: true }),
      },
    );
  };
  if (plan.user_id === user_id) return <Alert color="gray">{t('fan.own')}</Alert>;
  const shown = ['code', 'remark', 'invite_code', 'tickets'];
  const elsewhere =
    use.error !== null &&
    !(
      isRefusal(use.error) && use.error.errors.some(({ field }) => shown.includes(field.split('.')[0] ?? ''))
    );
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) submit();
        }}
      >
        <Stack gap="md">
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
          {named && <HoldersForm tickets={[plan.name]} holders={holders} refusal={use.error} />}
          {plan.has_plan_config && (
            <Textarea
              label={plan.config.remark_name || t('fan.remark')}
              placeholder={plan.config.remark_placeholder}
              required={plan.config.remark_required}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={LONGEST_REMARK}
              value={remark}
              onChange={(event) => setRemark(event.currentTarget.value)}
              error={fieldRefusal(use.error, 'remark')}
            />
          )}
          {plan.need_invite_code && (
            <TextInput
              label={t('fan.inviteCode')}
              autoComplete="off"
              maxLength={40}
              value={invite_code}
              onChange={(event) => setInvite(event.currentTarget.value)}
              error={fieldRefusal(use.error, 'invite_code')}
            />
          )}
          <TextInput
            label={t('fan.code')}
            description={t('fan.codeText')}
            placeholder={t('fan.codeHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LONGEST_CODE}
            size="md"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={fieldRefusal(use.error, 'code')}
          />
          {elsewhere && (
            <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
              <Text size="sm">{sentenceOf(use.error)}</Text>
            </Alert>
          )}
          <Button
            type="submit"
            size="lg"
            leftSection={<IconGift size={20} aria-hidden />}
            loading={use.isPending}
            disabled={!ready}
          >
            {t('fan.submit')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
