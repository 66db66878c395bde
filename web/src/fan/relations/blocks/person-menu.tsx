import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { BlockItems } from './block-items.tsx';

interface Props {
  user_id: string;
  name: string;
}

/** What a signed-in person can do about another one. */
export function PersonMenu({ user_id, name }: Props) {
  const { t } = useLocale('relations-blocks');
  const { confirm, dialog } = useConfirm();
  return (
    <>
      <DotsMenu label={t('menuOf', { name })} busy={false}>
        <BlockItems user_id={user_id} name={name} canReject={false} confirm={confirm} />
      </DotsMenu>
      {dialog}
    </>
  );
}
