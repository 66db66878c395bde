import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconEye, IconEyeOff, IconPencil, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import {
  deletePost,
  hidePost,
  type Post,
  showPost,
  topPost,
  untopPost,
} from '#services/contract/content/posts.ts';
import { call } from '../../api/client.ts';
import { useMutation } from '../../api/queries.ts';
import { useConfirm } from '../confirm.tsx';
import { DotsMenu } from '../dots-menu.tsx';
import { MenuItemLink } from '../menu-link.tsx';
import { editorOf } from './post-editor.ts';
import { postTitle } from './post-title.ts';

const CHANGES = { top: topPost, untop: untopPost, hide: hidePost, show: showPost, delete: deletePost };
type Change = keyof typeof CHANGES;

interface Props {
  post: Post;
  onDeleted?: () => void;
}

/** The actions of an own post: edit, pin, hide, delete. */
export function PostMenu({ post, onDeleted }: Props) {
  const { t } = useTranslation('content');
  const { post_id, status, user_top } = post;
  const change = useMutation({ mutationFn: (chosen: Change) => call(CHANGES[chosen], { post_id }) });
  const { confirm, dialog } = useConfirm();
  const act = (chosen: Change) =>
    change.mutate(chosen, {
      onSuccess: () => {
        notifications.show({ color: 'green', message: t(`done.${chosen}`) });
        if (chosen === 'delete') onDeleted?.();
      },
    });
  const ask = (chosen: 'top' | 'untop' | 'delete') =>
    confirm({
      text: t(`action.${chosen}Ask`),
      yes: t(`action.${chosen}`),
      harmless: chosen !== 'delete',
      onYes: () => act(chosen),
    });
  const isPublished = status === POST_STATUS.normal;
  return (
    <>
      <DotsMenu label={t('action.menuOf', { title: postTitle(post) })} busy={change.isPending}>
        <MenuItemLink
          to={editorOf(post)}
          search={{ post_id }}
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('action.edit')}
        </MenuItemLink>
        {isPublished && (
          <Menu.Item
            leftSection={
              user_top ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />
            }
            onClick={() => ask(user_top ? 'untop' : 'top')}
          >
            {t(user_top ? 'action.untop' : 'action.top')}
          </Menu.Item>
        )}
        {isPublished && (
          <Menu.Item leftSection={<IconEyeOff size={18} aria-hidden />} onClick={() => act('hide')}>
            {t('action.hide')}
          </Menu.Item>
        )}
        {status === POST_STATUS.hidden && (
          <Menu.Item leftSection={<IconEye size={18} aria-hidden />} onClick={() => act('show')}>
            {t('action.show')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => ask('delete')}
        >
          {t('action.delete')}
        </Menu.Item>
      </DotsMenu>
      {dialog}
    </>
  );
}
