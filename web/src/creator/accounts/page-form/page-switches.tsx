import { SegmentedControl, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { WATERMARK } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import {
  setCanCopyPic,
  setCanCopyText,
  setPublicIncome,
  setPublicSponsor,
  setShowShop,
  setShowSponsorList,
  setWatermark,
} from '#services/contract/catalog/page-settings.ts';
import { setRemarkChanges } from '#services/contract/orders/after-payment.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { ThemePart } from './theme-part.tsx';

const KINDS = Object.entries(WATERMARK) as [
  keyof typeof WATERMARK,
  (typeof WATERMARK)[keyof typeof WATERMARK],
][];

/** The watermark of future uploads; saved immediately. */
function WatermarkPart({ watermark, slug }: { watermark: number; slug: string }) {
  const { t } = useTranslation('creator');
  const set = useCall(setWatermark, { tells: true });
  const shown = set.isPending ? set.variables.watermark : watermark;
  return (
    <Section
      title={t('watermark.title')}
      text={shown === WATERMARK.none ? t('watermark.textNone') : t('watermark.text', { mark: `@${slug}` })}
    >
      <SegmentedControl
        aria-label={t('watermark.title')}
        style={{ alignSelf: 'flex-start' }}
        value={String(shown)}
        data={KINDS.map(([name, code]) => ({ value: String(code), label: t(`watermark.kind.${name}`) }))}
        onChange={(value) => {
          const chosen = KINDS.find(([, code]) => String(code) === value);
          if (chosen) set.mutate({ watermark: chosen[1] });
        }}
      />
    </Section>
  );
}

const CALLS = {
  show_shop: setShowShop,
  can_copy_text: setCanCopyText,
  can_copy_pic: setCanCopyPic,
  show_sponsor_list: setShowSponsorList,
  privacy_public_income: setPublicIncome,
  privacy_public_sponsor: setPublicSponsor,
};
const SHOWN = ['show_shop', 'can_copy_text', 'can_copy_pic'] as const;
const PRIVATE = ['show_sponsor_list', 'privacy_public_sponsor', 'privacy_public_income'] as const;

interface Props {
  field: keyof typeof CALLS;
  on: boolean;
  disabled?: boolean;
}

/** Saved immediately. */
function PageSwitch({ field, on, disabled = false }: Props) {
  const { t } = useTranslation('creator');
  const set = useCall(CALLS[field], { tells: true });
  return (
    <Switch
      label={t(`page.switch.${field}`)}
      description={t(`page.switchText.${field}`)}
      disabled={disabled}
      checked={set.isPending ? set.variables.status === true : on}
      onChange={({ currentTarget }) => set.mutate({ status: currentTarget.checked })}
    />
  );
}

/** Whether buyers may change their remark once; saved immediately, and only certified creators can switch it on. */
function RemarkSwitch({ on, certified }: { on: boolean; certified: boolean }) {
  const { t } = useTranslation('creator');
  const set = useCall(setRemarkChanges, { tells: true });
  return (
    <Section title={t('page.orders')} text={t(certified ? 'page.ordersText' : 'page.ordersCertified')}>
      <Switch
        label={t('page.switch.can_change_remark')}
        description={t('page.switchText.can_change_remark')}
        disabled={!certified && !on}
        checked={set.isPending ? set.variables.status === true : on}
        onChange={({ currentTarget }) => set.mutate({ status: currentTarget.checked })}
      />
    </Section>
  );
}

/** Parts of the page that are shown or public. Only certified, recommended creators can hide public ones. */
export function PageSwitches({ user: { creator, is_verified, is_not_rec, url_slug } }: { user: User }) {
  const { t } = useTranslation('creator');
  if (creator === null) return null;
  const canHide = is_verified === 1 && is_not_rec === 0;
  return (
    <Stack gap="md" mt="md">
      <Section title={t('page.switches')} text={t('page.switchesText')}>
        {SHOWN.map((field) => (
          <PageSwitch key={field} field={field} on={creator[field]} />
        ))}
      </Section>
      <ThemePart themes={creator.theme_list} />
      <WatermarkPart watermark={creator.watermark} slug={url_slug} />
      <RemarkSwitch on={creator.can_change_remark} certified={is_verified === 1} />
      <Section title={t('page.privacy')} text={t(canHide ? 'page.privacyText' : 'page.privacyCertified')}>
        {PRIVATE.map((field) => (
          <PageSwitch key={field} field={field} on={creator[field]} disabled={!canHide && creator[field]} />
        ))}
      </Section>
    </Stack>
  );
}
