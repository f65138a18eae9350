import type { JSONContent } from '@tiptap/core';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { useEffect, useState } from 'react';
import { hasText, type MessageNode, mentionsIn, readMessage } from '../message/message';
import type { People } from '../people';
import editorClasses from '@/ui/editor/editor.module.css';
import { useFocusAtEnd } from '@/ui/editor/useFocusAtEnd';
import classes from '../threads.module.css';
import { EditorTools } from './EditorTools';
import { extensions } from './extensions';
import { MentionList } from './MentionList';
import { createMentionMenu } from './mentionMenu';
import { createPort } from './port';

export interface Written {
  /** The text as TipTap JSON. */
  message: string;
  mentions: string[];
}

export interface EditorProps {
  label: string;
  placeholder: string;
  /** A stored message, or a draft to continue. */
  initial: string;
  people: People;
  busy: boolean;
  sendLabel: string;
  focused?: boolean;
  onSend: (written: Written) => void;
  onCancel?: () => void;
  /** Receives the current text; empty when there is none. */
  onChange?: (message: string) => void;
}

interface Handlers {
  people: People['list'];
  send: () => void;
  cancel: () => boolean;
  /** Whether there is something to cancel. */
  cancels: boolean;
  change: (json: JSONContent) => void;
}

const idle = { send: () => {}, cancel: () => false, cancels: false, change: () => {} };

/** Stored mentions contain no names, so the names are added for the editor to show. */
function named(node: MessageNode, name: People['name']): JSONContent {
  const label = node.type === 'mention' && node.attrs?.id ? { label: name(node.attrs.id) ?? 'somebody' } : {};
  const content = node.content?.map((child) => named(child, name));
  const filled = node.type === 'text' ? {} : { content: content?.length ? content : undefined };
  return { ...node, attrs: { ...node.attrs, ...label }, ...filled };
}

/** The rich-text composer. It has its own chunk, because TipTap is large. */
export default function Editor(props: EditorProps) {
  const { label, placeholder, initial, people, busy, sendLabel, focused, onCancel, onChange } = props;
  const [port] = useState(() => createPort<Handlers>({ people: people.list, ...idle }));
  const [menu] = useState(() => createMentionMenu(() => port.now().people));
  const [own] = useState(() => extensions(menu, { send: () => port.now().send(), cancel: () => port.now().cancel() }));

  const editor = useEditor({
    extensions: own,
    content: initial ? named(readMessage(initial), people.name) : '',
    shouldRerenderOnTransaction: false,
    editorProps: {
      attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', class: editorClasses.input ?? '' },
      handleDOMEvents: {
        // ProseMirror handles every Escape. One that has no meaning here closes the element around
        // the editor.
        keydown: (_view, event) => event.key === 'Escape' && !menu.get().open && !port.now().cancels,
      },
    },
    onUpdate: ({ editor: now }) => port.now().change(now.getJSON()),
  });
  useFocusAtEnd(editor, focused);

  const text = useEditorState({ editor, selector: ({ editor: now }) => JSON.stringify(now.getJSON()) });
  const sendable = hasText(readMessage(text)) && !busy;
  const send = () => {
    if (sendable) props.onSend({ message: text, mentions: mentionsIn(readMessage(text)) });
  };
  useEffect(() => {
    const change = (json: JSONContent) => {
      const message = JSON.stringify(json);
      onChange?.(hasText(readMessage(message)) ? message : '');
    };
    const cancel = () => {
      onCancel?.();
      return onCancel !== undefined;
    };
    port.set({ people: people.list, send, cancel, cancels: onCancel !== undefined, change });
  });
  useEffect(() => {
    editor.setEditable(!busy, false);
  }, [editor, busy]);

  return (
    <div
      className={`${editorClasses.editor} ${classes.editor}`}
      data-empty={!hasText(readMessage(text)) || undefined}
      data-placeholder={placeholder}
    >
      <EditorContent editor={editor} />
      <EditorTools
        editor={editor}
        sendLabel={sendLabel}
        mentions={!people.nobody}
        sendable={sendable}
        busy={busy}
        onSend={send}
        onCancel={onCancel}
      />
      {!people.nobody && <MentionList menu={menu} />}
    </div>
  );
}
