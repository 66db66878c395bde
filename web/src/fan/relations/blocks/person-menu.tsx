import { Menu, Modal } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { SponsorInfo } from '../../memberships/sponsor-info.tsx';
import { BlockItems } from './block-items.tsx';
import { ReportForm } from './report-form.tsx';

interface Props {
  user_id: string;
  name: string;
  /** The menu is one of a post of that person. */
  post_id?: string;
}

/** What a signed-in person can do about another one, or about a post of another one. */
export function PersonMenu({ user_id, name, post_id }: Props) {
  const { t } = useLocale('relations-blocks');
  const { confirm, dialog } = useConfirm();
  const [isReporting, setReporting] = useState(false);
  const close = () => setReporting(false);
  return (
    <>
      <DotsMenu label={t('menuOf', { name })} busy={false}>
        {post_id === undefined && <SponsorInfo user_id={user_id} />}
        {post_id !== undefined && (
          <Menu.Item leftSection={<IconFlag size={16} aria-hidden />} onClick={() => setReporting(true)}>
            {t('report.do')}
          </Menu.Item>
        )}
        <BlockItems user_id={user_id} name={name} canReject={false} confirm={confirm} />
      </DotsMenu>
      {dialog}
      {post_id !== undefined && (
        <Modal opened={isReporting} onClose={close} title={t('report.title')}>
          <ReportForm post_id={post_id} onDone={close} />
        </Modal>
      )}
    </>
  );
}
