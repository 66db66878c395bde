import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconBold,
  IconCode,
  IconH2,
  IconItalic,
  IconLink,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { useTranslation } from 'react-i18next';

const MARKS = [
  { name: 'bold', icon: IconBold },
  { name: 'italic', icon: IconItalic },
  { name: 'underline', icon: IconUnderline },
  { name: 'strike', icon: IconStrikethrough },
  { name: 'code', icon: IconCode },
] as const;

interface Props {
  editor: Editor;
  onLink: () => void;
}

/** Buttons of the marks of the chosen text, its link, and whether it is a heading. */
export function MarkButtons({ editor, onLink }: Props) {
  const { t } = useTranslation('content-article');
  const active = useEditorState({
    editor,
    selector: ({ editor: of }) => ({
      bold: of.isActive('bold'),
      italic: of.isActive('italic'),
      underline: of.isActive('underline'),
      strike: of.isActive('strike'),
      code: of.isActive('code'),
      link: of.isActive('link'),
      heading: of.isActive('heading', { level: 2 }),
    }),
  });
  const toggle = {
    bold: () => editor.chain().focus().toggleBold().run(),
    italic: () => editor.chain().focus().toggleItalic().run(),
    underline: () => editor.chain().focus().toggleUnderline().run(),
    strike: () => editor.chain().focus().toggleStrike().run(),
    code: () => editor.chain().focus().toggleCode().run(),
  };
  return (
    <>
      {MARKS.map(({ name, icon: Icon }) => (
        <MarkButton key={name} label={t(`mark.${name}`)} active={active[name]} onClick={toggle[name]}>
          <Icon size={18} aria-hidden />
        </MarkButton>
      ))}
      <MarkButton label={t('mark.link')} active={active.link} onClick={onLink}>
        <IconLink size={18} aria-hidden />
      </MarkButton>
      <MarkButton
        label={t('insert.heading2')}
        active={active.heading}
        onClick={() => editor.chain().focus().toggleHeading({ level: 2 }).run()}
      >
        <IconH2 size={18} aria-hidden />
      </MarkButton>
    </>
  );
}

interface ButtonProps {
  label: string;
  active: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

const MarkButton = ({ label, active, onClick, children }: ButtonProps) => (
  <Tooltip label={label} openDelay={500}>
    <ActionIcon
      size={36}
      variant={active ? 'light' : 'subtle'}
      color={active ? undefined : 'gray'}
      aria-label={label}
      aria-pressed={active}
      // The choice in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  </Tooltip>
);
