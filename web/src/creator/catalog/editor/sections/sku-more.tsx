import { Box, SimpleGrid, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isByPiece } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { useProfile } from '../../../../app/session.ts';
import { MoneyInput } from '../../../../components/forms/money-input.tsx';
import { Picture } from '../../../../components/pictures/picture.tsx';
import { PictureInput } from '../../../picture-input.tsx';
import { AttachmentInput } from '../attachment-input.tsx';
import { LinkedAlbums } from '../linked-albums.tsx';
import { LinkedPosts } from '../linked-posts.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { ReplyFields } from './reply-fields.tsx';
import { useVerified } from './reply-section.tsx';

interface Props {
  form: PlanForm;
  index: number;
  saved: Sku | undefined;
  name: string;
}

const MAX_TEXT_LENGTH = 50_000;

/** Optional fields of a model: picture, reduced prices, replies. */
export function SkuMore({ form, index, saved, name }: Props) {
  const { t } = useTranslation(['catalog-selling', 'catalog-editor']);
  const verified = useVerified();
  const rights = useProfile()?.rights;
  const sku = form.values.sku[index];
  if (sku === undefined) return null;
  const { has_vip, has_time_limit_price, product_type } = form.values;
  const path = `sku.${index}`;
  const reduces = isByPiece(product_type) && (has_vip || has_time_limit_price);
  return (
    <Stack gap="md" pt="xs">
      <PictureInput
        label={t('sku.pic', { name })}
        hint={t('sku.picHint')}
        value={sku.pic}
        onChange={(pic) => form.setFieldValue(`${path}.pic`, pic)}
      >
        <Box w={72} style={{ flexShrink: 0 }}>
          <Picture src={sku.pic} alt="" seed={sku.key} ratio={1} radius={10} />
        </Box>
      </PictureInput>
      {reduces && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {has_vip && (
            <MoneyInput
              label={t('sku.vipPrice')}
              description={t('sku.reducedHint')}
              {...form.getInputProps(`${path}.vip_price`)}
            />
          )}
          {has_time_limit_price && (
            <MoneyInput
              label={t('sku.timeLimitPrice')}
              description={t('sku.reducedHint')}
              {...form.getInputProps(`${path}.time_limit_price`)}
            />
          )}
        </SimpleGrid>
      )}
      <ReplyFields
        form={form}
        path={`${path}.`}
        on={sku.reply_switch}
        draws
        random={sku.reply_random_switch}
        lines={sku.reply_random_content}
        left={saved?.reply_random_num}
        verified={verified}
      />
      {(rights?.add_attachment !== false || sku.attachment !== '') && (
        <AttachmentInput
          value={sku.attachment}
          saved={saved?.attachment?.name}
          onChange={(file_id) => form.setFieldValue(`${path}.attachment`, file_id)}
          error={form.errors[`${path}.attachment`] as string | undefined}
        />
      )}
      <Switch
        label={t('catalog-editor:links.feedSwitch')}
        {...form.getInputProps(`${path}.feed_switch`, { type: 'checkbox' })}
      />
      {form.values.plan_id !== undefined && saved !== undefined ? (
        <>
          <LinkedPosts plan_id={form.values.plan_id} sku={saved} />
          <LinkedAlbums plan_id={form.values.plan_id} sku={saved} />
        </>
      ) : (
        <Text className="hint">{t('catalog-editor:links.saveFirst')}</Text>
      )}
      <Textarea
        label={t('sku.purchased')}
        description={t('sku.purchasedHint')}
        minRows={3}
        maxRows={16}
        maxLength={MAX_TEXT_LENGTH}
        {...form.getInputProps(`${path}.purchased_rich_text`)}
      />
    </Stack>
  );
}
