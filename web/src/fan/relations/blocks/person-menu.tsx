import { useProfile } from '../../../app/session.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { BlockItems } from './block-items.tsx';

interface Props {
  user_id: string;
  name: string;
}

/** What a signed-in person can do about another one. Nothing for guests, and about oneself. */
export function PersonMenu({ user_id, name }: Props) {
  const { t } = useLocale('relations-blocks');
  const own = useProfile()?.user.user_id;
  const { confirm, dialog } = useConfirm();
  if (own === undefined || own === user_id) return null;
  return (
    <>
      <DotsMenu label={t('menuOf', { name })} busy={false}>
        <BlockItems user_id={user_id} name={name} canReject={false} confirm={confirm} />
      </DotsMenu>
      {dialog}
    </>
  );
}
