import { Button, Stack, Text } from '@mantine/core';
import { IconNotes } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import type { Sku } from '#services/contract/catalog/plans.ts';
import { linkSku, listLinkedPosts, unlinkSku } from '#services/contract/content/post-links.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { endlessOf, queryOf, useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Collection } from '../../../components/collection.tsx';
import { postTitle } from '../../../components/content/post-title.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { LinkList, Links, useLinking } from './link-list.tsx';

const A_PAGE = 20;

interface Props {
  plan_id: string;
  sku: Sku;
}

/** The posts that buyers of a saved model can read. A change is saved at once: it is a change of the post. */
export function LinkedPosts({ plan_id, sku: { sku_id, sponsor_count } }: Props) {
  const { t } = useTranslation('catalog-editor');
  const allowed = useProfile()?.rights.add_product_post !== false;
  const query = useQuery(queryOf(listLinkedPosts, { plan_id }));
  const unlink = useCall(unlinkSku);
  const question = t(sponsor_count > 0 ? 'links.removeBought' : 'links.removeAsk', { count: sponsor_count });
  return (
    <LinkList
      title={t('links.title')}
      text={t('links.text')}
      links={
        <Loaded query={query} height={40}>
          {({ list }) => (
            <Links
              links={list
                .filter((post) => post.sku_id === sku_id)
                .map(({ post_id, title, status }) => ({
                  key: post_id,
                  title,
                  link: (
                    <AnchorLink to="/p/$postId" params={{ postId: post_id }} target="_blank">
                      {title || t('links.untitled')}
                    </AnchorLink>
                  ),
                  isShown: status === POST_STATUS.normal,
                  question,
                  onRemove: (done) => unlink.mutate({ post_id, plan_id, sku_id }, done),
                }))}
            />
          )}
        </Loaded>
      }
      add={
        allowed
          ? {
              label: t('links.add'),
              title: t('links.pick'),
              picker: (onDone) => <Choice plan_id={plan_id} sku_id={sku_id} onDone={onDone} />,
            }
          : { denied: t('links.denied') }
      }
    />
  );
}

/** The creator's published posts. Those that everybody or members read are refused with a sentence. */
function Choice({ plan_id, sku_id, onDone }: { plan_id: string; sku_id: string; onDone: () => void }) {
  const { t } = useTranslation('catalog-editor');
  const query = useInfiniteQuery(endlessOf(listOwnPosts, { status: POST_STATUS.normal, per_page: A_PAGE }));
  const link = useCall(linkSku, { quiet: true });
  const { refusal, outcome } = useLinking(onDone);
  return (
    <Stack gap="sm">
      <Text className="hint">{t('links.pickText')}</Text>
      {refusal}
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
                onClick={() => link.mutate({ post_id: post.post_id, plan_id, sku_id }, outcome)}
              >
                {postTitle(post) || t('links.untitled')}
              </Button>
            ))
        }
      </Collection>
    </Stack>
  );
}
