import { ActionIcon, Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLink, IconNotes, IconPlus, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { linkSku, listLinkedPosts, unlinkSku } from '#services/contract/content/post-links.ts';
import { listOwnPosts } from '#services/contract/content/posts.ts';
import { endlessOf, queryOf, useCall } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { useConfirm } from '../../../components/confirm.tsx';
import { postTitle } from '../../../components/content/post-title.ts';
import { refusedFields } from '../../../components/forms/refused-fields.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';

const A_PAGE = 20;

interface Props {
  plan_id: string;
  sku: Sku;
}

/** The posts that buyers of a saved model can read. A change is saved at once: it is a change of the post. */
export function LinkedPosts({ plan_id, sku }: Props) {
  const { t } = useTranslation('catalog-editor');
  const [picking, setPicking] = useState(false);
  const allowed = useProfile()?.rights.add_product_post !== false;
  const query = useQuery(queryOf(listLinkedPosts, { plan_id }));
  const unlink = useCall(unlinkSku);
  const { confirm, dialog } = useConfirm();
  const { sku_id, sponsor_count } = sku;
  const remove = (post_id: string) =>
    confirm({
      text: t(sponsor_count > 0 ? 'links.removeBought' : 'links.removeAsk', { count: sponsor_count }),
      yes: t('links.remove'),
      onYes: () =>
        unlink.mutate(
          { post_id, plan_id, sku_id },
          { onSuccess: () => notifications.show({ color: 'green', message: t('links.removed') }) },
        ),
    });
  return (
    <Stack gap="xs" role="group" aria-label={t('links.title')}>
      <div>
        <Text fw={500} size="sm">
          {t('links.title')}
        </Text>
        <Text className="hint">{t('links.text')}</Text>
      </div>
      <Loaded query={query} height={40}>
        {({ list }) =>
          list
            .filter((post) => post.sku_id === sku_id)
            .map(({ post_id, title, status }) => (
              <Group key={post_id} gap="xs" wrap="nowrap">
                <IconLink size={16} aria-hidden style={{ flexShrink: 0 }} />
                <AnchorLink
                  to="/p/$postId"
                  params={{ postId: post_id }}
                  target="_blank"
                  style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
                >
                  {title || t('links.untitled')}
                </AnchorLink>
                {status !== POST_STATUS.normal && <Badge color="gray">{t('links.notShown')}</Badge>}
                <ActionIcon aria-label={t('links.removeOf', { title })} onClick={() => remove(post_id)}>
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ))
        }
      </Loaded>
      {allowed && (
        <Button
          variant="light"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setPicking(true)}
        >
          {t('links.add')}
        </Button>
      )}
      <Modal opened={picking} onClose={() => setPicking(false)} title={t('links.pick')}>
        {picking && <Choice plan_id={plan_id} sku_id={sku_id} onDone={() => setPicking(false)} />}
      </Modal>
      {dialog}
    </Stack>
  );
}

/** The creator's published posts. Those that everybody or members read are refused with a sentence. */
function Choice({ plan_id, sku_id, onDone }: { plan_id: string; sku_id: string; onDone: () => void }) {
  const { t } = useTranslation('catalog-editor');
  const query = useInfiniteQuery(endlessOf(listOwnPosts, { status: POST_STATUS.normal, per_page: A_PAGE }));
  const link = useCall(linkSku, { quiet: true });
  const [refusal, setRefusal] = useState<string>();
  const pick = (post_id: string) =>
    link.mutate(
      { post_id, plan_id, sku_id },
      {
        onSuccess: () => {
          notifications.show({ color: 'green', message: t('links.added') });
          onDone();
        },
        onError: (error) => setRefusal(Object.values(refusedFields(error) ?? {})[0] ?? sentenceOf(error)),
      },
    );
  return (
    <Stack gap="sm">
      <Text className="hint">{t('links.pickText')}</Text>
      {refusal !== undefined && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      <Collection
        query={query}
        more={query}
        isEmpty={({ pages }) => pages.every(({ list }) => list.length === 0)}
        waiting={{ count: 4, height: 44 }}
        nothing={{ icon: <IconNotes aria-hidden />, title: t('links.none') }}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map((post) => (
              <Button
                key={post.post_id}
                variant="default"
                justify="flex-start"
                fullWidth
                loading={link.isPending && link.variables?.post_id === post.post_id}
                onClick={() => pick(post.post_id)}
              >
                {postTitle(post) || t('links.untitled')}
              </Button>
            ))
        }
      </Collection>
    </Stack>
  );
}
